import { useTranslation } from 'react-i18next'
import { pricePoints } from '#app/features/evaluation/scoring.ts'
import type { AwardTerms, Ratio } from '#app/features/projects/award-terms.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Card } from '#app/ui/card.tsx'
import { DataTable } from '#app/ui/data-table.tsx'

/** What the bids of a project are chosen by, as everybody who sees the project reads it. `basis`: what bids are ranked by where the price decides. */
export function AwardTermsCards({
  terms: { ratio, requirements },
  basis,
  currency,
}: {
  terms: AwardTerms
  basis: 'net' | 'cost'
  currency: string
}) {
  const { t } = useTranslation('evaluation')
  return (
    <>
      <Card title={t('terms.basis')}>
        <p className="font-medium">{t(ratio ? 'basis.ratio' : 'basis.lowest_price')}</p>
        <p className="mt-1 max-w-prose text-sm text-muted-foreground">{t(`terms.price.${basis}`)}</p>
      </Card>
      {ratio && <RatioCards ratio={ratio} currency={currency} />}
      <Card title={t('terms.requirements')} flush={requirements.length > 0}>
        {requirements.length === 0 ? (
          <p className="text-sm text-muted-foreground">{t('terms.requirementsNone')}</p>
        ) : (
          <>
            <p className="px-4 pb-3 text-sm text-muted-foreground sm:px-5">{t('terms.requirementsText')}</p>
            <ol className="divide-y divide-border border-t border-border text-sm">
              {requirements.map(({ id, text }, index) => (
                <li key={id} className="flex gap-4 px-4 py-3 sm:px-5">
                  <span aria-hidden className="w-5 shrink-0 text-muted-foreground tabular-nums">
                    {index + 1}
                  </span>
                  <span className="min-w-0 max-w-prose wrap-anywhere whitespace-pre-line">{text}</span>
                </li>
              ))}
            </ol>
          </>
        )}
      </Card>
    </>
  )
}

function RatioCards({ ratio, currency }: { ratio: Ratio; currency: string }) {
  const { t } = useTranslation('evaluation')
  const format = useFormat()
  const rows = [
    { id: 'price', name: t('price'), description: t(`formula.${ratio.priceFormula}`), weightBp: ratio.priceWeightBp },
    ...ratio.criteria,
  ]
  return (
    <>
      <Card title={t('terms.criteria')} flush>
        <DataTable
          bare
          caption={t('terms.criteria')}
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            { key: 'name', header: t('field.name'), cell: ({ name }) => name, primary: true },
            {
              key: 'description',
              header: t('field.description'),
              cell: ({ description }) => <span className="wrap-anywhere whitespace-pre-line">{description}</span>,
            },
            { key: 'weight', header: t('field.weight'), cell: (row) => format.percent(row.weightBp), numeric: true },
          ]}
          footer={[t('terms.sum'), null, format.percent(10_000)]}
        />
      </Card>
      <Card title={t('terms.points')}>
        <div className="flex max-w-prose flex-col gap-3 text-sm leading-relaxed">
          <p>{t('terms.scale', { max: ratio.maxPoints })}</p>
          <p>{t('terms.evaluators')}</p>
          <PriceFormulaText ratio={ratio} currency={currency} />
          <p>{t('terms.total', { max: ratio.maxPoints })}</p>
          <p>{t('terms.rounding')}</p>
          <p>{t('terms.tie')}</p>
        </div>
      </Card>
    </>
  )
}

/** The announced formula in words and by an example. */
function PriceFormulaText({ ratio, currency }: { ratio: Ratio; currency: string }) {
  const { t } = useTranslation('evaluation')
  const format = useFormat()
  const { priceFormula, ceilingCents, maxPoints, priceWeightBp } = ratio
  const [lowestCents, priceCents] = examplePrices(ceilingCents)
  const centi = pricePoints(ratio, priceCents, lowestCents)
  const money = (cents: number) => format.money(cents, currency, { decimals: false })
  const figures = {
    ...{ max: maxPoints, earned: format.points(centi), weight: format.percent(priceWeightBp) },
    ...{ lowest: money(lowestCents), price: money(priceCents), ceiling: money(ceilingCents ?? 0) },
    weighted: format.points(Math.round((centi * priceWeightBp) / (maxPoints * 100))),
  }
  return (
    <>
      <p>{t(`terms.formula.${priceFormula}`, figures)}</p>
      <p className="rounded-md bg-muted px-3 py-2">{t('terms.example', figures)}</p>
    </>
  )
}

/** A lowest price and another one: a quarter above it, or halfway from 80 % of the ceiling to the ceiling. */
function examplePrices(ceilingCents: number | null): [number, number] {
  if (ceilingCents === null) return [100_000_00, 125_000_00]
  return [Math.round(ceilingCents * 0.8), Math.round(ceilingCents * 0.9)]
}
