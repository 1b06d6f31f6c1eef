import { Check, Mail } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { BillingPeriod, Plan } from '#app/features/site/plans.ts'
import { useFormat } from '#app/i18n/format.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { classes } from '#app/ui/classes.ts'
import { useText } from '#app/ui/text.ts'

export function PlanCard({
  plan,
  period,
  reader,
}: {
  plan: Plan
  period: BillingPeriod
  /** `chooser`: may choose the company's plan; `member`: is signed in and may not. */
  reader: 'guest' | 'chooser' | 'member'
}) {
  const { t } = useTranslation('site')
  const text = useText()
  const { money } = useFormat()
  const cents = period === 'yearly' ? plan.yearlyCents : plan.monthlyCents
  const variant = plan.popular ? 'primary' : 'outline'
  return (
    <article
      className={classes(
        'relative flex flex-col rounded-lg border bg-card p-5 text-card-foreground sm:p-6',
        plan.popular ? 'border-primary ring-1 ring-primary' : 'border-border',
      )}
    >
      <h2 className="text-lg font-semibold wrap-anywhere">{t(`pricing.${plan.id}.name`)}</h2>
      {plan.popular && (
        <span className="absolute start-5 -top-3 rounded-full bg-primary px-2.5 py-0.5 text-xs font-medium text-primary-foreground sm:start-6">
          {t('pricing.popular')}
        </span>
      )}
      <p className="mt-1 text-sm text-muted-foreground sm:min-h-10">{t(`pricing.${plan.id}.text`)}</p>
      <p className="mt-5 flex min-h-10 flex-wrap items-baseline gap-x-2">
        {cents === null ? (
          <span className="text-2xl font-semibold tracking-tight">{t('pricing.custom')}</span>
        ) : (
          <>
            <span className="text-4xl font-semibold tracking-tight tabular-nums">
              {money(cents, 'EUR', { decimals: false })}
            </span>
            <span className="text-sm text-muted-foreground">
              {period === 'yearly' ? t('pricing.perYear') : t('pricing.perMonth')}
            </span>
          </>
        )}
      </p>
      <ul className="mt-5 mb-6 flex flex-col gap-2.5 text-sm">
        {plan.features.map((feature) => (
          <li key={feature} className="flex items-start gap-2.5">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-success" />
            {text(`site:pricing.${plan.id}.${feature}`)}
          </li>
        ))}
      </ul>
      <div className="mt-auto flex flex-col">
        {cents === null ? (
          <ButtonLink to={`/contact-sales?plan=${plan.id}`} variant={variant} icon={Mail}>
            {t('pricing.contactSales')}
          </ButtonLink>
        ) : reader === 'member' ? (
          <ButtonLink to="/dashboard" variant={variant}>
            {t('landing.goToDashboard')}
          </ButtonLink>
        ) : reader === 'chooser' ? (
          <ButtonLink to={`/billing/plan?plan=${plan.id}&cycle=${period}&currency=EUR`} variant={variant}>
            {t('pricing.choosePlan')}
          </ButtonLink>
        ) : (
          <ButtonLink to={`/signup?plan=${plan.id}&cycle=${period}`} variant={variant}>
            {t('pricing.startTrial')}
          </ButtonLink>
        )}
      </div>
    </article>
  )
}
