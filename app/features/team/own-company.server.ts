// verb-rule: a part of the verbs by which somebody leaves a company, which check the right and write the audit row
import { and, eq, isNull } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { startTrial } from '#app/features/accounts/subscriptions/start-trial.server.ts'
import { conflict } from '#app/platform/errors.ts'
import type { Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { companies, companyMembers } from '#db/schema/accounts.ts'
import { projectMembers } from '#db/schema/project-members.ts'

/**
 * Moves a member out of the actor's company into one of their own, because everybody belongs to exactly one (ACC-1). Their roles on projects end (PROJ-26).
 * @throws AppError conflict when they no longer belong to it
 */
export function moveToOwnCompany(tx: Transaction, ctx: CompanyContext, person: { id: string; name: string }): void {
  const here = and(eq(companyMembers.companyId, ctx.company.id), eq(companyMembers.userId, person.id))
  const { changes } = tx.delete(companyMembers).where(here).run()
  if (changes !== 1) throw conflict('errors:concurrentChange')
  const { companyId, userId, endedAt } = projectMembers
  const roles = and(eq(companyId, ctx.company.id), eq(userId, person.id), isNull(endedAt))
  tx.update(projectMembers).set({ endedBy: ctx.actor.id, endedAt: ctx.now }).where(roles).run()
  const own = { id: newId(), kind: 'individual' as const, name: person.name, createdAt: ctx.now, updatedAt: ctx.now }
  tx.insert(companies).values(own).run()
  startTrial(tx, ctx.now, own.id)
  tx.insert(companyMembers).values({ companyId: own.id, userId: person.id, role: 'owner', joinedAt: ctx.now }).run()
  recordEvent(tx, ctx, 'company.members.changed', { companyId: ctx.company.id })
}
