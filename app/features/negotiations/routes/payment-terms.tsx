import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { statutoryPaymentDays } from '#app/features/negotiations/limits.ts'
import { proposePaymentTerms } from '#app/features/negotiations/propose-payment-terms.server.ts'
import { getNegotiation } from '#app/features/negotiations/queries.server.ts'
import { paymentTermsSchema } from '#app/features/negotiations/schemas.server.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { decimalText } from '#app/platform/money.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Breadcrumbs } from '#app/ui/breadcrumbs.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { FormCard } from '#app/ui/forms/form-card.tsx'
import { SubmitButton } from '#app/ui/forms/submit-button.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'negotiation:propose.title', description: 'negotiation:propose.text' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.negotiate')
  const negotiation = orNotFound(getNegotiation(ctx, params.contractId ?? ''))
  const { id, number, party, other, proposals, mayNegotiate } = negotiation
  const open = proposals.find(({ state }) => state === 'open')
  if (!mayNegotiate || open?.party === party) leavePage(`/contracts/${id}/negotiation`)
  const { decimalMark } = await localeContextOf(request, ctx.actor)
  const { paymentDays, lateInterestBp, conditions } = open ?? proposals[0] ?? {}
  const interest = lateInterestBp === undefined || lateInterestBp === null ? '' : decimalText(lateInterestBp)
  return {
    id,
    number,
    other,
    isCounter: open !== undefined,
    initial: {
      paymentDays: String(paymentDays ?? statutoryPaymentDays),
      lateInterest: interest.replace('.', decimalMark),
      conditions: conditions ?? '',
    },
    submissionId: newSubmissionId(),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const contractId = params.contractId ?? ''
  return handleForm(request, paymentTermsSchema(await localeContextOf(request, ctx.actor)), (input) => {
    proposePaymentTerms(ctx, { ...input, contractId })
    return redirectWithFlash(request, `/contracts/${contractId}/negotiation`, {
      tone: 'success',
      text: { key: 'negotiation:done.proposed' },
    })
  })
}

export default function ProposePaymentTerms() {
  const { id, number, other, isCounter, initial, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('negotiation')
  const { t: tContract } = useTranslation('contracts')
  const { t: ui } = useTranslation('ui')
  const [form, fields] = useForm<typeof initial>({ id: 'payment-terms', lastResult, defaultValue: initial })
  const page = `/contracts/${id}/negotiation`
  const labels = {
    paymentDays: t('payment.days'),
    lateInterest: t('payment.lateInterest'),
    conditions: t('payment.conditions'),
  }
  return (
    <div className="flex max-w-form flex-col gap-6">
      <Breadcrumbs
        items={[
          { label: tContract('list.title'), to: '/contracts' },
          { label: number, to: page },
          { label: t('propose.title') },
        ]}
      />
      {isCounter && <Alert tone="info">{t('propose.counters', { other })}</Alert>}
      <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
        <input type="hidden" name="submissionId" value={submissionId} />
        <ErrorSummary form={form} labels={labels} />
        <FormCard
          actions={
            <>
              <SubmitButton>{t('propose.submit')}</SubmitButton>
              <ButtonLink to={page} variant="outline">
                {ui('cancel')}
              </ButtonLink>
            </>
          }
        >
          <Field
            field={fields.paymentDays}
            label={labels.paymentDays}
            hint={t('payment.daysHint')}
            inputMode="numeric"
            autoComplete="off"
            required
            className="sm:max-w-xs"
          />
          <Field
            field={fields.lateInterest}
            label={labels.lateInterest}
            hint={t('payment.lateInterestHint')}
            inputMode="decimal"
            autoComplete="off"
            suffix="%"
            optional
            className="sm:max-w-xs"
          />
          <TextArea
            field={fields.conditions}
            label={labels.conditions}
            hint={t('payment.conditionsHint')}
            rows={4}
            maxLength={2000}
            optional
          />
        </FormCard>
      </Form>
    </div>
  )
}
