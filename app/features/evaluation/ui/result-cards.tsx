import { useTranslation } from 'react-i18next'
import type { Evaluation } from '#app/features/evaluation/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Card } from '#app/ui/card.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { Money } from '#app/ui/money.tsx'

/** The ranks with all their figures, and each evaluator's points with the reasons. */
export function ResultCards({
  ratio,
  bids,
  evaluators,
  result,
  currency,
}: Pick<Evaluation, 'ratio' | 'bids' | 'evaluators'> & {
  result: NonNullable<Evaluation['result']>
  currency: string
}) {
  const { t } = useTranslation('evaluation')
  const format = useFormat()
  const { points } = format
  const nameOf = (bidId: string) => bids.find(({ id }) => id === bidId)?.companyName ?? ''
  const counted = (centi: number, weighted: number) => (
    <>
      <span className="block font-medium">{points(weighted)}</span>
      <span className="block text-xs text-muted-foreground">{t('result.ofScale', { earned: points(centi) })}</span>
    </>
  )
  return (
    <>
      <Card title={t('result.title')} flush>
        <DataTable
          bare
          caption={t('result.title')}
          rows={result.ranked}
          rowKey={({ bidId }) => bidId}
          columns={[
            { key: 'rank', header: t('result.rank'), cell: ({ rank }) => rank, numeric: true },
            { key: 'bidder', header: t('result.bidder'), cell: ({ bidId }) => nameOf(bidId), primary: true },
            {
              key: 'price',
              header: t('price'),
              cell: (bid) => (
                <>
                  {counted(bid.priceCenti, bid.weightedPriceCenti)}
                  <Money cents={bid.priceCents} currency={currency} className="block text-xs text-muted-foreground" />
                </>
              ),
              numeric: true,
            },
            ...ratio.criteria.map(({ id, name }) => ({
              key: id,
              header: name,
              cell: (bid: (typeof result.ranked)[number]) => {
                const score = bid.criteria.find(({ criterionId }) => criterionId === id)
                return score ? counted(score.meanCenti, score.weightedCenti) : null
              },
              numeric: true,
            })),
            {
              key: 'total',
              header: t('terms.sum'),
              cell: ({ totalCenti }) => <span className="text-base font-semibold">{points(totalCenti)}</span>,
              numeric: true,
            },
          ]}
        />
        <p className="border-t border-border px-4 py-3 text-sm text-muted-foreground sm:px-5">{t('terms.rounding')}</p>
      </Card>
      {result.ranked.map(({ bidId }) => (
        <Card key={bidId} title={t('result.notes', { company: nameOf(bidId) })} headingLevel={3}>
          <dl className="flex flex-col gap-4 text-sm">
            {ratio.criteria.map((criterion) => (
              <div key={criterion.id}>
                <dt className="font-medium">{criterion.name}</dt>
                {result.scores
                  .filter((score) => score.bidId === bidId && score.criterionId === criterion.id)
                  .map((score) => (
                    <dd key={score.evaluatorId} className="mt-1 wrap-anywhere whitespace-pre-line">
                      <span className="text-muted-foreground">
                        {t('result.by', {
                          name: evaluators.find(({ id }) => id === score.evaluatorId)?.name ?? '',
                          earned: points(score.pointsCenti),
                        })}
                      </span>{' '}
                      {score.note}
                    </dd>
                  ))}
              </div>
            ))}
          </dl>
        </Card>
      ))}
    </>
  )
}
