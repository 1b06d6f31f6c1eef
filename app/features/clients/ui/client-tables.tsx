import { useTranslation } from 'react-i18next'
import type { ClientDeal, ClientPayment } from '#app/features/clients/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import { Money } from '#app/ui/money.tsx'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** The last payments on the client's invoices. */
export function LastPayments({ rows }: { rows: readonly ClientPayment[] }) {
  const { t } = useTranslation('clients')
  const { t: tInvoice } = useTranslation('invoicesteps')
  const format = useFormat()
  return (
    <DataTable
      caption={t('section.payments')}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { key: 'day', header: t('column.paidOn'), day: true, primary: true, cell: ({ paidOn }) => format.date(paidOn) },
        {
          key: 'invoice',
          header: t('column.invoice'),
          cell: ({ invoiceId, number }) => <TextLink to={`/invoicing/${invoiceId}`}>{number}</TextLink>,
        },
        { key: 'source', header: t('column.how'), cell: ({ source }) => tInvoice(`payments.source.${source}`) },
        {
          key: 'amount',
          header: t('column.amount'),
          numeric: true,
          cell: ({ amountCents, currency }) => <Money cents={amountCents} currency={currency} />,
        },
      ]}
    />
  )
}

/** The contracts with the client, and the projects that they are for. */
export function Deals({ rows }: { rows: readonly ClientDeal[] }) {
  const { t } = useTranslation('clients')
  const { t: tContract } = useTranslation('contracts')
  return (
    <DataTable
      caption={t('section.deals')}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'contract',
          header: t('column.contract'),
          primary: true,
          cell: ({ id, number, title }) => <TextLink to={`/contracts/${id}`}>{`${number} ${title}`}</TextLink>,
        },
        {
          key: 'project',
          header: t('column.project'),
          cell: ({ projectId, projectTitle }) =>
            projectTitle && <TextLink to={`/projects/${projectId}`}>{projectTitle}</TextLink>,
        },
        {
          key: 'status',
          header: t('column.status'),
          cell: ({ status }) => <StatusBadge status={status}>{tContract(`status.${status}`)}</StatusBadge>,
        },
      ]}
    />
  )
}
