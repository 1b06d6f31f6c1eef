import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { removeProjectTemplate } from '#app/features/projects/templates/remove-project-template.server.ts'

export function loader({ params }: LoaderFunctionArgs) {
  return redirect(`/projects/${params.projectId}/template`)
}

/** The button that takes a project off the templates. */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.read')
  return handleButton(request, '/projects/templates', () => {
    removeProjectTemplate(ctx, { projectId: params.projectId ?? '' })
    const text = { key: 'projecttemplates:removed' }
    return redirectWithFlash(request, '/projects/templates', { tone: 'success', text })
  })
}
