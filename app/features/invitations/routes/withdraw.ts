import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { withdrawInvitation } from '#app/features/invitations/withdraw-invitation.server.ts'
import { readForm } from '#app/platform/forms/form.server.ts'
import { submissionIdOf } from '#app/platform/forms/submission-id.server.ts'

const pageOf = (projectId: string | undefined) => `/projects/${projectId}/invitations`

export const loader = ({ params }: LoaderFunctionArgs) => redirect(pageOf(params.projectId))

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'projects.read')
  const submissionId = submissionIdOf(await readForm(request))
  return handleButton(request, pageOf(params.projectId), () => {
    const { projectId } = withdrawInvitation(ctx, { invitationId: params.invitationId ?? '', submissionId })
    const text = { key: 'invitations:withdrawn' }
    return redirectWithFlash(request, pageOf(projectId), { tone: 'success', text })
  })
}
