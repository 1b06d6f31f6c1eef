import { useTranslation } from 'react-i18next'
import type { ShownRow } from '#app/features/bank-statements/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import { Money } from '#app/ui/money.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** Rows of statements, each with what becomes of it. */
export function RowTable({ caption, rows }: { caption: string; rows: readonly ShownRow[] }) {
  const { t } = useTranslation('bankstatements')
  const format = useFormat()
  return (
    <DataTable
      caption={caption}
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        {
          key: 'who',
          header: t('field.counterparty'),
          primary: true,
          cell: (row) => (
            <TextLink to={`/escrow/bank-statements/rows/${row.id}`}>
              {row.counterparty || row.message || t('noName')}
            </TextLink>
          ),
        },
        { key: 'bookedOn', header: t('field.bookedOn'), day: true, cell: (row) => format.date(row.bookedOn) },
        {
          key: 'reference',
          header: t('field.reference'),
          cell: (row) => <span className="whitespace-nowrap tabular-nums">{row.reference || '–'}</span>,
        },
        {
          key: 'outcome',
          header: t('field.outcome'),
          cell: (row) => t(row.settledAs ? `settledAs.${row.settledAs}` : `outcome.${row.outcome}`),
        },
        {
          key: 'amount',
          header: t('field.amount'),
          numeric: true,
          cell: (row) => <Money cents={row.amountCents} currency={row.currency} />,
        },
      ]}
    />
  )
}
