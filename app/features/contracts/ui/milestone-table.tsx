import { useTranslation } from 'react-i18next'
import { DueDate } from '#app/features/contracts/due-dates/ui/due-date.tsx'
import type { ContractMilestone } from '#app/features/contracts/queries.server.ts'
import { useUntaxed } from '#app/features/projects/ui/vat-text.ts'
import { useFormat } from '#app/i18n/format.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import { Money } from '#app/ui/money.tsx'
import { StatusBadge } from '#app/ui/status-badge.tsx'

/** The milestones of a contract with totals; statuses are shown once work can begin. */
export function MilestoneTable({
  milestones,
  totals,
  currency,
  showStatus,
}: {
  milestones: readonly ContractMilestone[]
  totals: { netCents: number; vatCents: number; grossCents: number }
  currency: string
  showStatus: boolean
}) {
  const { t } = useTranslation('contracts')
  const format = useFormat()
  const untaxed = useUntaxed()
  const status = {
    key: 'status',
    header: t('list.status'),
    cell: (row: ContractMilestone) => (
      <StatusBadge status={row.status}>{t(`milestoneStatus.${row.status}`)}</StatusBadge>
    ),
  }
  return (
    <DataTable
      caption={t('detail.milestones')}
      rows={milestones}
      rowKey={(row) => row.id}
      columns={[
        {
          key: 'title',
          header: t('detail.milestone'),
          primary: true,
          cell: (row) => (
            <>
              {row.position}. {row.title}
              {row.description && (
                <span className="block text-xs font-normal whitespace-pre-line text-muted-foreground">
                  {row.description}
                </span>
              )}
            </>
          ),
        },
        {
          key: 'due',
          header: t('detail.due'),
          cell: (row) => <DueDate due={row} />,
        },
        ...(showStatus ? [status] : []),
        {
          key: 'net',
          header: t('detail.net'),
          numeric: true,
          cell: (row) => <Money cents={row.netCents} currency={currency} />,
        },
        {
          key: 'vat',
          header: t('detail.vat'),
          numeric: true,
          cell: (row) => (
            <>
              <Money cents={row.vatCents} currency={currency} />
              <span className="block text-xs text-muted-foreground">
                {untaxed(row.vatCategory) ?? format.percent(row.vatRateBp)}
              </span>
            </>
          ),
        },
        {
          key: 'gross',
          header: t('detail.gross'),
          numeric: true,
          cell: (row) => <Money cents={row.amountCents} currency={currency} />,
        },
      ]}
      footer={[
        t('detail.total'),
        '',
        ...(showStatus ? [''] : []),
        <Money key="net" cents={totals.netCents} currency={currency} />,
        <Money key="vat" cents={totals.vatCents} currency={currency} />,
        <Money key="gross" cents={totals.grossCents} currency={currency} />,
      ]}
    />
  )
}
