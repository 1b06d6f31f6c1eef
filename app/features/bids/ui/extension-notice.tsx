import { CalendarCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { BidDetail } from '#app/features/bids/queries.server.ts'
import { ActionButton } from '#app/features/projects/ui/action-button.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'

/** What the client asks of a bidder whose bid ends before the award, with the button that agrees. */
export function ExtensionNotice({
  bid,
  canExtend,
  submissionId,
}: {
  bid: Pick<BidDetail, 'id' | 'openRequest' | 'boundUntil' | 'project'>
  canExtend: boolean
  submissionId: string
}) {
  const { t } = useTranslation('bidlines')
  const format = useFormat()
  const { id, openRequest, boundUntil, project } = bid
  if (!openRequest) return null
  const date = format.date(openRequest.until)
  return (
    <Alert
      tone="warning"
      title={t('extend.title', { company: project.ownerName, date })}
      actions={
        canExtend && (
          <ActionButton
            to={`/bids/${id}/extensions/${openRequest.id}`}
            submissionId={submissionId}
            icon={CalendarCheck}
          >
            {t('extend.confirm', { date })}
          </ActionButton>
        )
      }
    >
      {t('extend.text', { before: boundUntil === null ? '' : format.date(boundUntil) })}
    </Alert>
  )
}
