import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { revokeInvite } from '#app/features/team/revoke-invite.server.ts'

export const loader = () => redirect('/team')

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'team.read')
  return handleButton(request, '/team', () => {
    const { email } = revokeInvite(ctx, { invitationId: params.invitationId ?? '' })
    const text = { key: 'team:invite.revoked', params: { email } }
    return redirectWithFlash(request, '/team', { tone: 'success', text })
  })
}
