import { CircleCheck, Clock, HandCoins, Hourglass, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { InvoiceDirection } from '#app/features/invoicing/invoice-filter.ts'
import type { Outstanding } from '#app/features/invoicing/queries.server.ts'
import { Money } from '#app/ui/money.tsx'
import { Stat, StatGrid } from '#app/ui/stat.tsx'

const overdueOf = { issued: '/invoicing?status=overdue', received: '/invoicing/received?state=overdue' }

type Sum = { currency: string; cents: number; count: number }

/** Open and overdue amounts, by currency, and beside them what is retained and what is owed back, where there is any. */
export function OutstandingStats({
  direction,
  outstanding,
  retained,
  owedBack,
}: {
  direction: InvoiceDirection
  outstanding: readonly Outstanding[]
  retained: readonly Sum[]
  owedBack: readonly Sum[]
}) {
  const { t } = useTranslation('invoicing')
  const shown = outstanding.length > 0 ? outstanding : [nothing]
  const openItems = direction === 'received' ? '/invoicing/open-items?view=received' : '/invoicing/open-items'
  const others = [
    ...retained.map((sum) => ({ ...sum, label: t('list.retention'), note: t('list.retentionNote'), icon: Hourglass })),
    ...owedBack.map((sum) => ({
      ...sum,
      label: t(`list.owedBack.${direction}`),
      note: t('list.outstandingCount', { count: sum.count }),
      icon: HandCoins,
    })),
  ]
  return (
    <div className="flex flex-col gap-3">
      {shown.map(({ currency, count, openCents, overdueCount, overdueCents }) => (
        <StatGrid key={currency} count={2}>
          <Stat
            label={t(`list.outstanding.${direction}`)}
            value={<Money cents={openCents} currency={currency} />}
            note={count > 0 ? t('list.outstandingCount', { count }) : t('list.nothingOpen')}
            icon={Clock}
            to={count > 0 ? openItems : undefined}
          />
          <Stat
            label={t('list.overdue')}
            value={<Money cents={overdueCents} currency={currency} />}
            note={overdueCount > 0 ? t('list.outstandingCount', { count: overdueCount }) : t('list.nothingOverdue')}
            noteTone={overdueCount > 0 ? 'danger' : 'neutral'}
            icon={overdueCount > 0 ? TriangleAlert : CircleCheck}
            to={overdueCount > 0 ? overdueOf[direction] : undefined}
          />
        </StatGrid>
      ))}
      {others.length > 0 && (
        <StatGrid count={others.length === 1 ? 1 : 2}>
          {others.map(({ label, note, icon, cents, currency }) => (
            <Stat
              key={`${label} ${currency}`}
              label={label}
              value={<Money cents={cents} currency={currency} />}
              note={note}
              icon={icon}
              to={openItems}
            />
          ))}
        </StatGrid>
      )}
    </div>
  )
}

const nothing: Outstanding = { currency: 'EUR', count: 0, openCents: 0, overdueCount: 0, overdueCents: 0 }
