import { useTranslation } from 'react-i18next'
import type { ScheduleListRow } from '#app/features/recurring-invoices/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import { Money } from '#app/ui/money.tsx'
import { ScheduleStatusBadge } from './schedule-status.tsx'

export function ScheduleList({ rows }: { rows: readonly ScheduleListRow[] }) {
  const { t } = useTranslation('recurring')
  const format = useFormat()
  return (
    <DataTable
      caption={t('title')}
      captionHidden
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'buyer',
          header: t('list.buyer'),
          primary: true,
          cell: ({ id, buyerName }) => (
            <a href={`/invoicing/recurring/${id}`} className="text-primary wrap-anywhere hover:underline">
              {buyerName}
            </a>
          ),
        },
        { key: 'rhythm', header: t('list.rhythm'), cell: ({ unit, every }) => t(`rhythm.${unit}`, { count: every }) },
        {
          key: 'next',
          header: t('list.next'),
          cell: ({ nextOn, status }) =>
            nextOn && status === 'active' && <span className="whitespace-nowrap">{format.date(nextOn)}</span>,
        },
        {
          key: 'sum',
          header: t('list.sum'),
          numeric: true,
          cell: ({ grossCents, currency }) => <Money cents={grossCents} currency={currency} />,
        },
        { key: 'made', header: t('list.made'), numeric: true, cell: ({ madeCount }) => format.number(madeCount) },
        { key: 'status', header: t('list.status'), cell: ({ status }) => <ScheduleStatusBadge status={status} /> },
      ]}
    />
  )
}
