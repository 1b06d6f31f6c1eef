import { Paperclip } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { BidDetail } from '#app/features/bids/queries.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { AttachmentList } from './attachment-list.tsx'

/** The files of a bid, for its bidder with a way to change them. Nothing for the client of a bid without files. */
export function AttachmentsCard({ bid, canChange }: { bid: BidDetail; canChange: boolean }) {
  const { t } = useTranslation('bidfiles')
  const { id, attachments } = bid
  if (attachments.length === 0 && !canChange) return null
  return (
    <Card
      title={t('title')}
      actions={
        canChange && (
          <ButtonLink to={`/bids/${id}/attachments`} variant="outline" size="sm" icon={Paperclip}>
            {t('change')}
          </ButtonLink>
        )
      }
    >
      {attachments.length === 0 ? (
        <p className="text-sm text-muted-foreground">{t('none')}</p>
      ) : (
        <AttachmentList attachments={attachments} />
      )}
    </Card>
  )
}
