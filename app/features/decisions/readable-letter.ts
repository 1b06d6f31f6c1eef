import type { TFunction } from 'i18next'
import type { Block, Cell, ReadableDocument } from '#app/documents/document.ts'
import { filled, takeFields, writing } from '#app/features/contracts/frozen-values.ts'
import { deadlineText } from '#app/i18n/deadline-text.ts'
import type { Format } from '#app/i18n/format.ts'
import { readCanonicalText } from '#app/platform/text/canonical-text.ts'
import { type Outcome, outcomes } from './decision.ts'
import { optionBlocks } from './readable-options.ts'
import { notInOrder } from './readable-qualification.ts'

/** The texts of a reader's language: `t` of the namespace `decisions`, the others of that of their name. */
export type Reader = {
  t: TFunction<'decisions'>
  ui: TFunction<'ui'>
  qualification: TFunction<'qualification'>
  format: Format
}

/**
 * The letter about an award to one bidder, for reading, in the reader's language: from its frozen text alone, and whether the award was
 * revoked since (UTC ms).
 * @param revocation what it says of the client's revocation (`revocationBlocks`)
 */
export function readableLetter(
  text: string,
  revokedAt: number | null,
  { t, ui, qualification, format }: Reader,
  revocation: readonly Block[] = [],
): ReadableDocument {
  const letter = takeFields(readCanonicalText(text).fields)
  const [client, chosen, own] = ['client', 'chosen', 'own'].map((name) =>
    takeFields(letter.records(name)[0] ?? new Map()),
  )
  if (!client || !chosen || !own) throw new Error('A letter without its parties')
  const currency = letter.text('currency')
  const write = writing(format, currency)
  const timeZone = letter.text('time zone') || null
  const moment = (at: number) => deadlineText(at, timeZone, format, ui)
  const decidedAt = Date.parse(letter.text('decided'))
  const outcome = outcomeIn(letter.text('outcome'))
  const names = { client: client.text('name'), winner: chosen.text('company'), company: own.text('company') }
  const businessId = (id: string) => (id === '' ? [] : [t('letter.businessId', { id })])
  const [chosenRank, ownRank, ranked] = [chosen.text('rank'), own.text('rank'), letter.text('ranked bids')]
  const rankText = (rank: string) =>
    rank === '' ? t('letter.unranked') : t('letter.rankOf', { rank: Number(rank), count: Number(ranked) })
  const isCost = letter.text('ranked on') === 'cost'
  const scores = letter.records('scores').map(takeFields)
  const rankedOn = letter.text('chosen by') !== '' ? 'points' : isCost ? 'cost' : 'net'
  const pointsText = (points: string) =>
    points === '' ? t('letter.unranked') : format.points(Math.round(Number(points) * 100))
  const isWinner = outcome === 'chosen'
  const row = (label: string, ofChosen: string, ofOwn: string): Cell[] =>
    isWinner ? [label, ofChosen] : [label, ofChosen, ofOwn]
  const amount = (label: string, field: string) =>
    row(label, write.money(chosen.text(field)), write.money(own.text(field)))
  const gaps = Number(own.text('gaps'))
  const [chosenNet, ownNet] = [chosen.text('net'), own.text('net')]
  const sums = [
    { net: Number(chosenNet), of: Number(chosen.text('day-work in the net')) },
    { net: Number(ownNet), of: Number(own.text('day-work in the net')) },
  ]
  const hasDayWork = sums.some(({ of }) => of > 0)
  /** Day-work is compared with the rest, and is no part of the contract sum. */
  const dayWork = (part: 'dayWork' | 'contractNet') => {
    const [ofChosen = '', ofOwn = ''] = sums.map(({ net, of }) =>
      write.money((part === 'dayWork' ? of : net - of).toFixed(2)),
    )
    return row(t(`letter.${part}`), ofChosen, ofOwn)
  }
  const failed = notInOrder(own.records('not in order').map(takeFields), { qualification, format, currency })
  const [reason, ownReason] = [letter.text('reason'), own.text('reason')]
  const ground = letter.text('ground')
  const paragraph = (words: string): Block[] => (words === '' ? [] : [{ kind: 'text', text: words }])
  const appeals = letter.text('appeals')
  const [standstillEnd, standstillZone] = [letter.text('standstill ends'), letter.text('standstill time zone')]
  return {
    kind: t('letter.kind'),
    number: format.date(decidedAt),
    title: letter.text('title'),
    mark: revokedAt === null ? null : t('letter.revoked'),
    blocks: [
      {
        kind: 'cards',
        cards: [
          { label: t('letter.from'), title: names.client, lines: businessId(client.text('business id')) },
          { label: t('letter.to'), title: names.company, lines: businessId(own.text('business id')) },
        ],
      },
      ...revocation,
      { kind: 'heading', text: t('letter.decision') },
      ...paragraph(revokedAt === null ? '' : t('letter.revokedText', { ...names, time: moment(revokedAt) })),
      ...paragraph(t(`letter.outcome.${outcome}`, names)),
      ...paragraph(
        standstillEnd === ''
          ? ''
          : t('letter.standstill', { time: deadlineText(Date.parse(standstillEnd), standstillZone, format, ui) }),
      ),
      {
        kind: 'facts',
        facts: filled([
          [t('letter.decidedAt'), moment(decidedAt)],
          [t('letter.boundUntil'), isWinner ? '' : write.date(own.text('bound until'))],
          [t('letter.tenderSet'), letter.text('SHA-256 of the tender set')],
        ]),
      },
      { kind: 'heading', text: isWinner ? t('letter.yourBid') : t('letter.bothBids') },
      {
        kind: 'table',
        caption: isWinner ? t('letter.yourBid') : t('letter.bothBids'),
        columns: [
          { header: t('letter.figure'), width: 3 },
          { header: t('letter.chosenBid'), width: 3, numeric: true },
          ...(isWinner ? [] : [{ header: t('letter.ownBid'), width: 3, numeric: true }]),
        ],
        rows: [
          row(t('letter.bidder'), names.winner, names.company),
          row(t(hasDayWork ? 'letter.compared' : 'letter.net'), write.money(chosenNet), write.money(ownNet)),
          ...(hasDayWork ? [dayWork('dayWork'), dayWork('contractNet')] : []),
          amount(t('letter.vat'), 'VAT'),
          amount(t('letter.gross'), 'gross'),
          ...(isCost ? [amount(t('letter.cost'), 'ranked')] : []),
          ...(rankedOn === 'points'
            ? [row(t('letter.points'), pointsText(chosen.text('points')), pointsText(own.text('points')))]
            : []),
          row(t('letter.rank'), rankText(chosenRank), rankText(ownRank)),
        ],
      },
      ...(scores.length > 0
        ? [
            {
              kind: 'table' as const,
              caption: t('letter.perCriterion'),
              columns: [
                { header: t('letter.criterion'), width: 4 },
                { header: t('letter.weight'), width: 2, numeric: true },
                { header: t('letter.chosenBid'), width: 2, numeric: true },
                ...(isWinner ? [] : [{ header: t('letter.ownBid'), width: 2, numeric: true }]),
              ],
              rows: scores.map((score) => {
                const [name, weight] = [
                  score.text('criterion') || t('letter.price'),
                  write.percent(score.text('weight')),
                ]
                return [
                  name,
                  weight,
                  ...row('', pointsText(score.text('chosen')), pointsText(score.text('own'))).slice(1),
                ]
              }),
            },
          ]
        : []),
      ...paragraph(t(rankingKeys[rankedOn].basis)),
      ...paragraph(hasDayWork ? t('letter.dayWorkText') : ''),
      ...optionBlocks(letter, write, t),
      ...paragraph(!isWinner && gaps > 0 ? t('letter.gaps', { count: gaps }) : ''),
      { kind: 'heading', text: t('letter.reasons') },
      ...paragraph(ground === 'first' ? t(rankingKeys[rankedOn].first, names) : ''),
      ...paragraph(ground === 'only' ? t('letter.only', names) : ''),
      ...paragraph(ground === 'fallback' ? t('letter.byFallback', names) : ''),
      ...paragraph(reason),
      ...paragraph(outcome === 'not_confirmed' ? t('letter.notConfirmed') : ''),
      ...(failed.length > 0 ? [...paragraph(t('letter.notQualified')), { kind: 'facts' as const, facts: failed }] : []),
      ...paragraph(outcome === 'rejected' ? t('letter.rejected', { reason: ownReason }) : ''),
      { kind: 'heading', text: t('letter.ask') },
      {
        kind: 'facts',
        facts: filled([
          [t('letter.contact'), letter.text('contact')],
          [t('letter.appeals'), appeals],
        ]),
      },
    ],
  }
}

/** What bids are ranked on, and what speaks for the first of them. */
const rankingKeys = {
  net: { basis: 'letter.rankedOnNet', first: 'letter.firstOnNet' },
  cost: { basis: 'letter.rankedOnCost', first: 'letter.firstOnCost' },
  points: { basis: 'letter.rankedOnPoints', first: 'letter.firstOnPoints' },
} as const

function outcomeIn(text: string): Exclude<Outcome, 'withdrawn'> {
  const known = outcomes.find((outcome) => outcome === text)
  if (!known || known === 'withdrawn') throw new Error(`A letter with an unknown outcome: ${text}`)
  return known
}
