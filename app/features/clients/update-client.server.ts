import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { clients } from '#db/schema/clients.ts'
import type { ClientContent } from './client.ts'
import { columnsOf, loadClient, requireNoDouble } from './client-rows.server.ts'

type Input = {
  clientId: string
  content: ClientContent
  expectedVersion?: number | undefined
  submissionId?: string | undefined
}

/**
 * Changes a client. Invoices that were issued keep the buyer that they state.
 * @throws AppError not_found; conflict when a colleague has changed it meanwhile; invalid for the ids of another client
 */
export function updateClient(ctx: CompanyContext, input: Input): { updatedAt: number } {
  requireRight(ctx, 'clients.update')
  return transact(ctx.db, (tx) => {
    const before = loadClient(tx, ctx, input.clientId)
    const key = { verb: 'updateClient', input, otherContent: 'replace' as const }
    return withIdempotencyKey(tx, ctx, key, (earlier: { updatedAt: number } | null) => {
      requireUnchanged(before.updatedAt, input.expectedVersion, earlier?.updatedAt)
      requireNoDouble(tx, ctx.company.id, input.content, before.id)
      const set = { ...columnsOf(input.content), updatedAt: ctx.now }
      tx.update(clients).set(set).where(eq(clients.id, before.id)).run()
      const subject = { type: 'client', id: before.id }
      appendAudit(tx, ctx, { action: 'client.update', subject, before, after: { ...before, ...set } })
      return { updatedAt: ctx.now }
    })
  })
}
