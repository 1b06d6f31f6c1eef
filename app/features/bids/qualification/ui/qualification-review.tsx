import { Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isInOrder, type QualificationItem } from '#app/features/qualifications/check-qualification.ts'
import { QualificationCard } from '#app/features/qualifications/ui/qualification-card.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'

/** What a bid answers to what is asked of all bidders, before it is submitted: what is missing is told, and stops nothing. */
export function QualificationReview({
  bidId,
  currency,
  items,
}: {
  /** Null where what is on the page would be lost by leaving it. */
  bidId: string | null
  currency: string
  items: readonly QualificationItem[]
}) {
  const { t } = useTranslation('qualification')
  const count = items.filter((item) => !isInOrder(item)).length
  return (
    <>
      {count > 0 && (
        <Alert tone="warning" title={t('card.open', { count })}>
          {t('card.review')}
        </Alert>
      )}
      <QualificationCard
        items={items}
        currency={currency}
        actions={
          bidId !== null && (
            <ButtonLink to={`/bids/${bidId}/qualification`} variant="outline" size="sm" icon={Pencil}>
              {t('card.fill')}
            </ButtonLink>
          )
        }
      />
    </>
  )
}
