import { useTranslation } from 'react-i18next'
import { type TransactionFilter, transactionsHref } from '#app/features/finance/transaction-filter.ts'
import type { TransactionSum } from '#app/features/finance/transactions.server.ts'
import { Money } from '#app/ui/money.tsx'
import { Stat, StatGrid } from '#app/ui/stat.tsx'

/** What came in and went out by all rows that the filter leaves, by currency; each figure leads to its rows. */
export function TransactionSums({ sums, filter }: { sums: readonly TransactionSum[]; filter: TransactionFilter }) {
  const { t } = useTranslation('finance')
  return (
    <div className="flex flex-col gap-3">
      {sums.map(({ currency, count, inCents, outCents }) => (
        <StatGrid key={currency} count={3}>
          <Stat
            label={t('sum.in')}
            value={<Money cents={inCents} currency={currency} />}
            to={transactionsHref(filter, { direction: 'in' })}
          />
          <Stat
            label={t('sum.out')}
            value={<Money cents={outCents} currency={currency} />}
            to={transactionsHref(filter, { direction: 'out' })}
          />
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
