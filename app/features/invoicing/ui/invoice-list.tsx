import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { InvoiceFilter } from '#app/features/invoicing/invoice-filter.ts'
import type { InvoiceListRow } from '#app/features/invoicing/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import { Money, Sums } from '#app/ui/money.tsx'
import { InvoiceStatusBadge } from './invoice-status.tsx'

/** A table of invoices with one link per row. */
export function InvoiceList({
  rows,
  filter,
  sums = [],
  empty,
}: {
  rows: readonly InvoiceListRow[]
  /** Null where all of them are to one buyer. */
  filter: InvoiceFilter | null
  /** What is open of all of them, also of other pages; empty where that is not asked. */
  sums?: ReadonlyArray<{ currency: string; cents: number }>
  empty: ReactNode
}) {
  const { t } = useTranslation('invoicing')
  const format = useFormat()
  const nameOf = ({ number, kind, createdAt }: InvoiceListRow) =>
    number ? t(`title.${kind}`, { number }) : t('list.draft', { date: format.date(createdAt) })
  return (
    <DataTable
      caption={t('list.caption')}
      rows={rows}
      rowKey={(row) => row.id}
      empty={empty}
      columns={[
        {
          key: 'number',
          header: t('list.number'),
          primary: true,
          cell: (row) => (
            <a href={`/invoicing/${row.id}`} className="text-primary hover:underline">
              {nameOf(row)}
            </a>
          ),
        },
        ...(filter
          ? [
              {
                key: 'party',
                header: t('list.party.issued'),
                cell: (row: InvoiceListRow) => row.partyName,
              },
            ]
          : []),
        {
          key: 'issueDate',
          header: t('list.issueDate'),
          cell: (row) => row.issueDate && <span className="whitespace-nowrap">{format.date(row.issueDate)}</span>,
        },
        {
          key: 'dueDate',
          header: t('list.dueDate'),
          cell: (row) => row.dueDate && <span className="whitespace-nowrap">{format.date(row.dueDate)}</span>,
        },
        {
          key: 'total',
          header: t('list.total'),
          numeric: true,
          cell: (row) => (
            <Money cents={row.kind === 'credit_note' ? -row.grossCents : row.grossCents} currency={row.currency} />
          ),
        },
        ...(filter?.status === 'settled'
          ? [
              {
                key: 'settled',
                header: t('list.settled'),
                numeric: true,
                cell: (row: InvoiceListRow) => <Money cents={row.settledCents} currency={row.currency} />,
              },
            ]
          : []),
        {
          key: 'open',
          header: t('list.open'),
          numeric: true,
          cell: (row) => (
            <>
              {row.openCents > 0 && <Money cents={row.openCents} currency={row.currency} />}
              {row.retainedCents > 0 && (
                <span className="block text-xs text-muted-foreground">
                  {t('list.retained', { amount: format.money(row.retainedCents, row.currency) })}
                </span>
              )}
            </>
          ),
        },
        {
          key: 'status',
          header: t('list.status'),
          cell: (row) => <InvoiceStatusBadge status={row.status} isOverdue={row.isOverdue} />,
        },
      ]}
      footer={
        sums.length > 0 ? [t('list.totalOfAll'), ...['', '', '', ''], <Sums key="open" of={sums} />, ''] : undefined
      }
    />
  )
}
