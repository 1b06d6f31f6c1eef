import { useTranslation } from 'react-i18next'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import type { Tone } from '#app/ui/tones.ts'
import type { ScheduleStatus } from '#db/vocabulary/recurring.ts'

const tones: Record<ScheduleStatus, Tone> = {
  active: 'success',
  paused: 'neutral',
  stopped: 'danger',
  ended: 'neutral',
}

export function ScheduleStatusBadge({ status }: { status: ScheduleStatus }) {
  const { t } = useTranslation('recurring')
  return (
    <StatusBadge status={status} tone={tones[status]}>
      {t(`status.${status}`)}
    </StatusBadge>
  )
}
