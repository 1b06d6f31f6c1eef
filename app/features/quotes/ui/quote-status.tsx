import { useTranslation } from 'react-i18next'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import type { Tone } from '#app/ui/tones.ts'
import type { QuoteState } from '#db/vocabulary/quotes.ts'

const tones: Record<QuoteState, Tone> = {
  draft: 'neutral',
  sent: 'info',
  expired: 'warning',
  accepted: 'success',
  declined: 'danger',
  withdrawn: 'neutral',
}

/** The state of a quote; of an accepted one also that all of it is invoiced. */
export function QuoteStatusBadge({ state, isInvoiced = false }: { state: QuoteState; isInvoiced?: boolean }) {
  const { t } = useTranslation('quotelist')
  return (
    <StatusBadge status={state} tone={tones[state]}>
      {isInvoiced ? t('status.invoiced') : t(`status.${state}`)}
    </StatusBadge>
  )
}
