import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { handleMilestoneAction, loadActionPage } from '#app/features/escrow/action-page.server.ts'
import { disputeMilestone } from '#app/features/escrow/dispute-milestone.server.ts'
import { restOf } from '#app/features/escrow/milestone.ts'
import { reasonSchema } from '#app/features/escrow/schemas.server.ts'
import { MilestoneActionForm } from '#app/features/escrow/ui/milestone-action-form.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'escrow:dispute.title' }

export function loader({ request, params }: LoaderFunctionArgs) {
  return loadActionPage(request, params.milestoneId, 'dispute')
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'escrow.read')
  const milestoneId = params.milestoneId ?? ''
  return handleForm(request, reasonSchema, (input) =>
    handleMilestoneAction(request, ctx, milestoneId, 'disputed', () =>
      disputeMilestone(ctx, { ...input, milestoneId }),
    ),
  )
}

export default function DisputeMilestone() {
  const page = useLoaderData<typeof loader>()
  const { t } = useTranslation('escrow')
  const format = useFormat()
  const { milestone, contract } = page
  const lastResult = useActionData<typeof action>()?.lastResult
  const [form, fields] = useForm<{ reason: string }>({ id: 'dispute', lastResult })
  return (
    <MilestoneActionForm
      page={page}
      form={form}
      labels={{ reason: t('dispute.reason') }}
      title={t('dispute.question', { title: milestone.title })}
      confirmLabel={t('action.dispute')}
      destructive={true}
    >
      <p>{t('dispute.text', { amount: format.money(restOf(milestone).amountCents, contract.currency) })}</p>
      <TextArea field={fields.reason} label={t('dispute.reason')} hint={t('reasonHint')} required maxLength={2000} />
    </MilestoneActionForm>
  )
}
