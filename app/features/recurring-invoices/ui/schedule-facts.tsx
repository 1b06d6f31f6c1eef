import { useTranslation } from 'react-i18next'
import type { Schedule } from '#app/features/recurring-invoices/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { Money } from '#app/ui/money.tsx'

/** When a schedule invoices, and what its invoices say. */
export function ScheduleFacts({ schedule }: { schedule: Schedule }) {
  const { t } = useTranslation('recurring')
  const format = useFormat()
  const { every, unit, lastOn, maxCount, way, email, period, lines, totals, currency, setUpBy } = schedule
  const until = lastOn
    ? t('detail.untilDate', { date: format.date(lastOn) })
    : maxCount === null
      ? t('detail.untilEnded')
      : t('detail.untilCount', { count: maxCount })
  const isPeriod = period.periodStart && period.periodEnd
  return (
    <Card title={t('detail.content')}>
      <DescriptionList
        items={[
          { term: t('list.rhythm'), description: t(`rhythm.${unit}`, { count: every }) },
          { term: t('detail.until'), description: until },
          {
            term: t('detail.period'),
            description: isPeriod
              ? `${format.date(period.periodStart ?? '')} – ${format.date(period.periodEnd ?? '')}`
              : t('detail.noPeriod'),
          },
          { term: t('detail.way'), description: t(`way.${way}`) },
          ...(email ? [{ term: t('detail.sentTo'), description: email }] : []),
          { term: t('detail.setUpBy'), description: setUpBy },
        ]}
      />
      <ul className="mt-4 divide-y divide-border border-t border-border pt-2 text-sm">
        {lines.map(({ description, netCents }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one schedule stay in their places
          <li key={index} className="flex items-baseline justify-between gap-4 py-2">
            <span className="min-w-0 wrap-anywhere">{description}</span>
            <Money cents={netCents} currency={currency} />
          </li>
        ))}
        <li className="flex items-baseline justify-between gap-4 py-2 font-semibold">
          <span>{t('detail.sum')}</span>
          <Money cents={totals.grossCents} currency={currency} />
        </li>
      </ul>
    </Card>
  )
}
