import { Landmark } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { listEscrowTotals } from '#app/features/escrow/counts.server.ts'
import type { listEscrow } from '#app/features/escrow/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Money, Sums } from '#app/ui/money.tsx'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** Contracts in escrow; `sums` are those of all of them, also of other pages. */
export function EscrowTable({
  rows,
  sums,
  isAdmin,
  companyId,
}: {
  rows: ReturnType<typeof listEscrow>
  sums: ReturnType<typeof listEscrowTotals>
  isAdmin: boolean
  companyId: string | null
}) {
  const { t } = useTranslation('escrow')
  const format = useFormat()
  return (
    <DataTable
      caption={t('list.caption')}
      rows={rows}
      rowKey={(row) => row.id}
      empty={
        <EmptyState
          icon={Landmark}
          title={t('list.emptyTitle')}
          action={
            <ButtonLink to={isAdmin ? '/escrow/transfers' : '/contracts'}>
              {t(isAdmin ? 'list.transfers' : 'list.toContracts')}
            </ButtonLink>
          }
        >
          {t('list.empty')}
        </EmptyState>
      }
      columns={[
        {
          key: 'contract',
          header: t('list.contract'),
          primary: true,
          cell: (row) => (
            <>
              <TextLink to={`/escrow/${row.id}`}>{row.title}</TextLink>
              <span className="block text-xs font-normal text-muted-foreground">{row.number}</span>
            </>
          ),
        },
        {
          key: 'with',
          header: t('list.parties'),
          cell: (row) =>
            isAdmin
              ? t('list.both', { client: row.clientName, provider: row.providerName })
              : row.clientCompanyId === companyId
                ? row.providerName
                : row.clientName,
        },
        {
          key: 'next',
          header: t('list.next'),
          cell: (row) =>
            row.next ? (
              <span className="inline-flex flex-wrap items-center justify-end gap-2 tabular:justify-start">
                {row.next.title}
                <StatusBadge status={row.next.status}>{t(`status.${row.next.status}`)}</StatusBadge>
                {row.next.dueDate && (
                  <span className="text-xs text-muted-foreground">
                    {t('list.due', { date: format.date(row.next.dueDate) })}
                  </span>
                )}
              </span>
            ) : row.retentionStatus === 'held' || row.retentionStatus === 'disputed' ? (
              <span className="inline-flex flex-wrap items-center justify-end gap-2 tabular:justify-start">
                {t('retention.title')}
                <StatusBadge status={row.retentionStatus}>{t(`retention.status.${row.retentionStatus}`)}</StatusBadge>
              </span>
            ) : (
              t(row.status === 'terminated' ? 'list.ended' : 'list.nothingOpen')
            ),
        },
        {
          key: 'held',
          header: t('position.held'),
          numeric: true,
          cell: (row) => <Money cents={row.position.heldCents} currency={row.currency} />,
        },
        {
          key: 'released',
          header: t('position.released'),
          numeric: true,
          cell: (row) => <Money cents={row.position.releasedCents} currency={row.currency} />,
        },
        {
          key: 'gross',
          header: t('list.gross'),
          numeric: true,
          cell: (row) => <Money cents={row.grossCents} currency={row.currency} />,
        },
      ]}
      footer={
        sums.length > 0
          ? [
              t('list.total'),
              '',
              '',
              <Sums key="held" of={sums.map(({ currency, heldCents }) => ({ currency, cents: heldCents }))} />,
              <Sums
                key="released"
                of={sums.map(({ currency, releasedCents }) => ({ currency, cents: releasedCents }))}
              />,
              '',
            ]
          : undefined
      }
    />
  )
}
