import { CircleCheck, Clock, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type InvoiceDirection, invoiceListHref } from '#app/features/invoicing/invoice-filter.ts'
import type { Outstanding } from '#app/features/invoicing/queries.server.ts'
import { Money } from '#app/ui/money.tsx'
import { Stat, StatGrid } from '#app/ui/stat.tsx'

/** Open and overdue amounts, by currency. */
export function OutstandingStats({
  direction,
  outstanding,
}: {
  direction: InvoiceDirection
  outstanding: readonly Outstanding[]
}) {
  const { t } = useTranslation('invoicing')
  const shown = outstanding.length > 0 ? outstanding : [nothing]
  return (
    <div className="flex flex-col gap-3">
      {shown.map(({ currency, count, openCents, overdueCount, overdueCents }) => (
        <StatGrid key={currency} count={2}>
          <Stat
            label={t(`list.outstanding.${direction}`)}
            value={<Money cents={openCents} currency={currency} />}
            note={count > 0 ? t('list.outstandingCount', { count }) : t('list.nothingOpen')}
            icon={Clock}
          />
          <Stat
            label={t('list.overdue')}
            value={<Money cents={overdueCents} currency={currency} />}
            note={overdueCount > 0 ? t('list.outstandingCount', { count: overdueCount }) : t('list.nothingOverdue')}
            noteTone={overdueCount > 0 ? 'danger' : 'neutral'}
            icon={overdueCount > 0 ? TriangleAlert : CircleCheck}
            to={overdueCount > 0 ? invoiceListHref({ direction, status: 'overdue', page: 1 }) : undefined}
          />
        </StatGrid>
      ))}
    </div>
  )
}

const nothing: Outstanding = { currency: 'EUR', count: 0, openCents: 0, overdueCount: 0, overdueCents: 0 }
