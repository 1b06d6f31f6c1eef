import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { acceptOffer } from '#app/features/disputes/accept-offer.server.ts'
import { declineOffer } from '#app/features/disputes/decline-offer.server.ts'
import { getDispute } from '#app/features/disputes/queries.server.ts'
import { answerSchema } from '#app/features/disputes/schemas.server.ts'
import { DisputeForm } from '#app/features/disputes/ui/dispute-form.tsx'
import { withdrawOffer } from '#app/features/disputes/withdraw-offer.server.ts'
import { requiresPassword } from '#app/features/escrow/release-milestone.server.ts'
import { useFormat } from '#app/i18n/format.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { DescriptionList } from '#app/ui/description-list.tsx'
import { PasswordField } from '#app/ui/forms/password-field.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import { Money } from '#app/ui/money.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'disputes:answer.title' }

const verbs = { accept: acceptOffer, decline: declineOffer, withdraw: withdrawOffer }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'escrow.read')
  const { offers, ...dispute } = orNotFound(getDispute(ctx, params.subjectId ?? ''))
  const offer = orNotFound(offers.find(({ id }) => id === params.offerId))
  if (offer.answers.length === 0) leavePage(`/disputes/${dispute.subjectId}`)
  return { dispute, offer, needsPassword: requiresPassword(dispute.heldCents), submissionId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'escrow.read')
  const { subjectId = '', offerId = '' } = params
  orNotFound(getDispute(ctx, subjectId))
  return handleForm(request, answerSchema, async ({ decision, ...input }) => {
    await verbs[decision](ctx, { ...input, subjectId, offerId })
    return redirectWithFlash(request, `/disputes/${subjectId}`, {
      tone: 'success',
      text: { key: `disputes:flash.${decision}` },
    })
  })
}

/** The other party accepts or declines an offer of settlement; whoever made it may withdraw it. */
export default function AnswerOffer() {
  const { dispute, offer, needsPassword, submissionId } = useLoaderData<typeof loader>()
  const { currency, clientName, providerName } = dispute.contract
  const { t } = useTranslation('disputes')
  const format = useFormat()
  const lastResult = useActionData<typeof action>()?.lastResult
  const [form, fields] = useForm<{ decision: string; password: string }>({ id: 'answer', lastResult })
  const labels = { decision: t('answer.decision'), password: t('password') }
  const isOwn = offer.answers.includes('withdraw')
  const choices = offer.answers.filter((answer) => answer !== 'withdraw')
  return (
    <DisputeForm
      dispute={dispute}
      submissionId={submissionId}
      form={form}
      labels={labels}
      title={t(isOwn ? 'answer.withdrawTitle' : 'answer.title')}
      confirmLabel={t(isOwn ? 'offers.withdraw' : 'answer.submit')}
    >
      <DescriptionList
        items={[
          { term: clientName, description: <Money cents={offer.clientCents} currency={currency} /> },
          { term: providerName, description: <Money cents={offer.providerCents} currency={currency} /> },
          { term: t('offer.expiresOn'), description: format.date(offer.expiresOn) },
        ]}
      />
      {offer.note && <p className="whitespace-pre-line wrap-anywhere">{offer.note}</p>}
      {isOwn ? (
        <input type="hidden" name="decision" value="withdraw" />
      ) : (
        <RadioGroup
          field={fields.decision}
          label={labels.decision}
          required
          options={choices.map((value) => ({ value, label: t(`answer.${value}`), hint: t(`answer.${value}Hint`) }))}
        />
      )}
      {needsPassword && choices.includes('accept') && (
        <PasswordField field={fields.password} label={labels.password} hint={t('answer.passwordHint')} />
      )}
    </DisputeForm>
  )
}
