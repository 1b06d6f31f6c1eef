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
    const { invitedOnly } = publishProject(ctx, { ...step, projectId })
    // Nobody can bid on a project by invitation before somebody is invited.
    const [next, key] = invitedOnly ? ['/invitations', 'publishedInvited'] : ['', 'published']
    return redirectWithFlash(request, `/projects/${projectId}${next}`, {
      tone: 'success',
      text: { key: `projects:${key}` },
    })
  })
}
