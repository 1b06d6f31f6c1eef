import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { handleMilestoneAction, loadActionPage } from '#app/features/escrow/action-page.server.ts'
import { restOf } from '#app/features/escrow/milestone.ts'
import { requestChanges } from '#app/features/escrow/request-changes.server.ts'
import { reasonSchema } from '#app/features/escrow/schemas.server.ts'
import { MilestoneActionForm } from '#app/features/escrow/ui/milestone-action-form.tsx'
import { useFormat } from '#app/i18n/format.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'escrow:requestChanges.title' }

export function loader({ request, params }: LoaderFunctionArgs) {
  return loadActionPage(request, params.milestoneId, 'request_changes')
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'escrow.read')
  const milestoneId = params.milestoneId ?? ''
  return handleForm(request, reasonSchema, (input) =>
    handleMilestoneAction(request, ctx, milestoneId, 'changesRequested', () =>
      requestChanges(ctx, { ...input, milestoneId }),
    ),
  )
}

export default function RequestChanges() {
  const page = useLoaderData<typeof loader>()
  const { t } = useTranslation('escrow')
  const format = useFormat()
  const { milestone, contract } = page
  const lastResult = useActionData<typeof action>()?.lastResult
  const [form, fields] = useForm<{ reason: string }>({ id: 'request-changes', lastResult })
  return (
    <MilestoneActionForm
      page={page}
      form={form}
      labels={{ reason: t('requestChanges.reason') }}
      title={t('requestChanges.question', { title: milestone.title })}
      confirmLabel={t('action.request_changes')}
      destructive={false}
    >
      <p>{t('requestChanges.text', { amount: format.money(restOf(milestone).amountCents, contract.currency) })}</p>
      <TextArea
        field={fields.reason}
        label={t('requestChanges.reason')}
        hint={t('reasonHint')}
        required
        maxLength={2000}
      />
    </MilestoneActionForm>
  )
}
