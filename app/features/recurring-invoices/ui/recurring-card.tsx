import { Repeat } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

/** On an invoice: the schedule that made it, or the way to repeat it. */
export function RecurringCard({
  invoiceId,
  madeBy,
  canRepeat,
}: {
  invoiceId: string
  madeBy: string | null
  canRepeat: boolean
}) {
  const { t } = useTranslation('recurring')
  if (!madeBy && !canRepeat) return null
  return (
    <Card title={t('card.title')}>
      <div className="flex flex-col gap-2.5 text-sm">
        {madeBy && (
          <TextLink block to={`/invoicing/recurring/${madeBy}`}>
            {t('card.made')}
          </TextLink>
        )}
        {canRepeat && !madeBy && (
          <ButtonLink to={`/invoicing/${invoiceId}/repeat`} icon={Repeat} variant="outline">
            {t('card.repeat')}
          </ButtonLink>
        )}
      </div>
    </Card>
  )
}
