import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { handleMilestoneAction, loadActionPage } from '#app/features/escrow/action-page.server.ts'
import { cancelRefund } from '#app/features/escrow/cancel-refund.server.ts'
import { consentRefund, refundTotal } from '#app/features/escrow/consent-refund.server.ts'
import { restOf } from '#app/features/escrow/milestone.ts'
import { refuseRefund } from '#app/features/escrow/refuse-refund.server.ts'
import { requiresPassword } from '#app/features/escrow/release-milestone.server.ts'
import { refundSchema } from '#app/features/escrow/schemas.server.ts'
import { MilestoneActionForm } from '#app/features/escrow/ui/milestone-action-form.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { PasswordField } from '#app/ui/forms/password-field.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'escrow:refund.title' }

const flashes = { consent: 'refunded', refuse: 'refundRefused', cancel: 'refundCancelled' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'escrow.read')
  const page = await loadActionPage(request, params.milestoneId, 'consent_refund', 'refuse_refund', 'cancel_refund')
  return { ...page, requiresPassword: requiresPassword(refundTotal(ctx, page.milestone.id)) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'escrow.read')
  const milestoneId = params.milestoneId ?? ''
  return handleForm(request, refundSchema, ({ decision, password, expectedRefundCents, ...input }) =>
    handleMilestoneAction(request, ctx, milestoneId, flashes[decision], () => {
      const answer = { ...input, milestoneId }
      if (decision === 'consent') return consentRefund(ctx, { ...answer, password, expectedRefundCents })
      return decision === 'refuse' ? refuseRefund(ctx, answer) : cancelRefund(ctx, answer)
    }),
  )
}

/** The provider answers a refund request; the client, who made it, may withdraw it. */
export default function Refund() {
  const page = useLoaderData<typeof loader>()
  const { milestone, contract, role } = page
  const { t } = useTranslation('escrow')
  const format = useFormat()
  const lastResult = useActionData<typeof action>()?.lastResult
  const [form, fields] = useForm<{ decision: string; reason: string; password: string }>({ id: 'refund', lastResult })
  const labels = { decision: t('refund.decision'), reason: t('refund.reason'), password: t('release.password') }
  const heldCents = restOf(milestone).amountCents
  const askedCents = milestone.refundCents ?? heldCents
  const amount = format.money(askedCents, contract.currency)
  const rest = format.money(heldCents - askedCents, contract.currency)
  const hints = {
    consent: t(askedCents < heldCents ? 'refund.consentPartHint' : 'refund.consentHint', { amount, rest }),
    refuse: t('refund.refuseHint', { amount }),
  }
  if (role === 'client') {
    return (
      <MilestoneActionForm
        page={page}
        form={form}
        title={t('refund.cancelQuestion', { title: milestone.title })}
        confirmLabel={t('action.cancel_refund')}
      >
        <input type="hidden" name="decision" value="cancel" />
        <p>{t('refund.cancelText', { amount })}</p>
      </MilestoneActionForm>
    )
  }
  return (
    <MilestoneActionForm
      page={page}
      form={form}
      labels={labels}
      title={t('refund.question', { title: milestone.title })}
      confirmLabel={t('refund.confirm')}
    >
      <input type="hidden" name="expectedRefundCents" value={askedCents} />
      <p>{t('refund.text', { amount, client: contract.clientName })}</p>
      <RadioGroup
        field={fields.decision}
        label={labels.decision}
        required
        options={(['consent', 'refuse'] as const).map((value) => ({
          value,
          label: t(`refund.${value}`),
          hint: hints[value],
        }))}
      />
      <TextArea field={fields.reason} label={labels.reason} hint={t('reasonHint')} optional maxLength={2000} />
      {page.requiresPassword && (
        <PasswordField field={fields.password} label={labels.password} hint={t('refund.passwordHint')} />
      )}
    </MilestoneActionForm>
  )
}
