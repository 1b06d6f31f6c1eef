import { and, count, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { canChangeCompanyRole } from '#app/features/accounts/permissions.ts'
import { conflict, forbidden } from '#app/platform/errors.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { companyMembers, users } from '#db/schema/accounts.ts'
import type { CompanyRole } from '#db/vocabulary/accounts.ts'

/**
 * Checks that the actor, who has the right to manage the team, may give a colleague another role, or (`to` null) remove them.
 * @throws AppError conflict if the company would be left without an owner, else forbidden
 */
export function requireRoleChange(
  db: Database | Transaction,
  ctx: CompanyContext,
  change: { from: CompanyRole; to: CompanyRole | null },
): void {
  const { companyRole } = ctx.actor
  if (!companyRole || ctx.company.kind !== 'organization') throw forbidden()
  if (canChangeCompanyRole({ actor: companyRole, ...change, owners: countOwners(db, ctx.company.id) })) return
  throw change.from === 'owner' && companyRole === 'owner' ? conflict('team:refused.lastOwner') : forbidden()
}

/** The number of owners who can act; a disabled one does not count. */
export function countOwners(db: Database | Transaction, companyId: string): number {
  const counted = db
    .select({ owners: count() })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(and(eq(companyMembers.companyId, companyId), eq(companyMembers.role, 'owner'), eq(users.status, 'active')))
    .get()
  return counted?.owners ?? 0
}
