import { useTranslation } from 'react-i18next'
import { planNames, priceOf } from '#app/features/accounts/subscriptions/plan.ts'
import type { Offer } from '#app/features/plans/offer.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { Alert } from '#app/ui/alert.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'

/** What is to pay now and for what, and when a change takes effect. */
export function OfferSums({ offer }: { offer: Offer }) {
  const { t } = useTranslation('billing')
  const format = useFormat()
  const { choice, sums, exceeds } = offer
  const { plan, cycle, currency } = choice
  const price = t(`price.${cycle}`, { amount: format.money(priceOf(plan, cycle) ?? 0, currency) })
  return (
    <>
      <p className="text-sm text-muted-foreground">
        {offer.direction === 'first' && (
          <>
            {t('preview.firstText')} {offer.usedDays > 0 && t('preview.usedText', { count: offer.usedDays })}{' '}
            {offer.givesMoneyBack && t('preview.moneyBackText')}
          </>
        )}
        {offer.direction === 'up' && t('preview.upText')}
        {offer.direction === 'down' && t('preview.downText', { date: format.date(offer.fromOn) })}
      </p>
      {exceeds.length > 0 && (
        <Alert tone="warning" title={t('preview.exceeds', { plan: planNames[plan] })}>
          <ul>
            {exceeds.map(({ name, used, limit }) => (
              <li key={name} className="flex flex-wrap justify-between gap-x-4">
                <span>{t(`use.${name}`)}</span>
                <span className="tabular-nums">{t('use.of', { used, limit })}</span>
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <DescriptionList
        items={[
          { term: t('field.price'), description: price },
          ...(offer.direction === 'up'
            ? [
                { term: t('preview.unused'), description: format.money(offer.unusedCents, currency) },
                { term: t('field.paidUntil'), description: format.date(offer.endOn) },
              ]
            : []),
          ...(sums
            ? [
                { term: t('preview.net'), description: format.money(sums.netCents, currency) },
                {
                  term: t('preview.vat'),
                  description: `${format.money(sums.vatCents, currency)} (${format.percent(sums.vatRateBp)})`,
                },
                {
                  term: t('preview.total'),
                  description: <strong className="font-semibold">{format.money(sums.grossCents, currency)}</strong>,
                },
              ]
            : []),
        ]}
      />
    </>
  )
}
