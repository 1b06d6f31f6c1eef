import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { followProject, unfollowProject } from '#app/features/tenders/follow-project.server.ts'

export function loader({ params }: LoaderFunctionArgs) {
  return redirect(`/projects/${params.projectId}`)
}

/** The buttons by which a company follows a project, or ends that. */
export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.follow')
  const projectId = params.projectId ?? ''
  const follows = new URL(request.url).pathname.endsWith('/follow')
  return handleButton(request, `/projects/${projectId}`, () => {
    if (follows) followProject(ctx, { projectId })
    else unfollowProject(ctx, { projectId })
    const text = { key: follows ? 'follows:done' : 'follows:ended' }
    return redirectWithFlash(request, `/projects/${projectId}`, { tone: 'success', text })
  })
}
