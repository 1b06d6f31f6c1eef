import { useTranslation } from 'react-i18next'
import type { BidListRow } from '#app/features/bids/queries.server.ts'
import type { ReceivedRow } from '#app/features/bids/received/received.server.ts'
import { ProjectDeadline } from '#app/features/projects/ui/project-deadline.tsx'
import { ProjectStatusBadge } from '#app/features/projects/ui/project-status.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { Money } from '#app/ui/money.tsx'
import { useRefusals } from '#app/ui/refused-addresses.ts'
import { BidStatusBadge } from './bid-status.tsx'

const rowLink = 'inline-block min-h-6 font-medium hover:underline'

/** The bids of the user's company. */
export function BidTable({ rows, now }: { rows: readonly BidListRow[]; now: number }) {
  const { t } = useTranslation(['bids', 'bidlist'])
  const format = useFormat()
  const columns: Column<BidListRow>[] = [
    {
      key: 'project',
      header: t('field.project'),
      primary: true,
      cell: (bid) => (
        <span className="flex flex-col">
          <a href={`/bids/${bid.id}`} className={rowLink}>
            {bid.title}
          </a>
          <span className="text-sm font-normal text-muted-foreground">{bid.ownerName}</span>
        </span>
      ),
    },
    {
      key: 'status',
      header: t('list.status'),
      cell: (bid) => (
        <span className="inline-flex flex-wrap gap-1.5">
          <BidStatusBadge status={bid.status} />
          {bid.unconfirmed && <Badge tone="warning">{t('list.unconfirmed')}</Badge>}
        </span>
      ),
    },
    {
      key: 'deadline',
      header: t('bidlist:deadline'),
      cell: ({ projectStatus: status, bidDeadline, timeZone }) => (
        <ProjectDeadline project={{ status, bidDeadline, timeZone }} now={now} />
      ),
    },
    {
      key: 'submitted',
      header: t('field.submittedAt'),
      day: true,
      cell: (bid) => (bid.submittedAt === null ? '' : format.date(bid.submittedAt)),
    },
    {
      key: 'gross',
      header: t('field.gross'),
      numeric: true,
      cell: (bid) => <Money cents={bid.grossCents} currency={bid.currency} />,
    },
  ]
  return <DataTable caption={t('bidlist:sent')} columns={columns} rows={rows} rowKey={(bid) => bid.id} />
}

/** The user's projects whose bids have been opened. */
export function ReceivedTable({ rows }: { rows: readonly ReceivedRow[] }) {
  const { t } = useTranslation(['bids', 'bidlist'])
  const isRefused = useRefusals()
  const format = useFormat()
  const columns: Column<ReceivedRow>[] = [
    {
      key: 'project',
      header: t('field.project'),
      primary: true,
      cell: (row) => {
        const to = `/projects/${row.projectId}/bids`
        if (isRefused(to)) return row.title
        return (
          <a href={to} className={rowLink}>
            {row.title}
          </a>
        )
      },
    },
    { key: 'status', header: t('list.status'), cell: (row) => <ProjectStatusBadge status={row.status} /> },
    { key: 'opened', header: t('bidlist:opened'), day: true, cell: (row) => format.date(row.bidsOpenedAt) },
    { key: 'awardedTo', header: t('bidlist:awardedTo'), cell: (row) => row.awardedTo ?? '' },
    { key: 'bids', header: t('bidlist:bids'), numeric: true, cell: (row) => format.number(row.bidCount) },
    {
      key: 'lowest',
      header: t('compare.lowest'),
      numeric: true,
      cell: (row) =>
        row.lowestCents !== null && (
          <span className="flex flex-col items-end">
            <Money cents={row.lowestCents} currency={row.currency} />
            <span className="text-xs text-muted-foreground">{t(`compare.basis.${row.basis}`)}</span>
          </span>
        ),
    },
  ]
  return <DataTable caption={t('bidlist:received')} columns={columns} rows={rows} rowKey={(row) => row.projectId} />
}
