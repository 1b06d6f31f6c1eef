import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import { PageSection } from '#app/ui/page-section.tsx'

export type HeldPayout = {
  id: string
  company: string
  ending: string
  requestedBy: string
  requestedAt: number
  payoutsFrom: number
}

/** Companies to which nothing is paid out yet, because they have changed their bank account; for admins. */
export function HeldPayouts({ rows }: { rows: HeldPayout[] }) {
  const { t } = useTranslation('escrow')
  const format = useFormat()
  if (rows.length === 0) return null
  return (
    <PageSection title={t('payouts.held')} description={t('payouts.heldText')}>
      <DataTable
        caption={t('payouts.held')}
        rows={rows}
        rowKey={(row) => row.id}
        columns={[
          { key: 'company', header: t('payouts.company'), primary: true, cell: (row) => row.company },
          { key: 'account', header: t('payouts.account'), cell: (row) => t('payouts.ending', { ending: row.ending }) },
          { key: 'by', header: t('payouts.by'), cell: (row) => row.requestedBy },
          { key: 'entered', header: t('payouts.entered'), cell: (row) => format.dateTime(row.requestedAt) },
          { key: 'until', header: t('payouts.until'), cell: (row) => format.deadline(row.payoutsFrom) },
        ]}
      />
    </PageSection>
  )
}
