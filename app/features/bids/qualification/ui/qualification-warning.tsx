import { useTranslation } from 'react-i18next'
import type { QualificationView } from '#app/features/bids/qualification/answers-page.server.ts'
import { isInOrder } from '#app/features/qualifications/check-qualification.ts'
import { useItemName } from '#app/features/qualifications/ui/qualification-items.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'

/** Why a bid cannot be awarded today, with the ways on: to ask its bidder, or to reject it. Nothing where all is in order. */
export function QualificationWarning({
  bidId,
  currency,
  view: { items, askTo },
}: {
  bidId: string
  currency: string
  view: Pick<QualificationView, 'items' | 'askTo'>
}) {
  const { t } = useTranslation('qualification')
  const nameOf = useItemName(currency)
  const failed = items.filter((item) => !isInOrder(item))
  if (failed.length === 0) return null
  return (
    <Alert
      tone="danger"
      title={t('blocked.title')}
      actions={
        <>
          {askTo !== null && (
            <ButtonLink to={askTo} variant="outline">
              {t('blocked.ask')}
            </ButtonLink>
          )}
          <ButtonLink to={`/bids/${bidId}/reject`} variant="ghost">
            {t('blocked.exclude')}
          </ButtonLink>
        </>
      }
    >
      <p>{t('blocked.text')}</p>
      <ul className="mt-2 list-disc ps-5">
        {failed.map((item) => (
          <li key={nameOf(item)} className="wrap-anywhere">
            {t('ask.item', { name: nameOf(item), found: t(`item.${item.state}`) })}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
