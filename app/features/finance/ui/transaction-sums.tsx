import { useTranslation } from 'react-i18next'
import type { TransactionSum } from '#app/features/finance/transactions.server.ts'
import { Money } from '#app/ui/money.tsx'
import { Stat, StatGrid } from '#app/ui/stat.tsx'

/** What came in and went out by all rows that the filter leaves, by currency. */
export function TransactionSums({ sums }: { sums: readonly TransactionSum[] }) {
  const { t } = useTranslation('finance')
  return (
    <div className="flex flex-col gap-3">
      {sums.map(({ currency, count, inCents, outCents }) => (
        <StatGrid key={currency} count={3}>
          <Stat label={t('sum.in')} value={<Money cents={inCents} currency={currency} />} />
          <Stat label={t('sum.out')} value={<Money cents={outCents} currency={currency} />} />
          <Stat
            label={t('sum.net')}
            value={<Money cents={inCents + outCents} currency={currency} />}
            note={t('sum.count', { count })}
          />
        </StatGrid>
      ))}
    </div>
  )
}
