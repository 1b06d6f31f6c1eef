import { useTranslation } from 'react-i18next'
import { Badge } from '#app/ui/badge.tsx'
import type { Tone } from '#app/ui/tones.ts'
import type { SubscriptionStatus } from '#db/vocabulary/plans.ts'

const tones: Record<SubscriptionStatus, Tone> = {
  trialing: 'info',
  pending: 'info',
  active: 'success',
  past_due: 'warning',
  read_only: 'danger',
  ended: 'neutral',
}

export function SubscriptionStatusBadge({ status }: { status: SubscriptionStatus }) {
  const { t } = useTranslation('billing')
  return <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>
}
