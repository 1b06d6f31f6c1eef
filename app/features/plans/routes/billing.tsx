import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { askMoneyBack, cancelSubscription, undoCancellation } from '#app/features/plans/cancel-subscription.server.ts'
import { planWords } from '#app/features/plans/plan-words.server.ts'
import { getBilling } from '#app/features/plans/queries.server.ts'
import { referencesSchema } from '#app/features/plans/schemas.server.ts'
import { setReferences } from '#app/features/plans/set-references.server.ts'
import { BillingOrders } from '#app/features/plans/ui/billing-orders.tsx'
import { BillingReferences } from '#app/features/plans/ui/billing-references.tsx'
import { ChoosePlan } from '#app/features/plans/ui/choose-plan.tsx'
import { PlanCard } from '#app/features/plans/ui/plan-card.tsx'
import { UseCard } from '#app/features/plans/ui/use-card.tsx'
import { handleFormData, readForm } from '#app/platform/forms/form.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'billing:title', description: 'billing:description' }

/** What is asked again before it is done. */
const asked = ['cancel', 'moneyBack'] as const

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'billing.read')
  const { searchParams } = new URL(request.url)
  const confirm = searchParams.get('confirm')
  const billing = getBilling(ctx)
  const may = { cancel: billing.actions.includes('cancel'), moneyBack: billing.actions.includes('give_back') }
  return {
    billing,
    confirm: asked.find((one) => one === confirm && may[one]) ?? null,
    /** A plan was looked at that the company has already, or cannot order, which the form below says. */
    unchanged: searchParams.has('unchanged') && billing.refusal === null,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  const form = await readForm(request, (posted) => posted.get('intent') === 'references')
  const done = (key: string) => redirectWithFlash(request, '/billing', { tone: 'success', text: { key } })
  if (form.get('intent') === 'references')
    return handleFormData(form, referencesSchema, (input) => {
      setReferences(ctx, input)
      return done('billing:references.saved')
    })
  return handleButton(request, '/billing', () => {
    switch (form.get('intent')) {
      case 'cancel':
        cancelSubscription(ctx, planWords)
        return done('billing:flash.cancelled')
      case 'undo':
        undoCancellation(ctx)
        return done('billing:flash.undone')
      case 'moneyBack':
        askMoneyBack(ctx, planWords)
        return done('billing:flash.moneyBack')
      default:
        throw new Response('errors:badRequest', { status: 400 })
    }
  })
}

/** Reloads the stored version after a refused form, so that it can be sent again on purpose. */
export const shouldRevalidate = revalidateIfRead

/** The company's plan: what it is, what is used of it, what can be chosen, and its invoices. */
export default function Billing() {
  const { billing, confirm, unchanged } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('billing')
  if (confirm)
    return (
      <Form method="post" action="/billing">
        <input type="hidden" name="intent" value={confirm} />
        <ConfirmPanel
          title={t(`${confirm}.title`)}
          confirmLabel={t(`${confirm}.confirm`)}
          cancelTo="/billing"
          cancelLabel={t('cancel.keep')}
        >
          <p>{t(`${confirm}.text`)}</p>
          {confirm === 'cancel' && billing.facts.owesChange && <p>{t('cancel.changeText')}</p>}
        </ConfirmPanel>
      </Form>
    )
  return (
    <div className="flex flex-col gap-8">
      {unchanged && <Alert tone="info">{t('refused.nothingChanges')}</Alert>}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <PlanCard billing={billing} />
        <UseCard use={billing.use} />
      </div>
      <ChoosePlan billing={billing} />
      <BillingOrders orders={billing.orders} />
      {!billing.isSeller && (
        <BillingReferences key={billing.subscription.updatedAt} billing={billing} lastResult={lastResult} />
      )}
    </div>
  )
}
