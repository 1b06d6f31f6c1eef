import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { endSessions } from '#app/features/accounts/sessions/end-sessions.server.ts'
import { type AppError, conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Database, type Transaction, transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { moveToOwnCompany } from './own-company.server.ts'
import { countOwners } from './require-role-change.server.ts'

/** Why the actor cannot leave their company, or null: an individual's own has nobody else, and every company keeps an owner. */
export function leaveRefusal(db: Database | Transaction, ctx: CompanyContext): AppError | null {
  if (ctx.company.kind !== 'organization') return conflict('team:leave.own')
  const isLast = ctx.actor.companyRole === 'owner' && countOwners(db, ctx.company.id) <= 1
  return isLast ? conflict('team:refused.lastOwner') : null
}

/**
 * The actor leaves their company for one of their own. All their sessions end, so that nothing of the company stays open; what
 * they have written stays, and the owners are notified.
 * @throws AppError conflict for the last owner, and for an individual
 */
export function leaveCompany(ctx: CompanyContext): { company: string } {
  requireRight(ctx, 'team.leave')
  return transact(ctx.db, (tx) => {
    const refusal = leaveRefusal(tx, ctx)
    if (refusal) throw refusal
    const { id, name, companyRole } = ctx.actor
    moveToOwnCompany(tx, ctx, { id, name })
    const detail = { companyRole }
    appendAudit(tx, ctx, { action: 'team.leave', subject: { type: 'user', id }, before: { companyRole }, detail })
    recordEvent(tx, ctx, 'company.member.left', { companyId: ctx.company.id, company: ctx.company.name, name })
    endSessions(tx, ctx, id)
    return { company: ctx.company.name }
  })
}
