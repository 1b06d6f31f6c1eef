import { useTranslation } from 'react-i18next'
import type { CompanyPayout } from '#app/features/payouts/runs.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import { Money } from '#app/ui/money.tsx'
import { PageSection } from '#app/ui/page-section.tsx'
import { PaymentState } from './payment-state.tsx'

/** What was ordered to be paid to a company's bank account, and how it went; nothing where nothing was. */
export function OwnPayouts({ rows }: { rows: CompanyPayout[] }) {
  const { t } = useTranslation('payouts')
  const format = useFormat()
  if (rows.length === 0) return null
  return (
    <PageSection title={t('own.title')}>
      <DataTable
        caption={t('own.title')}
        rows={rows}
        rowKey={(row) => row.id}
        columns={[
          { key: 'state', header: t('field.status'), primary: true, cell: (row) => <PaymentState payment={row} /> },
          { key: 'source', header: t('field.source'), cell: (row) => t(`source.${row.source}`) },
          { key: 'account', header: t('field.account'), cell: (row) => t('own.ending', { ending: row.ending }) },
          { key: 'ordered', header: t('field.ordered'), cell: (row) => format.dateTime(row.orderedAt) },
          {
            key: 'amount',
            header: t('field.amount'),
            numeric: true,
            cell: (row) => <Money cents={row.amountCents} currency={row.currency} />,
          },
        ]}
      />
    </PageSection>
  )
}
