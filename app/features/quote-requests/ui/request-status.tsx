import { useTranslation } from 'react-i18next'
import { clockOf } from '#app/features/quote-requests/quote-request.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Badge } from '#app/ui/badge.tsx'
import type { QuoteRequestStatus } from '#db/vocabulary/quote-requests.ts'

const tones = {
  new: 'warning',
  in_progress: 'info',
  answered: 'success',
  converted: 'success',
  closed: 'neutral',
} as const

export function RequestStatus({ status }: { status: QuoteRequestStatus }) {
  const { t } = useTranslation('quoteinbox')
  return <Badge tone={tones[status]}>{t(`status.${status}`)}</Badge>
}

/** How the promise of a reply within 24 hours stands. */
export function ReplyClock({
  request,
  now,
}: {
  request: { status: QuoteRequestStatus; replyBy: number; answeredAt: number | null }
  now: number
}) {
  const { t } = useTranslation('quoteinbox')
  const format = useFormat()
  const clock = clockOf(request, now)
  const params = { left: format.relative(request.replyBy, now), at: format.dateTime(request.replyBy) }
  const urgent = clock === 'over' || clock === 'late'
  return <span className={urgent ? 'font-medium text-destructive' : undefined}>{t(`clock.${clock}`, params)}</span>
}
