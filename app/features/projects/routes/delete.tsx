import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { orNotFound, requireCompany } from '#app/features/accounts/guards.server.ts'
import { deleteDraft } from '#app/features/projects/delete-draft.server.ts'
import { canDeleteProject } from '#app/features/projects/project.ts'
import { getOwnProject } from '#app/features/projects/queries.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { newSubmissionId, submissionIdOf } from '#app/platform/forms/submission-id.server.ts'
import { ConfirmPanel } from '#app/ui/confirm-panel.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { title: 'closing:delete.title' }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.delete')
  const { id, title, status, role } = orNotFound(getOwnProject(ctx, params.projectId ?? ''))
  if (!canDeleteProject(status, role)) throw redirect(`/projects/${id}`)
  return { id, title, submissionId: newSubmissionId() }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.read')
  const projectId = params.projectId ?? ''
  const submissionId = submissionIdOf(await readForm(request))
  return handleButton(request, `/projects/${projectId}`, () => {
    deleteDraft(ctx, { projectId, submissionId })
    return redirectWithFlash(request, '/projects', { tone: 'success', text: { key: 'projects:deleted' } })
  })
}

export default function DeleteProject() {
  const { id, title, submissionId } = useLoaderData<typeof loader>()
  const { t } = useTranslation('closing')
  return (
    <Form method="post">
      <input type="hidden" name="submissionId" value={submissionId} />
      <ConfirmPanel
        title={t('delete.heading', { title })}
        confirmLabel={t('delete.confirm')}
        cancelTo={`/projects/${id}`}
        cancelLabel={t('delete.keep')}
      >
        <p>{t('delete.text')}</p>
      </ConfirmPanel>
    </Form>
  )
}
