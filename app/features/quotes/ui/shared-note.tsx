import { useTranslation } from 'react-i18next'
import type { SharedQuote } from '#app/features/quotes/queries.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'

/** What whoever has the link can do with the quote, or why nothing. */
export function SharedNote({ quote }: { quote: Omit<SharedQuote, 'versionId'> }) {
  const { t } = useTranslation('quotes')
  const format = useFormat()
  const { state, answer, validUntil, document, isOwn } = quote
  const seller = document.seller.name
  const date = format.date(validUntil)
  if (answer) {
    const tone = answer.outcome === 'accepted' ? 'success' : 'neutral'
    const title = t(`shared.${answer.outcome}`, { name: answer.name, seller, date: format.dateTime(answer.answeredAt) })
    return (
      <Alert tone={tone} title={title}>
        <p>{t(`shared.${answer.outcome}Hint`, { seller })}</p>
      </Alert>
    )
  }
  if (state === 'replaced')
    return (
      <Alert tone="warning" title={t('shared.replaced')}>
        <p>{t('shared.replacedHint', { seller })}</p>
      </Alert>
    )
  if (state === 'expired')
    return (
      <Alert tone="warning" title={t('shared.expired', { date })}>
        <p>{t('shared.expiredHint', { seller })}</p>
      </Alert>
    )
  return (
    <Alert tone="info" title={t('shared.open', { date })}>
      <p>{isOwn ? t('refused.own') : t('shared.openHint', { seller })}</p>
    </Alert>
  )
}
