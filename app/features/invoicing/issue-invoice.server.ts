import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { applyDueBankAccount } from '#app/features/team/bank-account.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { isFinnishVatRate } from '#app/platform/finnish-vat.ts'
import { requireSeen } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import type { InvoiceParty } from '#db/schema/invoicing.ts'
import { assignInvoiceNumber } from './assign-invoice-number.server.ts'
import { invoiceDay } from './invoice-dates.ts'
import { invoiceEvent } from './invoice-events.server.ts'
import { missingSellerDetails } from './invoice-party.ts'
import {
  changeInvoice,
  type DescribedLine,
  getSeller,
  type InvoiceRow,
  listInvoiceLines,
  loadOwnInvoice,
} from './invoice-rows.server.ts'
import { payFromEscrow } from './pay-from-escrow.server.ts'
import { reverseChargeRefusal } from './vat-rates.ts'

/**
 * Issues a draft: assigns the number, and stores a snapshot of both parties, the reference and the hash, in one transaction.
 * From then on the invoice is immutable. What escrow released for its milestone is recorded as its payment in the same
 * transaction.
 * @throws AppError not found; invalid while the seller's details are incomplete; conflict once it is issued, or when the draft is not the
 * `expectedVersion` that the page showed
 */
export function issueInvoice(
  ctx: CompanyContext,
  input: { invoiceId: string; submissionId?: string | undefined; expectedVersion?: number | undefined },
): { number: string } {
  requireRight(ctx, 'invoices.issue')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'issueInvoice', input, otherContent: 'refuse' }, () => {
      const draft = loadOwnInvoice(tx, ctx, input.invoiceId)
      if (draft.status === 'draft') requireSeen(draft.updatedAt, input.expectedVersion)
      const lines = listInvoiceLines(tx, draft.id)
      applyDueBankAccount(tx, ctx, draft.companyId)
      const seller = getSeller(tx, draft.companyId)
      if (draft.status === 'draft') requireReady(draft, lines, seller)
      const fields = assignInvoiceNumber(tx, draft, { lines, seller, issueDate: invoiceDay(ctx.now) }, ctx.now)
      const after = changeInvoice(tx, ctx, draft, { action: 'issue', role: 'issuer', lines, set: fields })
      const issued = payFromEscrow(tx, ctx, after)
      appendAudit(tx, ctx, {
        action: 'invoice.issue',
        subject: { type: 'invoice', id: draft.id },
        before: draft,
        after: issued,
        detail: { number: fields.number, hash: fields.hash },
      })
      recordEvent(tx, ctx, 'invoice.issued', invoiceEvent(ctx, issued))
      if (issued.status === 'paid') recordEvent(tx, ctx, 'invoice.paid', invoiceEvent(ctx, issued))
      return { number: fields.number }
    }),
  )
}

function requireReady(draft: InvoiceRow, lines: readonly DescribedLine[], seller: InvoiceParty): void {
  if (missingSellerDetails(seller).length > 0) throw invalid('invoicing:refused.sellerIncomplete')
  if (lines.some((line) => line.vatCategory === 'AE')) {
    const refusal = reverseChargeRefusal({ sellerVatNumber: seller.vatNumber, buyerVatNumber: draft.buyer.vatNumber })
    if (refusal) throw invalid(refusal)
  }
  const isOutdated = lines.some(
    (line) => line.vatCategory === 'S' && !isFinnishVatRate(line.vatRateBp, draft.deliveryDate),
  )
  if (isOutdated) throw invalid('invoicing:form.rateNotOfDate')
}
