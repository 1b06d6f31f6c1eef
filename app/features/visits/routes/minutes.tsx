import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { getOwnProject } from '#app/features/projects/queries.server.ts'
import { listVisits } from '#app/features/projects/site-visits.server.ts'
import { publishMinutes } from '#app/features/visits/publish-minutes.server.ts'
import { minutesSchema } from '#app/features/visits/schemas.server.ts'
import { minutesRefusal } from '#app/features/visits/visit.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import { ErrorSummary } from '#app/ui/forms/error-summary.tsx'
import { TextArea } from '#app/ui/forms/text-area.tsx'
import { useForm } from '#app/ui/forms/use-form.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'visits:minutesForm.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.amend')
  const project = orNotFound(getOwnProject(ctx, params.projectId ?? ''))
  const visit = orNotFound(listVisits(ctx.db, project.id).find(({ id }) => id === params.visitId) ?? null)
  if (minutesRefusal(project, visit, ctx.now)) leavePage(`/projects/${project.id}/visits`)
  return { id: project.id, number: visit.number, submissionId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.amend')
  const { id: projectId } = orNotFound(getOwnProject(ctx, params.projectId ?? ''))
  return handleForm(request, minutesSchema, (input) => {
    publishMinutes(ctx, { ...input, projectId, visitId: params.visitId ?? '' })
    const text = { key: 'visits:minutesForm.done' }
    return redirectWithFlash(request, `/projects/${projectId}/visits`, { tone: 'success', text })
  })
}

export default function Minutes() {
  const { id, number, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('visits')
  const [form, fields] = useForm<{ text: string }>({ id: 'minutes', lastResult })
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-6">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ErrorSummary form={form} labels={{ text: t('minutesForm.title') }} />
      <ConfirmPanel
        title={t('minutesForm.heading', { number })}
        confirmLabel={t('minutesForm.publish')}
        cancelTo={`/projects/${id}/visits`}
        destructive={false}
      >
        <p>{t('minutesForm.text')}</p>
        <TextArea
          field={fields.text}
          label={t('minutesForm.title')}
          hint={t('minutesForm.hint')}
          rows={10}
          required
          maxLength={10_000}
        />
      </ConfirmPanel>
    </Form>
  )
}
