import { useTranslation } from 'react-i18next'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import type { Tone } from '#app/ui/tones.ts'
import type { BidStatus } from '#db/vocabulary/bids.ts'

const tones: Record<BidStatus, Tone> = {
  draft: 'neutral',
  submitted: 'info',
  withdrawn: 'neutral',
  opened: 'info',
  shortlisted: 'warning',
  rejected: 'danger',
  awarded: 'success',
  won: 'success',
  terminated: 'danger',
  not_selected: 'neutral',
}

/** A badge with the status of a bid. */
export function BidStatusBadge({ status }: { status: BidStatus }) {
  const { t } = useTranslation('bids')
  return (
    <StatusBadge status={status} tone={tones[status]}>
      {t(`status.${status}`)}
    </StatusBadge>
  )
}
