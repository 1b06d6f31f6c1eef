import { eq, or } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { clientMerges, clients } from '#db/schema/clients.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { quotes } from '#db/schema/quotes.ts'
import { loadClient } from './client-rows.server.ts'

/** Whether nothing names the client: no invoice or quote, draft or not, and no merge. */
export function isUnused(tx: Transaction, clientId: string): boolean {
  const invoice = tx.select({ id: invoices.id }).from(invoices).where(eq(invoices.clientId, clientId)).limit(1).get()
  if (invoice) return false
  if (tx.select({ id: quotes.id }).from(quotes).where(eq(quotes.clientId, clientId)).limit(1).get()) return false
  const ofMerge = or(eq(clientMerges.keptId, clientId), eq(clientMerges.mergedId, clientId))
  return !tx.select({ id: clientMerges.id }).from(clientMerges).where(ofMerge).limit(1).get()
}

/**
 * Deletes a client that no invoice or quote names, with the people in it; any other can only be archived.
 * @throws AppError not_found; conflict for one that an invoice, a quote or a merge names
 */
export function deleteClient(ctx: CompanyContext, { clientId }: { clientId: string }): void {
  requireRight(ctx, 'clients.delete')
  transact(ctx.db, (tx) => {
    const before = loadClient(tx, ctx, clientId)
    if (!isUnused(tx, before.id)) throw conflict('clients:refused.inUse')
    tx.delete(clients).where(eq(clients.id, before.id)).run()
    appendAudit(tx, ctx, { action: 'client.delete', subject: { type: 'client', id: before.id }, before })
  })
}
