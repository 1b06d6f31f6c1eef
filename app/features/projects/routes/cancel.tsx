import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { cancelProject } from '#app/features/projects/cancel-project.server.ts'
import { projectMachine } from '#app/features/projects/project.ts'
import { getOwnProject } from '#app/features/projects/queries.server.ts'
import { reasonSchema } from '#app/features/projects/schemas.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'closing:cancel.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.cancel')
  const { id, title, status, bidDeadline } = orNotFound(getOwnProject(ctx, params.projectId ?? ''))
  const allowed = projectMachine.allowed(status, 'owner', { now: ctx.now, bidDeadline })
  if (!allowed.includes('cancel')) leavePage(`/projects/${id}`)
  return { id, title, submissionId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.read')
  const projectId = params.projectId ?? ''
  return handleForm(request, reasonSchema, (input) => {
    cancelProject(ctx, { ...input, projectId })
    return redirectWithFlash(request, `/projects/${projectId}`, {
      tone: 'success',
      text: { key: 'projects:cancelled' },
    })
  })
}

export default function CancelProject() {
  const { id, title, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('closing')
  const { t: tProject } = useTranslation('projects')
  const [form, fields] = useForm<{ reason: string }>({ id: 'cancel', lastResult })
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ErrorSummary form={form} labels={{ reason: tProject('field.reason') }} />
      <ConfirmPanel
        title={t('cancel.heading', { title })}
        confirmLabel={t('cancel.confirm')}
        cancelTo={`/projects/${id}`}
        cancelLabel={t('cancel.keep')}
      >
        <p>{t('cancel.text')}</p>
        <TextArea
          field={fields.reason}
          label={tProject('field.reason')}
          hint={t('cancel.reasonHint')}
          required
          maxLength={2000}
        />
      </ConfirmPanel>
    </Form>
  )
}
