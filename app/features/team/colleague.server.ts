import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { notFound } from '#app/platform/errors.ts'
import type { Transaction } from '#db/client.server.ts'
import { companyMembers, users } from '#db/schema/accounts.ts'

/**
 * Loads a member of the actor's company with what verbs need to know about them.
 * @throws AppError not_found
 */
export function loadColleague(tx: Transaction, ctx: CompanyContext, userId: string) {
  const { id, email, name, locale, status } = users
  const found = tx
    .select({ id, email, name, locale, status, companyRole: companyMembers.role })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(and(eq(companyMembers.companyId, ctx.company.id), eq(companyMembers.userId, userId)))
    .get()
  if (!found) throw notFound()
  return found
}
