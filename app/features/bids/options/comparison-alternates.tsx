import { useTranslation } from 'react-i18next'
import type { ComparedBidder } from '#app/features/bids/queries.server.ts'
import { Card } from '#app/ui/card.tsx'
import { Money } from '#app/ui/money.tsx'

type Bidder = Pick<ComparedBidder, 'id' | 'companyName' | 'alternates'>

/** The alternates that bidders thought up, beside the comparison and in none of its figures (BID-31); nothing without any. */
export function ComparisonAlternates({ bidders, currency }: { bidders: readonly Bidder[]; currency: string }) {
  const { t } = useTranslation('priceforms')
  const offering = bidders.filter(({ alternates }) => alternates.length > 0)
  if (offering.length === 0) return null
  return (
    <Card title={t('alternate.title')} description={t('alternate.text')} flush>
      <ul className="divide-y divide-border border-t border-border text-sm">
        {offering.map(({ id, companyName, alternates }) => (
          <li key={id} className="flex flex-col gap-2 px-4 py-3 sm:px-5">
            <p className="font-medium wrap-anywhere">{companyName}</p>
            <ul className="flex flex-col gap-2">
              {alternates.map((alternate) => (
                <li key={alternate.id} className="flex items-baseline justify-between gap-4">
                  <span className="min-w-0 whitespace-pre-line wrap-anywhere">{alternate.description}</span>
                  <Money cents={alternate.netCents} currency={currency} className="shrink-0" />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Card>
  )
}
