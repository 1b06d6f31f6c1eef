import type { PrintBlock, PrintedDocument } from '#app/documents/document.ts'
import type { PdfFile } from '#app/documents/pdf-answer.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import type { Answers } from './answers.server.ts'
import { coverage, estimateRows, estimateSums, squareMetres } from './estimate-texts.ts'
import { estimateToday } from './estimate-today.server.ts'

/** An estimate as a PDF: what its page shows, but for the comparison, which changes with every opening. */
export function estimatePdf(input: Answers, reader: Reader, now: number): PdfFile {
  return {
    name: 'estimate.pdf',
    document: estimateDocument(input, reader, now),
    options: { locale: reader.locale, createdAt: now },
  }
}

function estimateDocument(input: Answers, { locale, format }: Reader, now: number): PrintedDocument {
  const i18n = i18nFor(locale)
  const texts = { t: i18n.getFixedT(null, 'estimation'), tProject: i18n.getFixedT(null, 'projects'), format }
  const { t, tProject } = texts
  const { guide, ...made } = estimateToday(input, now)
  const { included, excluded } = coverage(input, made.vatRateBp, texts)
  const sumsOf = (sums: Parameters<typeof estimateSums>[0]): PrintBlock => {
    const { rows, range } = estimateSums(sums, texts)
    const last = rows.length - 1
    return { kind: 'sums', sums: rows.map((row, index) => ({ ...row, isTotal: index === last })), note: range }
  }
  const listed = (items: string[]): PrintBlock => ({ kind: 'text', text: items.map((item) => `• ${item}`).join('\n') })
  const blocks: PrintBlock[] = [
    {
      kind: 'facts',
      facts: [
        [t('area.label'), squareMetres(format, input.areaCenti)],
        [t('quality.label'), t(`quality.${input.quality}`)],
        [t('urgency.label'), t(`urgency.${input.urgency}`)],
        ...(input.location ? [[t('location.label'), input.location] as const] : []),
        [t('result.duration'), t('result.weeks', { count: made.weeks })],
      ],
    },
    {
      kind: 'table',
      caption: t('result.details'),
      columns: [
        { header: t('result.work'), width: 3 },
        { header: t('result.amount'), width: 1, numeric: true },
      ],
      rows: estimateRows(input, made, texts).map(({ work, note, amount }) => [{ text: work, note }, amount]),
    },
    sumsOf(made),
    { kind: 'text', text: t('result.note') },
    { kind: 'text', text: t('result.vatNow', { now: format.percent(made.vatRateBp) }) },
    ...(guide
      ? [{ kind: 'text' as const, text: t('result.guide', { rate: format.percent(guide.vatRateBp) }) }, sumsOf(guide)]
      : []),
    { kind: 'heading', text: t('included.title') },
    listed(included),
    { kind: 'heading', text: t('excluded.title') },
    listed(excluded),
  ]
  return {
    kind: t('title'),
    number: format.date(businessDay(now)),
    title: format.list(input.projectTypes.map((type) => tProject(`category.${type}`))),
    mark: null,
    blocks,
  }
}
