import { and, eq } from 'drizzle-orm'
import { type AppError, conflict, forbidden, invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Database, type Transaction, transact } from '#db/client.server.ts'
import { integer } from '#db/fields.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { companies, companyMembers, users } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'
import type { UserContext } from './context.ts'
import { consumeInvitation } from './invitation.server.ts'
import { requireRight } from './require-right.server.ts'
import { endSessions } from './sessions/end-sessions.server.ts'

// It counts rows of features above this one, because accounts must know below all of them whether a workspace is empty.
const records = sql(
  { params: { company: companies.id }, row: { found: integer } },
  `SELECT EXISTS (SELECT 1 FROM projects WHERE company_id = :company)
       OR EXISTS (SELECT 1 FROM bids WHERE company_id = :company)
       OR EXISTS (SELECT 1 FROM contracts WHERE client_company_id = :company)
       OR EXISTS (SELECT 1 FROM contracts WHERE provider_company_id = :company)
       OR EXISTS (SELECT 1 FROM invoices WHERE company_id = :company) AS found`,
)

/**
 * Why the actor cannot move to another company, or null: somebody belongs to one company, and what an individual's own company
 * has done must not be left without anybody.
 */
export function joinRefusal(db: Database | Transaction, ctx: UserContext): AppError | null {
  const { company } = ctx
  if (!company) return forbidden('accounts:join.admin')
  if (company.kind === 'organization')
    return conflict('accounts:join.leaveFirst', { params: { company: company.name } })
  return records.one(db, { company: company.id }).found === 1 ? conflict('accounts:join.hasRecords') : null
}

/**
 * Accepts an invitation with an account of the invited address: the actor moves from their own, empty company to the one that
 * invited them. The token proves the address. Ends all their sessions, because their rights change.
 * @throws AppError invalid when the token is not (or no longer) valid; forbidden when it is for another address; conflict while
 * the actor cannot leave where they are
 */
export function joinCompany(ctx: UserContext, input: { token: string }): { company: string } {
  requireRight(ctx, 'team.join')
  return transact(ctx.db, (tx) => {
    const invitation = consumeInvitation(tx, ctx.now, input.token)
    if (!invitation) throw invalid('accounts:invite.tokenInvalid')
    const { id } = ctx.actor
    if (invitation.email.toLowerCase() !== ctx.actor.email.toLowerCase()) throw forbidden('accounts:join.otherAccount')
    const refusal = joinRefusal(tx, ctx)
    if (refusal) throw refusal
    const { companyId, role } = invitation
    const { changes } = tx
      .update(companyMembers)
      .set({ companyId, role, joinedAt: ctx.now })
      .where(and(eq(companyMembers.userId, id), eq(companyMembers.companyId, ctx.company?.id ?? '')))
      .run()
    if (changes !== 1) throw conflict('errors:concurrentChange')
    const before = tx.select().from(users).where(eq(users.id, id)).get()
    const after = {
      role: 'enterprise' as const,
      accountType: 'enterprise' as const,
      jobTitle: before?.jobTitle ?? invitation.jobTitle,
      emailVerifiedAt: before?.emailVerifiedAt ?? ctx.now,
    }
    tx.update(users)
      .set({ ...after, updatedAt: ctx.now })
      .where(eq(users.id, id))
      .run()
    const source = { ...ctx, company: { id: companyId } }
    appendAudit(tx, source, {
      action: 'team.join',
      subject: { type: 'user', id },
      before: { companyId: ctx.company?.id },
      after: { ...after, companyId, companyRole: role },
      detail: { invitation: invitation.id, companyRole: role },
    })
    recordEvent(tx, source, 'company.members.changed', { companyId })
    endSessions(tx, ctx, id)
    return { company: invitation.companyName }
  })
}
