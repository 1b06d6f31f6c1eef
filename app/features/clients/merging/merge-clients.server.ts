import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { columnsOf, contentOf, loadClient } from '#app/features/clients/client-rows.server.ts'
import { businessIdOf } from '#app/features/team/business-id.server.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { clientMerges, clients } from '#db/schema/clients.ts'
import { areTwoCompanies } from './doubles.ts'
import { type Choice, mergedContent, type Side } from './merged-content.ts'

type Input = {
  keptId: string
  otherId: string
  sides: Partial<Record<Choice, Side>>
  keptVersion?: number | undefined
  otherVersion?: number | undefined
  submissionId?: string | undefined
}

/**
 * Merges a client into another, which stands for both from then on: sums, ages and limits count the invoices of both, and later invoices
 * to either are the kept one's. Invoices are not written: issued ones keep their client and the buyer that they state.
 * @throws AppError not_found; conflict when a colleague has changed either, for two companies on Groundwork, and with too much for one
 * record; invalid for a business id that is none of the chosen country
 */
export function mergeClients(ctx: CompanyContext, input: Input): { id: string } {
  requireRight(ctx, 'clients.update')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'mergeClients', input }, () => {
      const before = loadClient(tx, ctx, input.keptId)
      const other = loadClient(tx, ctx, input.otherId)
      if (before.id === other.id) throw conflict('clientmerge:refused.same')
      if (areTwoCompanies(before, other)) throw conflict('clientmerge:refused.twoCompanies')
      requireUnchanged(before.updatedAt, input.keptVersion)
      requireUnchanged(other.updatedAt, input.otherVersion)
      const content = mergedContent(contentOf(before), contentOf(other), input.sides)
      if (!content) throw conflict('clientmerge:refused.tooMuch')
      const { businessId, country } = content
      if (businessId && businessIdOf(businessId, country) === null)
        throw invalid('team:company.businessIdWrongHere', { field: 'businessId' })

      const into = { mergedIntoId: before.id, updatedAt: ctx.now }
      tx.update(clients).set(into).where(eq(clients.id, other.id)).run()
      const along = tx.update(clients).set(into).where(eq(clients.mergedIntoId, other.id)).returning().all()
      const set = {
        ...columnsOf(content),
        linkedCompanyId: before.linkedCompanyId ?? other.linkedCompanyId,
        // Whoever is still invoiced under one of the two is not out of use.
        archivedAt: before.archivedAt === null || other.archivedAt === null ? null : before.archivedAt,
        updatedAt: ctx.now,
      }
      tx.update(clients).set(set).where(eq(clients.id, before.id)).run()
      tx.insert(clientMerges)
        .values({
          ...{ id: newId(), companyId: ctx.company.id, keptId: before.id, mergedId: other.id, before },
          ...{ alongIds: along.map(({ id }) => id), keptUpdatedAt: ctx.now, mergedBy: ctx.actor.id, mergedAt: ctx.now },
        })
        .run()
      const subject = { type: 'client', id: before.id }
      const detail = { mergedId: other.id }
      appendAudit(tx, ctx, { action: 'client.merge', subject, before, after: { ...before, ...set }, detail })
      return { id: before.id }
    }),
  )
}
