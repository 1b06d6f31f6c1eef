import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { handleRetentionAction, loadRetentionPage } from '#app/features/escrow/action-page.server.ts'
import { disputeRetention } from '#app/features/escrow/dispute-retention.server.ts'
import { reasonSchema } from '#app/features/escrow/schemas.server.ts'
import { MilestoneActionForm } from '#app/features/escrow/ui/milestone-action-form.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'escrow:retention.dispute' }

export function loader({ request, params }: LoaderFunctionArgs) {
  return loadRetentionPage(request, params.contractId, 'dispute')
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'escrow.read')
  const contractId = params.contractId ?? ''
  return handleForm(request, reasonSchema, (input) =>
    handleRetentionAction(request, ctx, contractId, 'disputed', () => disputeRetention(ctx, { ...input, contractId })),
  )
}

export default function DisputeRetention() {
  const page = useLoaderData<typeof loader>()
  const { contract, retentionCents } = page
  const { t } = useTranslation('escrow')
  const format = useFormat()
  const lastResult = useActionData<typeof action>()?.lastResult
  const [form, fields] = useForm<{ reason: string }>({ id: 'dispute-retention', lastResult })
  return (
    <MilestoneActionForm
      page={{ ...page, milestone: { title: t('retention.title') } }}
      form={form}
      labels={{ reason: t('dispute.reason') }}
      title={t('retention.disputeQuestion', { title: contract.title })}
      confirmLabel={t('action.dispute')}
      destructive
    >
      <p>{t('retention.disputeText', { amount: format.money(retentionCents, contract.currency) })}</p>
      <TextArea field={fields.reason} label={t('dispute.reason')} hint={t('reasonHint')} required maxLength={2000} />
    </MilestoneActionForm>
  )
}
