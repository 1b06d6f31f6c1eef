import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { addAddendum } from '#app/features/projects/add-addendum.server.ts'
import { suggestedDeadline } from '#app/features/projects/addendum.ts'
import { projectFormValues } from '#app/features/projects/form-values.ts'
import { getOwnProject } from '#app/features/projects/queries.server.ts'
import { addendumSchema, projectSchema } from '#app/features/projects/schemas.server.ts'
import { ProjectForm } from '#app/features/projects/ui/project-form.tsx'
import { updateProject } from '#app/features/projects/update-project.server.ts'
import { localeContextOf } from '#app/i18n/locale-context.server.ts'
import { handleForm } from '#app/platform/forms/form.server.ts'
import { leavePage } from '#app/platform/forms/leave-page.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import { consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'
import { Alert } from '#app/ui/alert.tsx'
import { EditConflict } from '#app/ui/forms/edit-conflict.tsx'
import { revalidateIfRead } from '#app/ui/keep-typed.ts'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'projects:edit.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.update')
  const project = orNotFound(getOwnProject(ctx, params.projectId ?? ''))
  if (project.status !== 'draft' && project.status !== 'open') leavePage(`/projects/${project.id}`)
  const isOpen = project.status === 'open'
  const bidDeadline = isOpen ? suggestedDeadline(project, ctx.now) : project.bidDeadline
  const values = projectFormValues({ ...project, bidDeadline }, await localeContextOf(request, ctx.actor))
  return {
    id: project.id,
    title: project.title,
    addendumDays: isOpen ? project.addendumDays : null,
    expectedVersion: project.updatedAt,
    values,
    submissionId: newSubmissionId(),
  }
}

/** Reloads the stored version after a refused form, so that it can be sent again on purpose. */
export const shouldRevalidate = revalidateIfRead

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.update')
  const localeContext = await localeContextOf(request, ctx.actor)
  const { id: projectId, status } = orNotFound(getOwnProject(ctx, params.projectId ?? ''))
  const back = (key: string) => redirectWithFlash(request, `/projects/${projectId}`, { tone: 'success', text: { key } })
  if (status === 'draft') {
    return handleForm(request, projectSchema(localeContext), (input) => {
      updateProject(ctx, { ...input, projectId })
      return back('projects:updated')
    })
  }
  return handleForm(request, addendumSchema(localeContext), async (input) => {
    await consumePoint(ctx.db.$client, rateLimits.addendum, ctx.company.id)
    addAddendum(ctx, { ...input, projectId })
    return back('projects:amended')
  })
}

export default function EditProject() {
  const { id, addendumDays, expectedVersion, values, submissionId } = useLoaderData<typeof loader>()
  const lastResult = useActionData<typeof action>()?.lastResult
  const { t } = useTranslation('projects')
  const isAddendum = addendumDays !== null
  return (
    <ProjectForm
      lastResult={lastResult}
      values={values}
      submissionId={submissionId}
      expectedVersion={expectedVersion}
      submitLabel={isAddendum ? t('edit.publishAddendum') : t('edit.save')}
      cancelTo={`/projects/${id}`}
      importTo={`/projects/request-lines?project=${id}`}
      addendum={isAddendum ? { addendumDays } : undefined}
    >
      <EditConflict lastResult={lastResult} to={`/projects/${id}`} />
      {isAddendum && (
        <Alert tone="warning" title={t('edit.addendumTitle')}>
          {t('edit.addendumText')}
        </Alert>
      )}
    </ProjectForm>
  )
}
