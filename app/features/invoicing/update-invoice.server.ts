import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { chosenClient } from '#app/features/clients/link-invoices.server.ts'
import { getReleasedMilestone } from '#app/features/escrow/invoiceable.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { getInvoiceContent, saveInvoiceContent } from './content/content-rows.server.ts'
import { draftFields, requireContract, requireSums } from './draft-fields.ts'
import { changeInvoice, getSeller, loadOwnInvoice, partOf } from './invoice-rows.server.ts'
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
        const content = getInvoiceContent(tx, before.id)
        const part = partOf(before)
        const milestone = part && getReleasedMilestone(ctx, part)
        const client = milestone && getSeller(tx, milestone.clientCompanyId)
        const clientId = milestone || !input.clientId ? null : chosenClient(tx, ctx, input.clientId)
        // The form does not say what `setAdvances` does.
        const kept = { ...input, isAdvance: input.isAdvance ?? before.isAdvance }
        const fields = draftFields(kept, milestone && client && { ...milestone, client }, content.advances)
        const set = { ...fields, clientId }
        requireSums({ ...input, advances: content.advances })
        if (content.advances.length > 0 && fields.currency !== before.currency)
          throw invalid('invoiceadvances:refused.currency', { field: 'currency' })
        if (milestone) requireContract({ ...input, grossCents: set.grossCents }, milestone)
        const after = changeInvoice(tx, ctx, before, { action: 'edit', role: 'issuer', set })
        saveInvoiceContent(tx, before.id, input)
        appendAudit(tx, ctx, {
          action: 'invoice.update',
          subject: { type: 'invoice', id: before.id },
          before: { ...before, lines: content.lines, adjustments: content.adjustments },
          after: { ...after, lines: input.lines, adjustments: input.adjustments },
        })
        return { id: before.id, updatedAt: after.updatedAt }
      },
    )
  })
}
