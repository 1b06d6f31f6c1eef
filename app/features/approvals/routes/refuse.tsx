import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getApproval } from '#app/features/approvals/queries.server.ts'
import { refuseRequest } from '#app/features/approvals/refuse-request.server.ts'
import { refuseSchema } from '#app/features/approvals/schemas.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'approvals:refuse.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request)
  const { id, title, asker, actions } = orNotFound(getApproval(ctx, params.approvalId ?? ''))
  if (!actions.includes('refuse')) leavePage(`/approvals/${id}`)
  return { id, title, asker }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request)
  const approvalId = params.approvalId ?? ''
  orNotFound(getApproval(ctx, approvalId))
  return handleForm(request, refuseSchema, ({ reason }) => {
    refuseRequest(ctx, { approvalId, reason })
    const text = { key: 'approvals:flash.refused' }
    return redirectWithFlash(request, `/approvals/${approvalId}`, { tone: 'success', text })
  })
}

export default function RefuseApproval() {
  const { id, title, asker } = useLoaderData<typeof loader>()
  const { t } = useTranslation('approvals')
  const lastResult = useActionData<typeof action>()?.lastResult
  const [form, fields] = useForm<{ reason: string }>({ id: 'refuse', lastResult })
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-4">
      <div className="w-full max-w-form empty:hidden">
        <ErrorSummary form={form} labels={{ reason: t('refuse.reason') }} />
      </div>
      <ConfirmPanel
        title={t('refuse.question', { name: asker, title })}
        confirmLabel={t('refuse.confirm')}
        cancelTo={`/approvals/${id}`}
      >
        <TextArea
          field={fields.reason}
          label={t('refuse.reason')}
          hint={t('refuse.reasonHint', { name: asker })}
          required
          maxLength={2000}
        />
      </ConfirmPanel>
    </Form>
  )
}
