import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReceivedListRow } from '#app/features/received-invoices/list-received.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import { Money } from '#app/ui/money.tsx'
import { ReceivedStatus } from './received-status.tsx'

const pageOf = ({ source, id }: ReceivedListRow) =>
  source === 'file' ? `/invoicing/received/${id}` : `/invoicing/${id}`

/** What the company received, one link per row. */
export function ReceivedList({ rows, empty }: { rows: readonly ReceivedListRow[]; empty: ReactNode }) {
  const { t } = useTranslation('receivedinvoices')
  const format = useFormat()
  const signed = ({ kind }: ReceivedListRow, cents: number) => (kind === 'credit_note' ? -cents : cents)
  return (
    <DataTable
      caption={t('title')}
      rows={rows}
      rowKey={({ id }) => id}
      empty={empty}
      columns={[
        {
          key: 'supplier',
          header: t('field.supplier'),
          primary: true,
          cell: (row) => (
            <a href={pageOf(row)} className="text-primary wrap-anywhere hover:underline">
              {row.partyName}
            </a>
          ),
        },
        {
          key: 'number',
          header: t('field.number'),
          cell: ({ kind, number, source }) => (
            <>
              <span className="wrap-anywhere">{t(`kind.${kind}`, { number })}</span>
              {source === 'groundwork' && (
                <span className="block text-xs text-muted-foreground">{t('list.groundwork')}</span>
              )}
            </>
          ),
        },
        {
          key: 'issueDate',
          header: t('field.issueDate'),
          cell: ({ issueDate }) => <span className="whitespace-nowrap">{format.date(issueDate)}</span>,
        },
        {
          key: 'dueDate',
          header: t('field.dueDate'),
          cell: ({ dueDate }) => dueDate && <span className="whitespace-nowrap">{format.date(dueDate)}</span>,
        },
        {
          key: 'total',
          header: t('field.gross'),
          numeric: true,
          cell: (row) => <Money cents={signed(row, row.grossCents)} currency={row.currency} />,
        },
        {
          key: 'open',
          header: t('field.open'),
          numeric: true,
          cell: ({ openCents, currency }) => openCents !== 0 && <Money cents={openCents} currency={currency} />,
        },
        { key: 'status', header: t('field.status'), cell: (row) => <ReceivedStatus {...row} /> },
      ]}
    />
  )
}
