import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { endSessions } from '#app/features/accounts/sessions/end-sessions.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { enqueueMail } from '#db/mails.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { loadColleague } from './colleague.server.ts'
import { moveToOwnCompany } from './own-company.server.ts'
import { requireRoleChange } from './require-role-change.server.ts'

/**
 * Removes a colleague from the team. Their account stays and gets a company of its own; their sessions end, so that nothing of
 * this company stays open. The other owners are notified.
 * @throws AppError not_found, forbidden, conflict
 */
export function removeMember(ctx: CompanyContext, input: { userId: string }): { name: string } {
  requireRight(ctx, 'team.remove')
  return transact(ctx.db, (tx) => {
    const colleague = loadColleague(tx, ctx, input.userId)
    requireRoleChange(tx, ctx, { from: colleague.companyRole, to: null })
    moveToOwnCompany(tx, ctx, colleague)
    enqueueMail(tx, ctx.now, {
      to: colleague.email,
      locale: colleague.locale ?? 'en',
      template: 'teamRemoved',
      toStranger: 'never',
      params: {},
      names: { name: colleague.name, company: ctx.company.name, actor: ctx.actor.name },
    })
    appendAudit(tx, ctx, { action: 'team.remove', subject: { type: 'user', id: colleague.id }, before: colleague })
    recordEvent(tx, ctx, 'company.member.removed', {
      companyId: ctx.company.id,
      company: ctx.company.name,
      name: colleague.name,
      actor: ctx.actor.name,
      actorId: ctx.actor.id,
    })
    endSessions(tx, ctx, colleague.id)
    return { name: colleague.name }
  })
}
