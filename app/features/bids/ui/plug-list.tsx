import { useTranslation } from 'react-i18next'
import type { Plug } from '#app/features/bids/levelling/levelling.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Card } from '#app/ui/card.tsx'
import { Money } from '#app/ui/money.tsx'
import type { ComparisonView } from './comparison-view.ts'

/** What the client reckons for the gaps of bids, with the reasons. */
export function PlugList({ currency, bidders, comparison, plugs }: ComparisonView) {
  const { t } = useTranslation('bids')
  const format = useFormat()
  const nameOf = ({ bidId }: Plug) => bidders.find(({ id }) => id === bidId)?.companyName
  const lineOf = ({ projectLineId }: Plug) => comparison.rows.find(({ requested }) => requested?.id === projectLineId)
  return (
    <Card title={t('compare.plugs')}>
      <ul className="divide-y divide-border text-sm">
        {plugs.map((plug) => (
          <li key={plug.bidId + plug.projectLineId} className="py-2.5 first:pt-0 last:pb-0">
            <p className="flex flex-wrap justify-between gap-x-4 font-medium">
              <span className="wrap-anywhere">
                {t('plug.of', { company: nameOf(plug) ?? '', line: lineOf(plug)?.description ?? '' })}
              </span>
              <Money cents={plug.netCents} currency={currency} />
            </p>
            <p className="wrap-anywhere whitespace-pre-line text-muted-foreground">{plug.reason}</p>
            <p className="text-xs text-muted-foreground">
              {t('plug.by', { name: plug.setByName, date: format.dateTime(plug.setAt) })}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
