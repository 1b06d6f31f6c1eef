import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { EscrowMilestone } from '#app/features/escrow/queries.server.ts'
import { Money } from '#app/ui/money.tsx'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import { closedMilestoneStatuses } from '#db/vocabulary/escrow.ts'

/** The card of a milestone, folded to one line once it is closed and nothing of it is left for the reader to do. */
export function FoldedMilestone({
  milestone,
  invoice,
  currency,
  isDirect,
  children,
}: {
  milestone: EscrowMilestone
  invoice: { isNew: boolean } | null
  currency: string
  isDirect: boolean
  children: ReactNode
}) {
  const { t } = useTranslation('escrow')
  const { position, title, status, amountCents, actions } = milestone
  const isClosed = closedMilestoneStatuses.some((closed) => closed === status)
  if (!isClosed || actions.length > 0 || invoice?.isNew) return children
  return (
    <details className="group rounded-lg border border-border bg-card text-card-foreground">
      <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 rounded-lg px-4 py-3 hover:bg-muted sm:px-5 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 transition-transform group-open:rotate-90 rtl:-scale-x-100"
        />
        <span className="min-w-0 flex-1 basis-48 font-semibold wrap-anywhere">
          {t('detail.milestoneTitle', { position, title })}
        </span>
        <span className="text-sm tabular-nums">
          <Money cents={amountCents} currency={currency} />
        </span>
        <StatusBadge status={status}>
          {t(isDirect && status === 'released' ? 'direct.closed' : `status.${status}`)}
        </StatusBadge>
      </summary>
      <div className="*:rounded-t-none *:border-x-0 *:border-b-0">{children}</div>
    </details>
  )
}
