import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireRole, requireUser } from '#app/features/accounts/guards.server.ts'
import { planNames } from '#app/features/accounts/subscriptions/plan.ts'
import { addDays } from '#app/features/invoicing/invoice-dates.ts'
import { agreeOnPlan } from '#app/features/plans/agree-on-plan.server.ts'
import { extendTrial, markOrderPaid } from '#app/features/plans/mark-order-paid.server.ts'
import { startOfDay } from '#app/features/plans/period.ts'
import { planWords } from '#app/features/plans/plan-words.server.ts'
import { getSubscription } from '#app/features/plans/queries.server.ts'
import { agreeSchema, extendSchema, paidSchema } from '#app/features/plans/schemas.server.ts'
import { BillingOrders } from '#app/features/plans/ui/billing-orders.tsx'
import { StaffForms } from '#app/features/plans/ui/staff-forms.tsx'
import { SubscriptionStatusBadge } from '#app/features/plans/ui/subscription-status-badge.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleFormData, readForm } from '#app/platform/forms/form.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { Card } from '#app/ui/card.tsx'
import { DescriptionList } from '#app/ui/description-list.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = {
  titleOf: (data) => (data as { subscription: { name: string } }).subscription.name,
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireRole(request, 'admin')
  return { subscription: orNotFound(getSubscription(ctx, params.companyId ?? '')) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireUser(request, 'subscriptions.manage')
  const companyId = params.companyId ?? ''
  const form = await readForm(request, (posted) => posted.has('intent'))
  const done = (key: string) =>
    redirectWithFlash(request, `/subscriptions/${companyId}`, { tone: 'success', text: { key } })
  switch (form.get('intent')) {
    case 'paid':
      return handleFormData(form, paidSchema, (input) => {
        markOrderPaid(ctx, { companyId, ...input })
        return done('subscriptions:flash.paid')
      })
    case 'extend':
      return handleFormData(form, extendSchema, ({ endsOn, reason }) => {
        // To the end of that day.
        extendTrial(ctx, { companyId, endsAt: startOfDay(addDays(endsOn, 1)), reason })
        return done('subscriptions:flash.extended')
      })
    case 'agree':
      return handleFormData(form, agreeSchema(await localeContextOf(request, ctx.actor)), (input) => {
        const { until, price: priceCents, reason, ...limits } = input
        agreeOnPlan(ctx, { companyId, until, priceCents, limits, reason }, planWords)
        return done('subscriptions:flash.agreed')
      })
    default:
      throw new Response('errors:badRequest', { status: 400 })
  }
}

/** One company's subscription, for the platform's staff. */
export default function Subscription() {
  const { subscription } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTranslation('subscriptions')
  const { t: tBilling } = useTranslation('billing')
  const format = useFormat()
  const { name, row, orders } = subscription
  const { status, plan, trialEndsAt, paidUntil, accessUntil } = row
  return (
    <div className="flex max-w-reading flex-col gap-6">
      <Breadcrumbs items={[{ label: t('title'), to: '/subscriptions' }, { label: name }]} />
      <Card title={tBilling('heading.plan')} actions={<SubscriptionStatusBadge status={status} />}>
        <DescriptionList
          layout="grid"
          items={[
            { term: tBilling('field.plan'), description: plan ? planNames[plan] : tBilling('noPlan') },
            { term: tBilling('field.cycle'), description: tBilling(`cycle.${row.cycle}`) },
            { term: tBilling('field.trialEnds'), description: format.dateTime(trialEndsAt) },
            { term: tBilling('field.paidUntil'), description: paidUntil ? format.date(paidUntil) : '–' },
            {
              term: t('access'),
              description: accessUntil === null ? t('noEnd') : accessUntil > 0 ? format.dateTime(accessUntil) : '–',
            },
          ]}
        />
      </Card>
      <StaffForms subscription={subscription} lastResult={answer?.lastResult} />
      <BillingOrders orders={orders} />
    </div>
  )
}
