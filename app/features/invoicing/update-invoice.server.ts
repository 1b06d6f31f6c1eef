import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { getReleasedMilestone } from '#app/features/escrow/invoiceable.server.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { draftFields, requireContract } from './draft-fields.ts'
import { changeInvoice, getSeller, listInvoiceLines, loadOwnInvoice, saveInvoiceLines } from './invoice-rows.server.ts'
import type { InvoiceInput } from './schemas.server.ts'

type Input = InvoiceInput & { invoiceId: string; submissionId?: string | undefined }
type Updated = { id: string; updatedAt: number }

/**
 * Changes a draft. What a milestone's invoice has from its contract stays so (`createInvoice`).
 * @throws AppError not found; conflict when somebody else has changed it in the meantime, or once it is issued
 */
export function updateInvoice(ctx: CompanyContext, input: Input): Updated {
  requireRight(ctx, 'invoices.update')
  return transact(ctx.db, (tx) => {
    const before = loadOwnInvoice(tx, ctx, input.invoiceId)
    return withIdempotencyKey(
      tx,
      ctx,
      { verb: 'updateInvoice', input, otherContent: 'replace' },
      (earlier: Updated | null) => {
        requireUnchanged(before.updatedAt, input.expectedVersion, earlier?.updatedAt)
        const linesBefore = listInvoiceLines(tx, before.id)
        const milestone = before.milestoneId ? getReleasedMilestone(ctx, before.milestoneId) : null
        const client = milestone && getSeller(tx, milestone.clientCompanyId)
        const set = draftFields(input, milestone && client && { ...milestone, client })
        if (milestone) requireContract({ ...set, lines: input.lines }, milestone)
        const after = changeInvoice(tx, ctx, before, { action: 'edit', role: 'issuer', set })
        saveInvoiceLines(tx, before.id, input.lines)
        appendAudit(tx, ctx, {
          action: 'invoice.update',
          subject: { type: 'invoice', id: before.id },
          before: { ...before, lines: linesBefore },
          after: { ...after, lines: input.lines },
        })
        return { id: before.id, updatedAt: after.updatedAt }
      },
    )
  })
}
