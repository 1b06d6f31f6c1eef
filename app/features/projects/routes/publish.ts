import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { publishProject } from '#app/features/projects/publish-project.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { expectedVersionOf } from '#app/platform/forms/require-unchanged.ts'
import { submissionIdOf } from '#app/platform/forms/submission-id.server.ts'

export function loader({ params }: LoaderFunctionArgs) {
  return redirect(`/projects/${params.projectId}`)
}

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.read')
  const projectId = params.projectId ?? ''
  const form = await readForm(request)
  const step = { submissionId: submissionIdOf(form), expectedVersion: expectedVersionOf(form) }
  return handleButton(request, `/projects/${projectId}`, () => {
    publishProject(ctx, { ...step, projectId })
    return redirectWithFlash(request, `/projects/${projectId}`, {
      tone: 'success',
      text: { key: 'projects:published' },
    })
  })
}
