import { useTranslation } from 'react-i18next'
import type { PayoutRun } from '#app/features/payouts/runs.server.ts'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import type { Tone } from '#app/ui/tones.ts'

const tones = {
  prepared: 'warning',
  approved: 'info',
  completed: 'success',
  discarded: 'neutral',
} as const satisfies Record<string, Tone>

/** The status of a run. One whose payments are all on the statement, or came back, is completed. */
export function RunStatus({ run: { status, openPayments } }: { run: PayoutRun }) {
  const { t } = useTranslation('payouts')
  const shown = status === 'approved' && openPayments === 0 ? 'completed' : status
  return (
    <StatusBadge status={shown} tone={tones[shown]}>
      {t(`status.${shown}`)}
    </StatusBadge>
  )
}
