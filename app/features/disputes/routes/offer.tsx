import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { offerSettlement } from '#app/features/disputes/offer-settlement.server.ts'
import { getDispute } from '#app/features/disputes/queries.server.ts'
import { offerSchema } from '#app/features/disputes/schemas.server.ts'
import { DisputeForm } from '#app/features/disputes/ui/dispute-form.tsx'
import { requiresPassword } from '#app/features/escrow/release-milestone.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { PasswordField } from '#app/ui/forms/password-field.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'disputes:offer.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'escrow.read')
  const dispute = orNotFound(getDispute(ctx, params.subjectId ?? ''))
  if (!dispute.actions.includes('offer')) leavePage(`/disputes/${dispute.subjectId}`)
  return { dispute, needsPassword: requiresPassword(dispute.heldCents), submissionId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'escrow.read')
  const subjectId = params.subjectId ?? ''
  orNotFound(getDispute(ctx, subjectId))
  const schema = offerSchema(await localeContextOf(request, ctx.actor))
  return handleForm(request, schema, async ({ clientAmount, providerAmount, ...input }) => {
    const split = { clientCents: clientAmount, providerCents: providerAmount }
    await offerSettlement(ctx, { ...input, subjectId, split })
    return redirectWithFlash(request, `/disputes/${subjectId}`, {
      tone: 'success',
      text: { key: 'disputes:flash.offered' },
    })
  })
}

type Fields = { clientAmount: string; providerAmount: string; note: string; expiresOn: string; password: string }

export default function OfferSettlement() {
  const { dispute, needsPassword, submissionId } = useLoaderData<typeof loader>()
  const { currency, clientName, providerName } = dispute.contract
  const { t } = useTranslation('disputes')
  const format = useFormat()
  const [form, fields] = useForm<Fields>({ id: 'offer', lastResult: useActionData<typeof action>()?.lastResult })
  const labels = {
    clientAmount: t('offer.to', { company: clientName }),
    providerAmount: t('offer.to', { company: providerName }),
    note: t('offer.note'),
    expiresOn: t('offer.expiresOn'),
    password: t('password'),
  }
  return (
    <DisputeForm
      dispute={dispute}
      submissionId={submissionId}
      form={form}
      labels={labels}
      title={t('offer.title')}
      confirmLabel={t('offer.submit')}
    >
      <p>{t('offer.text', { amount: format.money(dispute.heldCents, currency) })}</p>
      <MoneyField field={fields.clientAmount} label={labels.clientAmount} currency={currency} required />
      <MoneyField field={fields.providerAmount} label={labels.providerAmount} currency={currency} required />
      <Field field={fields.expiresOn} type="date" label={labels.expiresOn} required />
      <TextArea field={fields.note} label={labels.note} hint={t('offer.noteHint')} optional maxLength={5000} />
      {needsPassword && (
        <PasswordField field={fields.password} label={labels.password} hint={t('passwordHint')} required />
      )}
    </DisputeForm>
  )
}
