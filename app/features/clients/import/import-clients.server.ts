import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { columnsOf, insertClient, requireNoDouble, requireRoom } from '#app/features/clients/client-rows.server.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { clients } from '#db/schema/clients.ts'
import type { ImportedClient } from './imported-client.ts'
import { type PlannedClient, planImport } from './plan-import.server.ts'

type Input = {
  clients: readonly ImportedClient[]
  /** What to do, as the preview offered it (`offerOf`). */
  take: readonly string[]
  fileName: string
  submissionId?: string | undefined
}

/** What the preview offers for one client, so that confirming does that and nothing else; null where there is nothing to do. */
export function offerOf(planned: PlannedClient): string | null {
  if (planned.state === 'new') return `${planned.line}.new`
  return planned.state === 'update' ? `${planned.line}.${planned.known?.row.id}.${planned.known?.row.updatedAt}` : null
}

/**
 * Adds the chosen clients of a file, and completes those that are known, all of them or none.
 * @throws AppError invalid with nothing chosen; conflict when what was chosen is not what would happen now, because the company's clients have
 * changed since the preview, and with too many clients
 */
export function importClients(ctx: CompanyContext, input: Input): { added: number; updated: number } {
  requireRight(ctx, 'clients.create')
  requireRight(ctx, 'clients.update')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'importClients', input }, () => {
      const wanted = new Set(input.take)
      const chosen = planImport(tx, ctx, input.clients).filter((one) => wanted.has(offerOf(one) ?? ''))
      if (wanted.size === 0) throw invalid('clientimport:refused.nothing', { field: 'take' })
      if (chosen.length < wanted.size) throw conflict('clientimport:refused.changed')
      const added = chosen.filter(({ state }) => state === 'new').length
      requireRoom(tx, ctx.company.id, added)
      const detail = { from: 'import', file: input.fileName }
      for (const one of chosen) {
        if (one.state === 'new') {
          requireNoDouble(tx, ctx.company.id, one.content, null)
          const of = { companyId: ctx.company.id, createdBy: ctx.actor.id, now: ctx.now }
          const after = insertClient(tx, one.content, of)
          appendAudit(tx, ctx, { action: 'client.create', subject: { type: 'client', id: after.id }, after, detail })
        } else if (one.state === 'update' && one.known) {
          const before = one.known.row
          requireNoDouble(tx, ctx.company.id, one.content, before.id)
          const set = { ...columnsOf(one.content), updatedAt: ctx.now }
          tx.update(clients).set(set).where(eq(clients.id, before.id)).run()
          const subject = { type: 'client', id: before.id }
          appendAudit(tx, ctx, { action: 'client.update', subject, before, after: { ...before, ...set }, detail })
        }
      }
      return { added, updated: chosen.length - added }
    }),
  )
}
