import { useTranslation } from 'react-i18next'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import type { Tone } from '#app/ui/tones.ts'
import type { InvoiceStatus } from '#db/vocabulary/invoicing.ts'

const tones: Record<InvoiceStatus | 'overdue', Tone> = {
  draft: 'neutral',
  issued: 'info',
  sent: 'info',
  partly_paid: 'warning',
  paid: 'success',
  credited: 'neutral',
  overdue: 'danger',
}

/** A badge with the status of an invoice; "overdue" takes precedence. */
export function InvoiceStatusBadge({ status, isOverdue }: { status: InvoiceStatus; isOverdue: boolean }) {
  const { t } = useTranslation('invoicing')
  const shown = isOverdue ? 'overdue' : status
  return (
    <StatusBadge status={shown} tone={tones[shown]}>
      {t(`status.${shown}`)}
    </StatusBadge>
  )
}
