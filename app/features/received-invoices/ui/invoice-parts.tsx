import { useTranslation } from 'react-i18next'
import { type ShownCategory, useChart } from '#app/features/finance/ui/use-chart.ts'
import type { Received } from '#app/features/received-invoices/queries.server.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import { Money } from '#app/ui/money.tsx'

/** What an invoice is for, part by part, net. */
export function InvoiceParts({
  invoice,
  parts,
  tags,
}: Pick<Received, 'parts' | 'tags'> & { invoice: { currency: string } }) {
  const { t } = useTranslation('receivedinvoices')
  const { nameOf } = useChart(tags.own as readonly ShownCategory[])
  return (
    <DataTable
      caption={t('parts.title')}
      captionHidden={false}
      rows={parts}
      rowKey={({ id }) => id}
      empty={<p className="text-sm text-muted-foreground">{t('parts.none')}</p>}
      columns={[
        { key: 'category', header: t('field.category'), primary: true, cell: nameOf },
        {
          key: 'project',
          header: t('field.project'),
          cell: ({ projectId }) => tags.projects.find(({ id }) => id === projectId)?.title,
        },
        {
          key: 'net',
          header: t('field.net'),
          numeric: true,
          cell: ({ netCents }) => <Money cents={netCents} currency={invoice.currency} />,
        },
      ]}
    />
  )
}
