import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import type { ClientContent } from './client.ts'
import { insertClient, requireNoDouble, requireRoom } from './client-rows.server.ts'

/**
 * Adds a client to the company's own list.
 * @throws AppError invalid for the business id or VAT number of a client that it has; conflict with too many
 */
export function createClient(
  ctx: CompanyContext,
  input: { content: ClientContent; submissionId?: string | undefined },
): { id: string } {
  requireRight(ctx, 'clients.create')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'createClient', input }, () => {
      requireRoom(tx, ctx.company.id, 1)
      requireNoDouble(tx, ctx.company.id, input.content, null)
      const of = { companyId: ctx.company.id, createdBy: ctx.actor.id, now: ctx.now }
      const after = insertClient(tx, input.content, of)
      appendAudit(tx, ctx, { action: 'client.create', subject: { type: 'client', id: after.id }, after })
      return { id: after.id }
    }),
  )
}
