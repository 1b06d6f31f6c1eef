import { useTranslation } from 'react-i18next'
import type { ReceivedListRow } from '#app/features/received-invoices/list-received.server.ts'
import { StatusBadge } from '#app/ui/status-badge.tsx'
import type { Tone } from '#app/ui/tones.ts'
import type { ReceivedInvoiceStatus } from '#db/vocabulary/received-invoices.ts'

const tones: Record<ReceivedInvoiceStatus | 'partlyPaid' | 'open' | 'credited' | 'overdue', Tone> = {
  ...{ received: 'warning', checked: 'info', approved: 'info', partlyPaid: 'info', open: 'info' },
  ...{ paid: 'success', refused: 'neutral', credited: 'neutral', overdue: 'danger' },
}

type Shown = Pick<ReceivedListRow, 'fileStatus' | 'sentStatus' | 'isPartlyPaid' | 'isOverdue'>

/** Where an invoice stands; overdue beside it, because it says nothing about the approval. Nothing for what waits for nobody. */
export function ReceivedStatus({ fileStatus, sentStatus, isPartlyPaid, isOverdue }: Shown) {
  const { t } = useTranslation('receivedinvoices')
  if (!fileStatus && !sentStatus) return null
  const ofSent = sentStatus === 'paid' || sentStatus === 'credited' ? sentStatus : 'open'
  const partly = isPartlyPaid || sentStatus === 'partly_paid'
  const status = partly ? 'partlyPaid' : (fileStatus ?? ofSent)
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <StatusBadge status={status} tone={tones[status]}>
        {t(`status.${status}`)}
      </StatusBadge>
      {isOverdue && (
        <StatusBadge status="overdue" tone={tones.overdue}>
          {t('status.overdue')}
        </StatusBadge>
      )}
    </span>
  )
}
