import { useTranslation } from 'react-i18next'
import { askedOf } from '#app/features/bids/ui/comparison-asked.ts'
import { cellContent } from '#app/features/bids/ui/comparison-cell.tsx'
import type { ComparisonView } from '#app/features/bids/ui/comparison-view.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Card } from '#app/ui/card.tsx'
import type { PriceForm } from '#db/vocabulary/projects.ts'

/** What each bid asks for the options, beside the comparison and in none of its figures (BID-30); nothing without options. */
export function ComparisonOptions({ comparison, bidders, currency }: ComparisonView) {
  const { t } = useTranslation('bids')
  const { t: tForms } = useTranslation('priceforms')
  const format = useFormat()
  const formName = (form: PriceForm) => tForms(`name.${form}`)
  const { options } = comparison
  if (options.length === 0) return null
  return (
    <Card title={tForms('option.title')} description={tForms('option.text')} flush>
      <ul className="divide-y divide-border border-t border-border text-sm">
        {options.map((row) => (
          <li key={row.requested?.id ?? row.description} className="flex flex-col gap-2 px-4 py-3 sm:px-5">
            <p>
              <span className="block font-medium wrap-anywhere">{row.description}</span>
              <span className="block text-muted-foreground">{askedOf(row, { t, formName, format })}</span>
            </p>
            <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
              {row.cells.map((cell, index) => (
                <div key={cell.bidId} className="flex items-baseline justify-between gap-4">
                  <dt className="min-w-0 text-muted-foreground wrap-anywhere">{bidders[index]?.companyName}</dt>
                  <dd className="text-end tabular-nums">{cellContent(cell, row, currency, { t, format })}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </Card>
  )
}
