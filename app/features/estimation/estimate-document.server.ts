import type { PrintBlock, PrintedDocument } from '#app/documents/document.ts'
import type { PdfFile } from '#app/documents/pdf-answer.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Reader } from '#app/i18n/reader.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import type { Answers } from './answers.server.ts'
import { estimate } from './estimate.ts'
import { coverage, estimateRows, euros, squareMetres } from './estimate-texts.ts'
import { currentVatRateBp } from './vat-rate.server.ts'

/** An estimate as a PDF: what its page shows, but for the comparison, which changes with every opening. */
export function estimatePdf(input: Answers, vatRateBp: number, reader: Reader, now: number): PdfFile {
  return {
    name: 'estimate.pdf',
    document: estimateDocument(input, vatRateBp, reader, now),
    options: { locale: reader.locale, createdAt: now },
  }
}

function estimateDocument(input: Answers, vatRateBp: number, { locale, format }: Reader, now: number): PrintedDocument {
  const i18n = i18nFor(locale)
  const texts = { t: i18n.getFixedT(null, 'estimation'), tProject: i18n.getFixedT(null, 'projects'), format }
  const { t, tProject } = texts
  const made = estimate(input, vatRateBp)
  const range = { from: euros(format, made.minPriceCents), to: euros(format, made.maxPriceCents) }
  const { included, excluded } = coverage(input, vatRateBp, texts)
  const current = currentVatRateBp(now, vatRateBp)
  const rate = format.percent(vatRateBp)
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
    {
      kind: 'sums',
      sums: [
        { term: t('result.subtotal'), amount: euros(format, made.subtotalCents), isTotal: false },
        { term: t('result.vat', { rate }), amount: euros(format, made.vatCents), isTotal: false },
        { term: t('result.total'), amount: euros(format, made.totalCents), isTotal: true },
      ],
      note: t('result.range', range),
    },
    { kind: 'text', text: t('result.note') },
    ...(current === null
      ? []
      : [{ kind: 'text' as const, text: t('result.vatNow', { rate, now: format.percent(current) }) }]),
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
