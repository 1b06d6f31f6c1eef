import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { type BillingPeriod, plans } from '#app/features/site/plans.ts'
import { useRootData } from '#app/features/site/shell/root-data.ts'
import { PeriodSwitch } from '#app/features/site/ui/period-switch.tsx'
import { PlanCard } from '#app/features/site/ui/plan-card.tsx'
import { PricingQuestions } from '#app/features/site/ui/pricing-questions.tsx'
import { env } from '#app/platform/env.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'site:pricing.title' }

export function loader({ request }: LoaderFunctionArgs) {
  const yearly = new URL(request.url).searchParams.get('period') === 'yearly'
  const period: BillingPeriod = yearly ? 'yearly' : 'monthly'
  return { period, salesEmail: env.SALES_EMAIL }
}

export default function Pricing() {
  const { period, salesEmail } = useLoaderData<typeof loader>()
  const signedIn = Boolean(useRootData()?.viewer)
  const { t } = useTranslation('site')
  return (
    <div className="mx-auto max-w-6xl px-4 py-14 sm:px-6 sm:py-20">
      <div className="flex flex-col items-center text-center">
        <h1 className="text-4xl font-semibold tracking-tight">{t('pricing.heading')}</h1>
        <p className="mt-3 text-lg text-muted-foreground">{t('pricing.lead')}</p>
        <PeriodSwitch period={period} />
      </div>
      <div className="mt-10 grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} period={period} signedIn={signedIn} salesEmail={salesEmail} />
        ))}
      </div>
      <p className="mt-6 text-center text-sm text-muted-foreground">
        {t('pricing.vatNote')}{' '}
        {!signedIn && (
          <>
            {t('pricing.haveAccount')} <TextLink to="/login">{t('pricing.signIn')}</TextLink>
          </>
        )}
      </p>
      <PricingQuestions />
    </div>
  )
}
