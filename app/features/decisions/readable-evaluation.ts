import type { TFunction } from 'i18next'
import type { Block, Cell } from '#app/documents/document.ts'
import { takeFields as fieldsOf, filled } from '#app/features/contracts/frozen-values.ts'

type Words = {
  companyOf: (bidId: string) => string
  moment: (at: string) => string
  points: (typed: string) => string
  percent: (typed: string) => string
  t: TFunction<'memo'>
  evaluation: TFunction<'evaluation'>
}

/** How the bids were scored, from a frozen decision: the criteria, what each bid earned, who scored and what they gave. Empty where the price decided. */
export function evaluationBlocks(
  memo: ReturnType<typeof fieldsOf>,
  { companyOf, moment, points, percent, t, evaluation }: Words,
): Block[] {
  const criteria = memo.records('criteria').map(fieldsOf)
  if (criteria.length === 0) return []
  const nameOf = (name: string) => name || evaluation('price')
  const highest = Number(memo.text('highest points'))
  return [
    { kind: 'heading', text: evaluation('terms.criteria') },
    {
      kind: 'table',
      caption: evaluation('terms.criteria'),
      columns: [
        { header: evaluation('field.name'), width: 6 },
        { header: evaluation('field.weight'), width: 2, numeric: true },
      ],
      rows: criteria.map((one) => [nameOf(one.text('name')), percent(one.text('weight'))]),
    },
    { kind: 'text', text: evaluation('terms.total', { max: highest }) },
    { kind: 'heading', text: t('scores') },
    {
      kind: 'table',
      caption: t('scores'),
      columns: [
        { header: evaluation('result.bidder'), width: 4 },
        { header: t('criterion'), width: 4 },
        { header: evaluation('score.field'), width: 2, numeric: true },
        { header: t('weighted'), width: 2, numeric: true },
      ],
      rows: memo.records('scores').map((record): Cell[] => {
        const score = fieldsOf(record)
        const [bid, criterion] = [companyOf(score.text('bid')), nameOf(score.text('criterion'))]
        return [bid, criterion, points(score.text('points')), points(score.text('weighted'))]
      }),
    },
    { kind: 'heading', text: evaluation('evaluation.evaluators') },
    {
      kind: 'table',
      caption: evaluation('evaluation.evaluators'),
      columns: [
        { header: evaluation('field.name'), width: 3 },
        { header: t('declared'), width: 4 },
        { header: t('submitted'), width: 4 },
      ],
      rows: memo.records('evaluators').map((record): Cell[] => {
        const one = fieldsOf(record)
        const reason = one.text('reopened because')
        return [
          { text: one.text('name'), note: reason === '' ? '' : evaluation('evaluation.reopened', { reason }) },
          moment(one.text('declared no conflict of interest')),
          moment(one.text('submitted')),
        ]
      }),
    },
    { kind: 'heading', text: t('given') },
    {
      kind: 'facts',
      facts: filled(
        memo.records('points').map((record) => {
          const given = fieldsOf(record)
          const [name, bid, criterion] = [
            given.text('evaluator'),
            companyOf(given.text('bid')),
            given.text('criterion'),
          ]
          const earned = points(given.text('points'))
          return [
            t('givenBy', { name, company: bid, criterion }),
            t('givenFor', { earned, reason: given.text('reason') }),
          ]
        }),
      ),
    },
  ]
}
