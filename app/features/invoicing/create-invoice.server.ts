import { and, eq, ne } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { getReleasedMilestone, type ReleasedMilestone } from '#app/features/escrow/invoiceable.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { invoices } from '#db/schema/invoicing.ts'
import { draftFields, requireContract } from './draft-fields.ts'
import { getSeller, saveInvoiceLines } from './invoice-rows.server.ts'
import type { InvoiceInput } from './schemas.server.ts'

type Input = InvoiceInput & { milestoneId?: string | null; submissionId?: string | undefined }

/**
 * Creates a draft, either free or for a released milestone of the caller's, whose contract then determines the buyer, the currency, the
 * VAT and the most that it comes to.
 * @throws AppError not found for a milestone that is not the caller's or not released; conflict when it already has an invoice
 * that is not fully credited
 */
export function createInvoice(ctx: CompanyContext, input: Input): { id: string } {
  requireRight(ctx, 'invoices.create')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'createInvoice', input }, () => {
      const milestone = input.milestoneId ? released(tx, ctx, input.milestoneId) : null
      const id = newId()
      const fields = {
        ...draftFields(input, milestone && { ...milestone, client: getSeller(tx, milestone.clientCompanyId) }),
        companyId: ctx.company.id,
        buyerCompanyId: milestone?.clientCompanyId ?? null,
        contractId: milestone?.contractId ?? null,
        milestoneId: milestone?.milestoneId ?? null,
        kind: 'invoice' as const,
        status: 'draft' as const,
      }
      if (milestone) requireContract({ ...fields, lines: input.lines }, milestone)
      tx.insert(invoices)
        .values({ id, ...fields, createdBy: ctx.actor.id, createdAt: ctx.now, updatedAt: ctx.now })
        .run()
      saveInvoiceLines(tx, id, input.lines)
      const after = { ...fields, lines: input.lines }
      appendAudit(tx, ctx, { action: 'invoice.create', subject: { type: 'invoice', id }, after })
      return { id }
    }),
  )
}

function released(tx: Transaction, ctx: CompanyContext, milestoneId: string): ReleasedMilestone {
  const milestone = getReleasedMilestone(ctx, milestoneId)
  if (!milestone) throw notFound()
  const earlier = tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(eq(invoices.milestoneId, milestoneId), eq(invoices.kind, 'invoice'), ne(invoices.status, 'credited')))
    .get()
  if (earlier) throw conflict('invoicing:refused.milestoneInvoiced')
  return milestone
}
