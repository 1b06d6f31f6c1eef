import type { TFunction } from 'i18next'
import type { Block, Cell, ReadableDocument } from '#app/documents/document.ts'
import { filled, takeFields, writing } from '#app/features/contracts/frozen-values.ts'
import { deadlineText } from '#app/i18n/deadline-text.ts'
import type { Format } from '#app/i18n/format.ts'
import { readCanonicalText } from '#app/platform/text/canonical-text.ts'
import { outcomes } from './decision.ts'
import { evaluationBlocks } from './readable-evaluation.ts'
import { optionBlocks } from './readable-options.ts'
import { notInOrder, qualificationBlocks } from './readable-qualification.ts'

/** The texts of a reader's language, each `t` of the namespace of its name. */
export type MemoReader = {
  t: TFunction<'memo'>
  decisions: TFunction<'decisions'>
  evaluation: TFunction<'evaluation'>
  opening: TFunction<'opening'>
  qualification: TFunction<'qualification'>
  ui: TFunction<'ui'>
  format: Format
}

/** A decision as it is stored; times are UTC ms. */
export type FrozenDecision = { text: string; digest: string; revokedAt: number | null; revokedReason: string | null }

/** Bids without a rank come last. */
const placeOf = (rank: string): number => (rank === '' ? Number.MAX_SAFE_INTEGER : Number(rank))

/** The memo of an award for the client's file, in the reader's language: from the frozen text alone, and whether the award was revoked since. */
export function readableMemo(
  { text, digest, revokedAt, revokedReason }: FrozenDecision,
  reader: MemoReader,
  revocation: readonly Block[] = [],
): ReadableDocument {
  const { t, decisions, evaluation, opening, qualification, ui, format } = reader
  const memo = takeFields(readCanonicalText(text).fields)
  const client = takeFields(memo.records('client')[0] ?? new Map())
  const timeZone = memo.text('time zone') || null
  const moment = (at: string) => (at === '' ? '' : deadlineText(Date.parse(at), timeZone, format, ui))
  const currency = memo.text('currency')
  const write = writing(format, currency)
  const isCost = memo.text('ranked on') === 'cost'
  const byCriteria = memo.text('chosen by') !== ''
  const listed = memo.records('bids').map((record) => {
    const bid = takeFields(record)
    const field = (name: string) => bid.text(name)
    const outcome = field('outcome')
    return {
      ...{ id: field('bid'), company: field('company'), businessId: field('business id'), rank: field('rank') },
      ...{ net: field('net'), gross: field('gross'), ranked: field('ranked'), points: field('points') },
      ...{ levelled: field('levelled net'), levelledRank: field('levelled rank'), gaps: Number(field('gaps')) },
      options: field('net of options, outside the total'),
      ...{ dayWork: field('day-work in the net'), failed: bid.records('not in order').map(takeFields) },
      ...{ seal: field('SHA-256'), boundUntil: field('bound until'), reason: field('reason') },
      outcome: outcomes.find((one) => one === outcome),
    }
  })
  // The frozen text has the order of the comparison, where an incomplete bid can be the cheapest; it has no rank.
  const bids = listed.toSorted((a, b) => placeOf(a.rank) - placeOf(b.rank))
  const companyOf = (bidId: string) => bids.find(({ id }) => id === bidId)?.company ?? ''
  const businessId = (id: string) => (id === '' ? [] : [decisions('letter.businessId', { id })])
  const person = (name: string, limit: string) =>
    name === '' ? '' : t(limit === 'no limit' ? 'unlimited' : 'limited', { name, limit: write.money(limit) })
  const decidedAt = memo.text('decided')
  const [chosen, fallback] = [memo.text('chosen bid'), memo.text('fallback bid')]
  const [ground, reason, askedBy] = [memo.text('ground'), memo.text('reason'), memo.text('asked by')]
  const [standstillEnd, standstillZone] = [memo.text('standstill ends'), memo.text('standstill time zone')]
  const gaps = memo.records('gaps').map(takeFields)
  const points = (typed: string) => (typed === '' ? '–' : format.points(Math.round(Number(typed) * 100)))
  const paragraph = (words: string): Block[] => (words === '' ? [] : [{ kind: 'text', text: words }])
  const card = (label: string, bidId: string) => ({
    label,
    title: companyOf(bidId),
    lines: businessId(bids.find(({ id }) => id === bidId)?.businessId ?? ''),
  })
  return {
    kind: t('title'),
    number: format.date(Date.parse(decidedAt)),
    title: memo.text('title'),
    mark: revokedAt === null ? null : decisions('letter.revoked'),
    blocks: [
      {
        kind: 'cards',
        cards: [
          {
            label: decisions('letter.from'),
            title: client.text('name'),
            lines: businessId(client.text('business id')),
          },
          card(decisions('letter.chosenBid'), chosen),
          ...(fallback === '' ? [] : [card(decisions('award.fallback'), fallback)]),
        ],
      },
      ...revocation,
      { kind: 'heading', text: decisions('letter.decision') },
      ...paragraph(
        revokedAt === null
          ? ''
          : t('revoked', { time: deadlineText(revokedAt, timeZone, format, ui), reason: revokedReason ?? '' }),
      ),
      ...paragraph(
        standstillEnd === ''
          ? ''
          : decisions('letter.standstill', {
              time: deadlineText(Date.parse(standstillEnd), standstillZone, format, ui),
            }),
      ),
      {
        kind: 'facts',
        facts: filled([
          [decisions('letter.decidedAt'), moment(decidedAt)],
          [t('decidedBy'), person(memo.text('decided by'), memo.text('mandate'))],
          [t('askedBy'), person(askedBy, memo.text('mandate of who asked'))],
          [t('askedAt'), moment(memo.text('asked'))],
          [opening('opening.openedAt'), moment(memo.text('bids opened'))],
          [opening('opening.openedBy'), memo.text('opened by') || opening('opening.bySystem')],
          [decisions('letter.tenderSet'), memo.text('SHA-256 of the tender set')],
        ]),
      },
      { kind: 'heading', text: decisions('letter.reasons') },
      ...paragraph(ground === 'first' ? t(byCriteria ? 'firstOnPoints' : 'firstOnPrice') : ''),
      ...paragraph(ground === 'only' ? decisions('letter.only') : ''),
      ...paragraph(ground === 'fallback' ? decisions('letter.byFallback', { winner: companyOf(chosen) }) : ''),
      ...paragraph(reason),
      { kind: 'heading', text: t('bids') },
      {
        kind: 'table',
        caption: t('bids'),
        columns: [
          { header: decisions('letter.rank'), width: 1, numeric: true },
          { header: decisions('letter.bidder'), width: 4 },
          { header: decisions(isCost ? 'letter.cost' : 'letter.net'), width: 3, numeric: true },
          { header: t('levelled'), width: 3, numeric: true },
          ...(byCriteria ? [{ header: decisions('letter.points'), width: 2, numeric: true }] : []),
        ],
        rows: bids.map((bid): Cell[] => [
          bid.rank === '' ? '–' : format.number(Number(bid.rank)),
          { text: bid.company, note: bid.outcome ? t(`outcome.${bid.outcome}`) : '' },
          {
            text: write.money(isCost ? bid.ranked : bid.net),
            note: [
              t('gross', { amount: write.money(bid.gross) }),
              bid.dayWork === '' ? '' : t('dayWork', { amount: write.money(bid.dayWork) }),
              bid.options === '' ? '' : decisions('letter.optionsNet', { amount: write.money(bid.options) }),
            ]
              .filter((part) => part !== '')
              .join('\n'),
          },
          {
            text: bid.levelled === '' ? '–' : write.money(bid.levelled),
            note: bid.gaps > 0 ? t('gaps', { count: bid.gaps }) : '',
          },
          ...(byCriteria ? [points(bid.points)] : []),
        ]),
      },
      ...paragraph(t('bidsText')),
      ...paragraph(bids.some(({ dayWork }) => dayWork !== '') ? t('dayWorkText') : ''),
      ...optionBlocks(memo, write, decisions),
      { kind: 'facts', facts: filled(bids.map(({ company, reason }) => [company, reason])) },
      {
        kind: 'facts',
        facts: bids.flatMap(({ company, failed }) =>
          notInOrder(failed, { qualification, format, currency }).map(
            ([asked, found]) => [company, `${asked}: ${found}`] as const,
          ),
        ),
      },
      { kind: 'heading', text: t('notPriced') },
      ...(gaps.length === 0
        ? paragraph(t('allPriced'))
        : [
            {
              kind: 'table' as const,
              caption: t('notPriced'),
              columns: [
                { header: t('line'), width: 4 },
                { header: t('answer.title'), width: 3 },
                { header: t('reckoned'), width: 3, numeric: true },
              ],
              rows: gaps.map((gap): Cell[] => {
                const [line, answer, reckoned] = [gap.text('line'), gap.text('answer'), gap.text('reckoned')]
                const known = (['missing', 'excluded', 'differs'] as const).find((one) => one === answer)
                return [
                  line,
                  known ? t(`answer.${known}`) : answer,
                  { text: reckoned === '' ? '–' : write.money(reckoned), note: gap.text('why') },
                ]
              }),
            },
          ]),
      ...qualificationBlocks(memo, { moment, format, currency, t, qualification }),
      ...evaluationBlocks(memo, { companyOf, moment, points, t, evaluation, percent: write.percent }),
      { kind: 'heading', text: decisions('letter.ask') },
      {
        kind: 'facts',
        facts: filled([
          [decisions('letter.contact'), memo.text('contact')],
          [decisions('letter.appeals'), memo.text('appeals')],
        ]),
      },
      { kind: 'heading', text: decisions('letter.proof') },
      {
        kind: 'facts',
        facts: [[t('digest'), digest], ...filled(bids.map(({ company, seal }) => [t('seal', { company }), seal]))],
      },
    ],
  }
}
