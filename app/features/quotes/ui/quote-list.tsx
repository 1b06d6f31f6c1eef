import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { QuoteListRow } from '#app/features/quotes/list-queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import { Money } from '#app/ui/money.tsx'
import { QuoteStatusBadge } from './quote-status.tsx'

/** A table of quotes with one link per row; without the client where all are to one. */
export function QuoteList({
  rows,
  ofClient = false,
  empty,
}: {
  rows: readonly QuoteListRow[]
  ofClient?: boolean
  empty: ReactNode
}) {
  const { t } = useTranslation('quotelist')
  const format = useFormat()
  const client = { key: 'client', header: t('list.client'), cell: (row: QuoteListRow) => row.buyerName }
  return (
    <DataTable
      caption={t('caption')}
      captionHidden
      rows={rows}
      rowKey={({ id }) => id}
      empty={empty}
      columns={[
        {
          key: 'number',
          header: t('list.quote'),
          primary: true,
          cell: ({ id, number, title, createdAt }) => (
            <a href={`/invoicing/quotes/${id}`} className="text-primary wrap-anywhere hover:underline">
              {`${number ?? t('list.draft', { date: format.date(createdAt) })} ${title}`}
            </a>
          ),
        },
        ...(ofClient ? [] : [client]),
        {
          key: 'validUntil',
          header: t('list.validUntil'),
          cell: ({ validUntil }) => <span className="whitespace-nowrap">{format.date(validUntil)}</span>,
        },
        {
          key: 'total',
          header: t('list.total'),
          numeric: true,
          cell: ({ grossCents, currency }) => <Money cents={grossCents} currency={currency} />,
        },
        {
          key: 'invoiced',
          header: t('list.invoiced'),
          numeric: true,
          cell: ({ invoicedCents, currency }) =>
            invoicedCents > 0 && <Money cents={invoicedCents} currency={currency} />,
        },
        {
          key: 'status',
          header: t('list.status'),
          cell: ({ state, invoicedCents, netCents }) => (
            <QuoteStatusBadge state={state} isInvoiced={state === 'accepted' && invoicedCents >= netCents} />
          ),
        },
      ]}
    />
  )
}
