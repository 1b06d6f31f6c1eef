import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { handleMilestoneAction, loadActionPage } from '#app/features/escrow/action-page.server.ts'
import { restOf } from '#app/features/escrow/milestone.ts'
import { requestRefund } from '#app/features/escrow/request-refund.server.ts'
import { requestRefundSchema } from '#app/features/escrow/schemas.server.ts'
import { MilestoneActionForm } from '#app/features/escrow/ui/milestone-action-form.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { MoneyField } from '#app/ui/forms/money-field.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'escrow:requestRefund.title' }

export function loader({ request, params }: LoaderFunctionArgs) {
  return loadActionPage(request, params.milestoneId, 'request_refund')
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'escrow.read')
  const milestoneId = params.milestoneId ?? ''
  const schema = requestRefundSchema(await localeContextOf(request, ctx.actor))
  return handleForm(request, schema, ({ amount, ...input }) =>
    handleMilestoneAction(request, ctx, milestoneId, 'refundRequested', () =>
      requestRefund(ctx, { ...input, milestoneId, amountCents: amount ?? undefined }),
    ),
  )
}

export default function RequestRefund() {
  const page = useLoaderData<typeof loader>()
  const { t } = useTranslation('escrow')
  const format = useFormat()
  const { milestone, contract } = page
  const lastResult = useActionData<typeof action>()?.lastResult
  const [form, fields] = useForm<{ amount: string; reason: string }>({ id: 'request-refund', lastResult })
  const held = format.money(restOf(milestone).amountCents, contract.currency)
  return (
    <MilestoneActionForm
      page={page}
      form={form}
      labels={{ amount: t('requestRefund.amount'), reason: t('requestRefund.reason') }}
      title={t('requestRefund.question', { title: milestone.title })}
      confirmLabel={t('action.request_refund')}
      destructive={false}
    >
      <p>{t('requestRefund.text', { amount: held })}</p>
      <MoneyField
        field={fields.amount}
        label={t('requestRefund.amount')}
        hint={t('requestRefund.amountHint', { amount: held })}
        currency={contract.currency}
        optional
      />
      <TextArea
        field={fields.reason}
        label={t('requestRefund.reason')}
        hint={t('reasonHint')}
        required
        maxLength={2000}
      />
    </MilestoneActionForm>
  )
}
