import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { endSessions } from '#app/features/accounts/sessions/end-sessions.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { enqueueMail } from '#db/mails.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { companies, companyMembers } from '#db/schema/accounts.ts'
import { loadColleague } from './colleague.server.ts'
import { requireRoleChange } from './require-role-change.server.ts'

/**
 * Removes a colleague from the team. Their account stays and gets a company of its own; their sessions end, so that nothing of
 * this company stays open.
 * @throws AppError not_found, forbidden, conflict
 */
export function removeMember(ctx: CompanyContext, input: { userId: string }): { name: string } {
  requireRight(ctx, 'team.remove')
  return transact(ctx.db, (tx) => {
    const colleague = loadColleague(tx, ctx, input.userId)
    requireRoleChange(tx, ctx, { from: colleague.companyRole, to: null })
    if (colleague.invited) throw conflict('team:refused.notAccepted')
    const here = and(eq(companyMembers.companyId, ctx.company.id), eq(companyMembers.userId, colleague.id))
    const { changes } = tx.delete(companyMembers).where(here).run()
    if (changes !== 1) throw conflict('errors:concurrentChange')
    const own = {
      id: newId(),
      kind: 'individual' as const,
      name: colleague.name,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    }
    tx.insert(companies).values(own).run()
    tx.insert(companyMembers)
      .values({ companyId: own.id, userId: colleague.id, role: 'owner', joinedAt: ctx.now })
      .run()
    enqueueMail(tx, ctx.now, {
      to: colleague.email,
      locale: colleague.locale ?? 'en',
      template: 'teamRemoved',
      params: { name: colleague.name, company: ctx.company.name, actor: ctx.actor.name },
    })
    appendAudit(tx, ctx, { action: 'team.remove', subject: { type: 'user', id: colleague.id }, before: colleague })
    recordEvent(tx, ctx, 'company.members.changed', { companyId: ctx.company.id })
    endSessions(tx, ctx, colleague.id)
    return { name: colleague.name }
  })
}
