import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { listContractTotals } from '#app/features/contracts/counts.server.ts'
import type { ContractListItem } from '#app/features/contracts/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { DataTable } from '#app/ui/data-table.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Money, Sums } from '#app/ui/money.tsx'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** Contracts, active ones with what is still to be delivered; `sums` are those of all of them, also of other pages. */
export function ContractTable({
  rows,
  sums,
  isActive,
}: {
  rows: readonly ContractListItem[]
  sums: ReturnType<typeof listContractTotals>
  isActive: boolean
}) {
  const { t } = useTranslation('contracts')
  const { t: tList } = useTranslation('contractpages')
  const format = useFormat()
  return (
    <DataTable
      caption={t('list.title')}
      rows={rows}
      rowKey={(row) => row.id}
      empty={
        <EmptyState
          icon={SearchX}
          title={tList('list.noResultsTitle')}
          action={<ButtonLink to="/contracts">{tList('list.showAll')}</ButtonLink>}
        >
          {tList('list.noResults')}
        </EmptyState>
      }
      columns={[
        {
          key: 'title',
          header: t('list.contract'),
          primary: true,
          cell: (row) => (
            <>
              <TextLink to={`/contracts/${row.id}`} prefetch="none">
                {row.title}
              </TextLink>
              <span className="block text-xs font-normal text-muted-foreground">{row.number}</span>
            </>
          ),
        },
        { key: 'role', header: tList('list.role'), cell: (row) => t(`party.${row.party}`) },
        { key: 'counterparty', header: tList('list.counterparty'), cell: (row) => row.counterparty },
        {
          key: 'status',
          header: t('list.status'),
          cell: (row) => <StatusBadge status={row.status}>{t(`status.${row.status}`)}</StatusBadge>,
        },
        { key: 'updated', header: t('list.updated'), day: true, cell: (row) => format.date(row.updatedAt) },
        {
          key: 'gross',
          header: t('list.gross'),
          numeric: true,
          cell: (row) => <Money cents={row.grossCents} currency={row.currency} />,
        },
        ...(isActive
          ? [
              {
                key: 'undelivered',
                header: tList('list.undelivered'),
                numeric: true,
                cell: (row: ContractListItem) => <Money cents={row.undeliveredCents} currency={row.currency} />,
              },
            ]
          : []),
      ]}
      footer={
        sums.length > 0
          ? [
              tList('list.total'),
              ...['', '', '', ''],
              <Sums
                key="gross"
                of={sums.map(({ currency, committedCents }) => ({ currency, cents: committedCents }))}
              />,
              <Sums
                key="undelivered"
                of={sums.map(({ currency, undeliveredCents }) => ({ currency, cents: undeliveredCents }))}
              />,
            ]
          : undefined
      }
    />
  )
}
