import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { visitorContext } from '#app/features/accounts/guards.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { type BillingPeriod, plans } from '#app/features/site/plans.ts'
import { sharedSitePage } from '#app/features/site/shared-site-page.server.ts'
import { offers, questions } from '#app/features/site/structured-data.ts'
import { PeriodSwitch } from '#app/features/site/ui/period-switch.tsx'
import { PlanCard } from '#app/features/site/ui/plan-card.tsx'
import { PlanComparison } from '#app/features/site/ui/plan-comparison.tsx'
import { PricingQuestions, pricingQuestions } from '#app/features/site/ui/pricing-questions.tsx'
import { detectLanguage, i18nFor } from '#app/i18n/i18n.server.ts'
import { env } from '#app/platform/env.server.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { shareTags } from '#app/ui/share-tags.ts'
import { TextLink } from '#app/ui/text-link.tsx'

export const handle: PageHandle = { title: 'site:pricing.title' }

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data ? [...shareTags(data.shared), ...data.structured.map((thing) => ({ 'script:ld+json': thing }))] : []

export async function loader({ request }: LoaderFunctionArgs) {
  const yearly = new URL(request.url).searchParams.get('period') === 'yearly'
  const period: BillingPeriod = yearly ? 'yearly' : 'monthly'
  const t = i18nFor((await detectLanguage(request, null)).locale).getFixedT(null, 'site')
  const named = plans.map((plan) => ({ plan, name: t(`pricing.${plan.id}.name`) }))
  const answered = pricingQuestions.map((name) => ({
    question: t(`pricing.faq.${name}.q`),
    answer: t(`pricing.faq.${name}.a`),
  }))
  const structured = [offers(env.origin, period, named), questions(answered)]
  const shared = await sharedSitePage(request, '/pricing', 'site:pricing.heading', 'site:pricing.lead')
  const ctx = await visitorContext(request)
  const reader = !ctx.actor ? 'guest' : can(ctx, 'billing.change') ? 'chooser' : 'member'
  return { period, structured, shared, reader } as const
}

export default function Pricing() {
  const { period, reader } = useLoaderData<typeof loader>()
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
          <PlanCard key={plan.id} plan={plan} period={period} reader={reader} />
        ))}
      </div>
      <p className="mt-6 text-center text-sm text-muted-foreground">
        {t('pricing.vatNote')}{' '}
        {reader === 'guest' && (
          <>
            {t('pricing.haveAccount')} <TextLink to="/login">{t('pricing.signIn')}</TextLink>
          </>
        )}
      </p>
      <PlanComparison />
      <PricingQuestions />
    </div>
  )
}
