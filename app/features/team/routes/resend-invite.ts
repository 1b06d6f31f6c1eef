import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { handleButton, redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireCompany } from '#app/features/accounts/guards.server.ts'
import { resendInvite } from '#app/features/team/resend-invite.server.ts'

export const loader = () => redirect('/team')

export async function action({ request, params }: ActionFunctionArgs) {
  const ctx = await requireCompany(request, 'team.read')
  return handleButton(request, '/team', async () => {
    const { email } = await resendInvite(ctx, { invitationId: params.invitationId ?? '' })
    return redirectWithFlash(request, '/team', {
      tone: 'success',
      text: { key: 'team:invite.sent', params: { email } },
    })
  })
}
