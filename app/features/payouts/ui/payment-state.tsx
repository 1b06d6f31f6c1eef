import { useTranslation } from 'react-i18next'
import type { Payment } from '#app/features/payouts/runs.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import type { Tone } from '#app/ui/tones.ts'
import type { PayoutStatus } from '#db/vocabulary/escrow.ts'

const tones: Record<PayoutStatus, Tone> = {
  ...{ prepared: 'neutral', ordered: 'info', booked: 'success', returned: 'danger', discarded: 'neutral' },
}

/** How far a payment is, with the day of it and the bank's reason of a return. */
export function PaymentState({
  payment: { status, bookedOn, returnedOn, returnReason },
}: {
  payment: Pick<Payment, 'status' | 'bookedOn' | 'returnedOn' | 'returnReason'>
}) {
  const { t } = useTranslation('payouts')
  const format = useFormat()
  const day = status === 'returned' ? returnedOn : bookedOn
  return (
    <>
      <StatusBadge status={status} tone={tones[status]}>
        {t(`payment.${status}`, { date: day ? format.date(day) : '' })}
      </StatusBadge>
      {status === 'returned' && (
        <span className="block text-xs font-normal wrap-anywhere text-muted-foreground">{returnReason}</span>
      )}
    </>
  )
}
