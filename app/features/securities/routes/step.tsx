import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { changeSecurity } from '#app/features/securities/change-security.server.ts'
import { getSecurities } from '#app/features/securities/queries.server.ts'
import { claimSchema, receiveSchema, withdrawSchema } from '#app/features/securities/schemas.server.ts'
import { securityActions } from '#app/features/securities/security.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { notFound } from '#app/platform/errors.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = {
  title: 'securities:list.title',
  titleOf: (data) => `securities:action.${(data as { step: string }).step}`,
}

const stepOf = (text: string | undefined) => securityActions.find((known) => known === text)

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.secure')
  const { contract, securities } = orNotFound(getSecurities(ctx, params.contractId ?? ''))
  const security = orNotFound(securities.find(({ id }) => id === params.securityId))
  const step = orNotFound(stepOf(params.step))
  if (!security.actions.includes(step)) leavePage(`/contracts/${contract.id}/securities`)
  const { purpose, guarantor, number } = security
  const today = businessDay(ctx.now)
  return { contract, security: { purpose, guarantor, number }, step, today, submissionId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'contracts.read')
  const { contractId = '', securityId = '' } = params
  const step = stepOf(params.step)
  if (!step) throw notFound()
  const localeContext = await localeContextOf(request, ctx.actor)
  const schemas = {
    ...{ receive: receiveSchema, return: receiveSchema, withdraw: withdrawSchema },
    claim: claimSchema(localeContext),
  }
  return handleForm(request, schemas[step], (input) => {
    changeSecurity(ctx, { ...input, contractId, securityId, action: step })
    const text = { key: `securities:flash.${step}` }
    return redirectWithFlash(request, `/contracts/${contractId}/securities`, { tone: 'success', text })
  })
}

/** Records a step of a security: who received it, to whom it was given back, what is claimed from it. */
export default function SecurityStep() {
  const { contract, security, step, today, submissionId } = useLoaderData<typeof loader>()
  const { t } = useTranslation('securities')
  const lastResult = useActionData<typeof action>()?.lastResult
  const [form, fields] = useForm<Record<'day' | 'person' | 'amount' | 'note', string>>({
    ...{ id: 'security-step', lastResult },
    defaultValue: { day: today },
  })
  const person = step === 'return' ? t('field.returnedTo') : t('field.receivedBy')
  const note = step === 'claim' ? t('field.reason') : t('field.note')
  const labels = { day: t('field.day'), person, amount: t('field.amount'), note }
  const isBrief = step === 'receive' || step === 'return'
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-4">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ErrorSummary form={form} labels={labels} />
      <ConfirmPanel
        title={t(`question.${step}`)}
        confirmLabel={t(`action.${step}`)}
        cancelTo={`/contracts/${contract.id}/securities`}
      >
        <p className="font-medium wrap-anywhere">
          {[t(`purpose.${security.purpose}`), security.guarantor, security.number].join(' · ')}
        </p>
        <p>{t(`text.${step}`)}</p>
        {step !== 'withdraw' && <Field field={fields.day} type="date" label={labels.day} required />}
        {isBrief && <Field field={fields.person} label={labels.person} required maxLength={200} />}
        {step === 'claim' && (
          <MoneyField field={fields.amount} label={labels.amount} currency={contract.currency} required />
        )}
        <TextArea
          field={fields.note}
          label={labels.note}
          maxLength={2000}
          required={step === 'claim'}
          optional={step !== 'claim'}
        />
      </ConfirmPanel>
    </Form>
  )
}
