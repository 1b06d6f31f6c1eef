import { eq } from 'drizzle-orm'
import { newToken } from '#app/features/accounts/account-tokens.server.ts'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { companyInvitations } from '#db/schema/accounts.ts'
import { loadInvitation } from './invitation-rows.server.ts'
import { mailInvite, tokenColumns } from './invite-member.server.ts'
import { requireRoleChange } from './require-role-change.server.ts'

/**
 * Mails an invitation again with a new link, which invalidates the old one.
 * @throws AppError not_found, also once it has been accepted; forbidden; rate_limited
 */
export async function resendInvite(ctx: CompanyContext, input: { invitationId: string }): Promise<{ email: string }> {
  requireRight(ctx, 'team.invite')
  await consumePoint(ctx.db.$client, rateLimits.mailAccount, `invite|${input.invitationId}`)
  return transact(ctx.db, (tx) => {
    const invitation = loadInvitation(tx, ctx, input.invitationId)
    requireRoleChange(tx, ctx, { from: 'member', to: invitation.role })
    const token = newToken()
    tx.update(companyInvitations)
      .set(tokenColumns(ctx.now, token))
      .where(eq(companyInvitations.id, invitation.id))
      .run()
    mailInvite(tx, ctx, invitation, token)
    appendAudit(tx, ctx, { action: 'team.resend_invite', subject: { type: 'invitation', id: invitation.id } })
    return { email: invitation.email }
  })
}
