import { and, eq, ne } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { chosenClient } from '#app/features/clients/link-invoices.server.ts'
import {
  getReleasedMilestone,
  type MilestonePartId,
  type ReleasedMilestone,
} from '#app/features/escrow/invoiceable.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { saveInvoiceContent } from './content/content-rows.server.ts'
import { draftFields, requireContract, requireSums } from './draft-fields.ts'
import { getSeller, ofPart } from './invoice-rows.server.ts'
import type { InvoiceInput } from './schemas.server.ts'

type Input = InvoiceInput & {
  milestoneId?: string | null
  certificateId?: string | null | undefined
  submissionId?: string | undefined
}

/**
 * Creates a draft, either free or for what was released to the caller of a milestone (a certificate's part, or the rest), whose contract then determines the buyer, the currency, the
 * VAT and the most that it comes to.
 * @throws AppError not found for a client or milestone that is not the caller's, or one that is not released; conflict when it already has an invoice
 * that is not fully credited
 */
export function createInvoice(ctx: CompanyContext, input: Input): { id: string } {
  requireRight(ctx, 'invoices.create', { owed: Boolean(input.milestoneId) })
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'createInvoice', input }, () => {
      const milestone = input.milestoneId
        ? released(tx, ctx, { milestoneId: input.milestoneId, certificateId: input.certificateId ?? null })
        : null
      const id = newId()
      const fields = {
        ...draftFields(input, milestone && { ...milestone, client: getSeller(tx, milestone.clientCompanyId) }),
        companyId: ctx.company.id,
        buyerCompanyId: milestone?.clientCompanyId ?? null,
        clientId: milestone || !input.clientId ? null : chosenClient(tx, ctx, input.clientId),
        contractId: milestone?.contractId ?? null,
        milestoneId: milestone?.milestoneId ?? null,
        certificateId: milestone?.certificateId ?? null,
        kind: 'invoice' as const,
        status: 'draft' as const,
      }
      requireSums(input)
      if (milestone) requireContract({ ...input, grossCents: fields.grossCents }, milestone)
      tx.insert(invoices)
        .values({ id, ...fields, createdBy: ctx.actor.id, createdAt: ctx.now, updatedAt: ctx.now })
        .run()
      saveInvoiceContent(tx, id, input)
      const after = { ...fields, lines: input.lines, adjustments: input.adjustments }
      appendAudit(tx, ctx, { action: 'invoice.create', subject: { type: 'invoice', id }, after })
      return { id }
    }),
  )
}

function released(tx: Transaction, ctx: CompanyContext, part: MilestonePartId): ReleasedMilestone {
  const milestone = getReleasedMilestone(ctx, part)
  if (!milestone) throw notFound()
  const earlier = tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(and(ofPart(part), eq(invoices.kind, 'invoice'), ne(invoices.status, 'credited')))
    .get()
  if (earlier) throw conflict('invoicing:refused.milestoneInvoiced')
  return milestone
}
