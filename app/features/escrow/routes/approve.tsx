import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { handleMilestoneAction, loadActionPage } from '#app/features/escrow/action-page.server.ts'
import { approveMilestone } from '#app/features/escrow/approve-milestone.server.ts'
import { approveSchema } from '#app/features/escrow/schemas.server.ts'
import { MilestoneActionForm } from '#app/features/escrow/ui/milestone-action-form.tsx'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'escrow:approve.title' }

export function loader({ request, params }: LoaderFunctionArgs) {
  return loadActionPage(request, params.milestoneId, 'approve')
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'escrow.read')
  const milestoneId = params.milestoneId ?? ''
  return handleForm(request, approveSchema, (input) =>
    handleMilestoneAction(request, ctx, milestoneId, 'approved', () =>
      approveMilestone(ctx, { ...input, milestoneId }),
    ),
  )
}

export default function ApproveMilestone() {
  const page = useLoaderData<typeof loader>()
  const { t } = useTranslation('escrow')
  const [form] = useForm({ id: 'approve-milestone', lastResult: useActionData<typeof action>()?.lastResult })
  return (
    <MilestoneActionForm
      page={page}
      form={form}
      title={t('approve.question', { title: page.milestone.title })}
      confirmLabel={t('action.approve')}
    >
      <input type="hidden" name="expectedVersion" value={page.milestone.submittedAt ?? ''} />
      <p>{t(`approve.text.${page.contract.paymentMethod}`, { provider: page.contract.providerName })}</p>
    </MilestoneActionForm>
  )
}
