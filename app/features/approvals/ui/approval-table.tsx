import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApprovalListItem } from '#app/features/approvals/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { DataTable } from '#app/ui/data-table.tsx'
import { Money } from '#app/ui/money.tsx'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** Requests for approval, each linked to its page. */
export function ApprovalTable({
  caption,
  rows,
  empty,
}: {
  caption: string
  rows: ApprovalListItem[]
  empty: ReactNode
}) {
  const { t } = useTranslation('approvals')
  const format = useFormat()
  return (
    <DataTable
      caption={caption}
      rows={rows}
      rowKey={(row) => row.id}
      empty={empty}
      columns={[
        {
          key: 'subject',
          header: t('field.subject'),
          primary: true,
          cell: (row) => (
            <>
              <TextLink to={`/approvals/${row.id}`} prefetch="none">
                {row.title}
              </TextLink>
              <span className="block text-xs font-normal text-muted-foreground">{t(`act.${row.act}`)}</span>
            </>
          ),
        },
        { key: 'asker', header: t('field.asker'), cell: (row) => row.asker },
        { key: 'asked', header: t('field.askedAt'), day: true, cell: (row) => format.date(row.askedAt) },
        {
          key: 'status',
          header: t('field.status'),
          cell: (row) => <StatusBadge status={row.status}>{t(`status.${row.status}`)}</StatusBadge>,
        },
        {
          key: 'until',
          header: t('field.until'),
          cell: (row) =>
            row.decidedAt === null
              ? format.dateTime(row.expiresAt)
              : [format.date(row.decidedAt), row.decider].filter(Boolean).join(' · '),
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
