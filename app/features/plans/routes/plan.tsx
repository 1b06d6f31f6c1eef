import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { planNames } from '#app/features/accounts/subscriptions/plan.ts'
import { changePlan } from '#app/features/plans/change-plan.server.ts'
import { choosePlan } from '#app/features/plans/choose-plan.server.ts'
import { getOffer } from '#app/features/plans/offer.server.ts'
import { planWords } from '#app/features/plans/plan-words.server.ts'
import { choiceSchema, orderSchema } from '#app/features/plans/schemas.server.ts'
import { loadSubscription } from '#app/features/plans/subscription-rows.server.ts'
import { OfferSums } from '#app/features/plans/ui/offer-sums.tsx'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'billing:heading.choose' }

export async function loader({ request }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'billing.change')
  const choice = choiceSchema.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  const offer = choice.success ? getOffer(ctx, choice.data) : null
  if (!offer) leavePage(choice.success ? '/billing?unchanged=yes' : '/billing')
  return { offer, submissionId: newSubmissionId() }
}

export async function action({ request }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  return handleForm(request, orderSchema, (input) => {
    const done = (key: string) => redirectWithFlash(request, '/billing', { tone: 'success', text: { key } })
    // By the state and not by what would change now: the same form again finds its first result.
    if (loadSubscription(ctx.db, ctx.company.id).status === 'active') {
      const { direction } = changePlan(ctx, input, planWords)
      return done(`billing:flash.${direction}`)
    }
    const { expectedCents: _, ...choice } = input
    choosePlan(ctx, choice, planWords)
    return done('billing:flash.ordered')
  })
}

/** What a plan costs this company, to the cent, before it is ordered. */
export default function Plan() {
  const { offer, submissionId } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTranslation('billing')
  const { t: tUi } = useTranslation('ui')
  const [form] = useForm<{ plan: string }>({ id: 'plan', lastResult: answer?.lastResult })
  // Refused, and not possible any more: then the page says why.
  if (!offer)
    return (
      <div className="flex max-w-form flex-col gap-6">
        <ErrorSummary form={form} labels={{}} />
        <ButtonLink to="/billing" variant="outline">
          {t('title')}
        </ButtonLink>
      </div>
    )
  const { plan, cycle, currency } = offer.choice
  const name = planNames[plan]
  const values = { plan, cycle, currency, submissionId, expectedCents: offer.sums?.netCents ?? '' }
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Breadcrumbs items={[{ label: t('title'), to: '/billing' }, { label: name }]} />
      <Form method="post" id={form.id} noValidate className="flex flex-col gap-4">
        <ErrorSummary form={form} labels={{}} />
        {Object.entries(values).map(([key, value]) => (
          <input key={key} type="hidden" name={key} value={value} />
        ))}
        <FormCard
          title={t(offer.kind === 'change' ? 'preview.change' : 'preview.first', { plan: name })}
          actions={
            <>
              <SubmitButton>{t(offer.direction === 'down' ? 'preview.confirm' : 'preview.order')}</SubmitButton>
              <ButtonLink to="/billing" variant="outline">
                {tUi('cancel')}
              </ButtonLink>
            </>
          }
        >
          <OfferSums offer={offer} />
        </FormCard>
      </Form>
    </div>
  )
}
