import { useTranslation } from 'react-i18next'
import type { MilestoneValuations } from '#app/features/valuations/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import { Money } from '#app/ui/money.tsx'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { Tone } from '#app/ui/tones.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'

/** The valuations of a milestone, latest first, with their certificates. */
export function ValuationTable({ rows, currency }: { rows: MilestoneValuations['valuations']; currency: Currency }) {
  const { t } = useTranslation('valuations')
  const format = useFormat()
  return (
    <DataTable
      caption={t('list.title')}
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        {
          key: 'name',
          header: t('list.valuation'),
          primary: true,
          cell: (row) => <TextLink to={`/valuations/${row.id}`}>{row.name}</TextLink>,
        },
        { key: 'at', header: t('list.claimedAt'), cell: (row) => format.dateTime(row.claimedAt) },
        {
          key: 'status',
          header: t('list.status'),
          cell: (row) => (
            <StatusBadge status={row.status} tone={tones[row.status]}>
              {t(`status.${row.status}`)}
            </StatusBadge>
          ),
        },
        {
          key: 'claimed',
          header: t('list.claimed'),
          numeric: true,
          cell: (row) => <Money cents={row.claimedToDateCents} currency={currency} />,
        },
        { key: 'certificate', header: t('list.certificate'), cell: (row) => row.certificate?.name ?? '–' },
        {
          key: 'gross',
          header: t('list.released'),
          numeric: true,
          cell: (row) => (row.certificate ? <Money cents={row.certificate.grossCents} currency={currency} /> : '–'),
        },
      ]}
    />
  )
}

type Status = MilestoneValuations['valuations'][number]['status']

export const tones: Record<Status, Tone> = {
  ...{ claimed: 'info', certified: 'success', returned: 'warning', withdrawn: 'neutral', lapsed: 'neutral' },
}
