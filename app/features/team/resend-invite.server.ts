import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { loadColleague } from './colleague.server.ts'
import { mailInvite } from './invite-member.server.ts'
import { requireRoleChange } from './require-role-change.server.ts'

/**
 * Mails an invitation again with a new link, which invalidates the old one.
 * @throws AppError not_found, forbidden, rate_limited; conflict when it was already accepted
 */
export async function resendInvite(ctx: CompanyContext, input: { userId: string }): Promise<{ email: string }> {
  requireRight(ctx, 'team.invite')
  await consumePoint(ctx.db.$client, rateLimits.mailAccount, `invite|${input.userId}`)
  return transact(ctx.db, (tx) => {
    const colleague = loadColleague(tx, ctx, input.userId)
    requireRoleChange(tx, ctx, { from: 'member', to: colleague.companyRole })
    if (!colleague.invited) throw conflict('team:refused.accepted')
    mailInvite(tx, ctx, colleague)
    appendAudit(tx, ctx, { action: 'team.resend_invite', subject: { type: 'user', id: colleague.id } })
    return { email: colleague.email }
  })
}
