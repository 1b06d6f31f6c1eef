import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { getInvoiceContent } from '#app/features/invoicing/content/content-rows.server.ts'
import { draftTotals } from '#app/features/invoicing/draft-fields.ts'
import { changeInvoice, loadOwnInvoice } from '#app/features/invoicing/invoice-rows.server.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import { expectedVersionField, requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { submissionIdField } from '#app/platform/forms/submission-id.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { invoiceAdvances } from '#db/schema/invoices/invoicing.ts'
import { deductible, listOpenAdvances } from './open-advances.server.ts'

/** Whether a draft is an advance invoice, or else which advances it deducts. */
export const advancesSchema = z.object({
  submissionId: submissionIdField,
  expectedVersion: expectedVersionField,
  isAdvance: z.boolean().default(false),
  advance: z.array(z.string().max(50)).max(100).default([]),
})

type Input = {
  invoiceId: string
  isAdvance: boolean
  advanceIds: readonly string[]
  submissionId?: string | undefined
  expectedVersion?: number | undefined
}
type Changed = { id: string; updatedAt: number }

/**
 * Makes a draft without a contract an advance invoice, or has it deduct what is open of its buyer's advances, by VAT and as far as its lines go (INV-22).
 * @throws AppError not found; conflict for the invoice of a milestone, one that is issued, or one that somebody else has changed; invalid for both at once, and for
 * an advance of which nothing can be deducted
 */
export function setAdvances(ctx: CompanyContext, input: Input): Changed {
  requireRight(ctx, 'invoices.update')
  return transact(ctx.db, (tx) => {
    const before = loadOwnInvoice(tx, ctx, input.invoiceId)
    return withIdempotencyKey(
      tx,
      ctx,
      { verb: 'setAdvances', input, otherContent: 'replace' },
      (earlier: Changed | null) => {
        requireUnchanged(before.updatedAt, input.expectedVersion, earlier?.updatedAt)
        if (before.milestoneId) throw conflict('invoiceadvances:refused.milestone')
        if (input.isAdvance && input.advanceIds.length > 0)
          throw invalid('invoiceadvances:refused.both', { field: 'isAdvance' })
        const content = getInvoiceContent(tx, before.id)
        const open = listOpenAdvances(tx, before)
        const chosen = input.advanceIds.map((id) => open.find((advance) => advance.id === id))
        if (chosen.includes(undefined)) throw invalid('invoiceadvances:refused.chosenNotOpen', { field: 'advance' })
        const advances = deductible(
          content,
          chosen.filter((advance) => advance !== undefined),
        )
        const unused = chosen.find(
          (advance) => !advances.some(({ advanceInvoiceId }) => advanceInvoiceId === advance?.id),
        )
        if (unused)
          throw invalid('invoiceadvances:refused.otherVat', { field: 'advance', params: { number: unused.number } })
        const set = { isAdvance: input.isAdvance, ...draftTotals({ ...content, advances }, null) }
        const after = changeInvoice(tx, ctx, before, { action: 'edit', role: 'issuer', set })
        tx.delete(invoiceAdvances).where(eq(invoiceAdvances.invoiceId, before.id)).run()
        for (const advance of advances)
          tx.insert(invoiceAdvances)
            .values({ id: newId(), invoiceId: before.id, ...advance })
            .run()
        appendAudit(tx, ctx, {
          action: 'invoice.update',
          subject: { type: 'invoice', id: before.id },
          before: { ...before, advances: content.advances },
          after: { ...after, advances },
        })
        return { id: before.id, updatedAt: after.updatedAt }
      },
    )
  })
}
