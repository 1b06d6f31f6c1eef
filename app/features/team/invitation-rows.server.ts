import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { notFound } from '#app/platform/errors.ts'
import type { Transaction } from '#db/client.server.ts'
import { companyInvitations } from '#db/schema/accounts.ts'

type InvitationRow = typeof companyInvitations.$inferSelect

/**
 * Loads a pending invitation to the actor's company.
 * @throws AppError not_found, also once it has been accepted
 */
export function loadInvitation(tx: Transaction, ctx: CompanyContext, id: string): InvitationRow {
  const ours = and(eq(companyInvitations.id, id), eq(companyInvitations.companyId, ctx.company.id))
  const found = tx.select().from(companyInvitations).where(ours).get()
  if (!found) throw notFound()
  return found
}
