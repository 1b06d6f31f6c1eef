import { useTranslation } from 'react-i18next'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'

/** Tells the client of the rest of a terminated contract whether a bid has the prices that its bidder had bid for the whole. */
export function HeldPrices({
  held: { title, currency, missing, beforeCents, nowCents },
}: {
  held: { title: string; currency: string; missing: number; beforeCents: number; nowCents: number }
}) {
  const { t } = useTranslation('restoffer')
  const format = useFormat()
  if (missing === 0 && beforeCents === nowCents) return <Alert>{t('held', { title })}</Alert>
  const [before, now] = [beforeCents, nowCents].map((cents) => format.money(cents, currency))
  return (
    <Alert>
      {t('changed', { title, before, now })} {missing > 0 && t('missing', { count: missing })}
    </Alert>
  )
}
