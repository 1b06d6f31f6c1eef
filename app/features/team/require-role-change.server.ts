import { and, count, eq, isNotNull } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { canChangeCompanyRole } from '#app/features/accounts/permissions.ts'
import { conflict, forbidden } from '#app/platform/errors.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { companyMembers, users } from '#db/schema/accounts.ts'
import type { CompanyRole } from '#db/vocabulary/accounts.ts'

/**
 * Of those with the right to change the team, lets pass who may give a colleague another role, or (`to` null) take them out of the team.
 * @throws AppError conflict where the company would be left without an owner, else forbidden
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

/** Owners who can act: who was invited to be one is none yet. */
export function countOwners(db: Database | Transaction, companyId: string): number {
  const counted = db
    .select({ owners: count() })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(
      and(
        eq(companyMembers.companyId, companyId),
        eq(companyMembers.role, 'owner'),
        eq(users.status, 'active'),
        isNotNull(users.passwordHash),
      ),
    )
    .get()
  return counted?.owners ?? 0
}
