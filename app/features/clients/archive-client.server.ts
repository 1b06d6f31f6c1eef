import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { clients } from '#db/schema/clients.ts'
import { loadClient } from './client-rows.server.ts'

/**
 * Takes a client out of the lists from which one chooses, or puts it back. Its invoices stay, and an invoice can still be issued to it.
 * @throws AppError not_found
 */
export function archiveClient(ctx: CompanyContext, input: { clientId: string; archived: boolean }): void {
  requireRight(ctx, 'clients.update')
  transact(ctx.db, (tx) => {
    const before = loadClient(tx, ctx, input.clientId)
    if ((before.archivedAt !== null) === input.archived) return
    const set = { archivedAt: input.archived ? ctx.now : null, updatedAt: ctx.now }
    tx.update(clients).set(set).where(eq(clients.id, before.id)).run()
    const subject = { type: 'client', id: before.id }
    const action = input.archived ? 'client.archive' : 'client.restore'
    appendAudit(tx, ctx, { action, subject, before, after: { ...before, ...set } })
  })
}
