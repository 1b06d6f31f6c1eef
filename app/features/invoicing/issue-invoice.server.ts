import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { overCreditLimit } from '#app/features/clients/credit-limit.server.ts'
import { clientOfBuyer } from '#app/features/clients/link-invoices.server.ts'
import { getReleasedMilestone } from '#app/features/escrow/invoiceable.server.ts'
import { applyDueBankAccount } from '#app/features/team/bank-account.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { isFinnishVatRate } from '#app/platform/finnish-vat.ts'
import { requireSeen } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { clients } from '#db/schema/clients.ts'
import type { InvoiceParty } from '#db/schema/invoices/invoicing.ts'
import { requireAdvances } from './advances/open-advances.server.ts'
import { assignInvoiceNumber } from './assign-invoice-number.server.ts'
import { getInvoiceContent } from './content/content-rows.server.ts'
import type { InvoiceContent } from './content/invoice-content.ts'
import { lacksReference } from './content/lacks-reference.ts'
import { refusalsOfPeriods } from './content/periods.ts'
import { clientAsBuyer, draftTotals, requireContract, requireSums } from './draft-fields.ts'
import { invoiceDay } from './invoice-dates.ts'
import { invoiceEvent } from './invoice-events.server.ts'
import { missingSellerDetails } from './invoice-party.server.ts'
import { changeInvoice, getSeller, type InvoiceRow, loadOwnInvoice, partOf } from './invoice-rows.server.ts'
import { needsEuroRate } from './invoice-totals.ts'
import { payFromEscrow } from './pay-from-escrow.server.ts'
import { refusalOfVat } from './vat-grounds.server.ts'

/**
 * Issues a draft: assigns the number, and stores a snapshot of both parties, the reference and the hash, in one transaction.
 * From then on the invoice is immutable. What escrow released for its milestone is recorded as its payment in the same
 * transaction.
 * @throws AppError not found; invalid while the seller's details are incomplete, or without a reason above the client's credit limit (INV-25); conflict once it is issued, or when the draft is not the
 * `expectedVersion` that the page showed
 */
export function issueInvoice(
  ctx: CompanyContext,
  input: {
    invoiceId: string
    /** Why it may take its client above the credit limit. */
    creditLimitReason?: string | null | undefined
    submissionId?: string | undefined
    expectedVersion?: number | undefined
  },
): { number: string } {
  requireRight(ctx, 'invoices.issue')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'issueInvoice', input, otherContent: 'refuse' }, () => {
      const stored = loadOwnInvoice(tx, ctx, input.invoiceId)
      if (stored.status === 'draft') requireSeen(stored.updatedAt, input.expectedVersion)
      const content = getInvoiceContent(tx, stored.id)
      const ofContract = stored.status === 'draft' ? contractFields(tx, ctx, stored, content) : {}
      const draft = { ...stored, ...ofContract }
      applyDueBankAccount(tx, ctx, draft.companyId)
      const seller = getSeller(tx, draft.companyId)
      if (draft.status === 'draft') {
        requireReady(draft, content, seller)
        requireAdvances(tx, draft, content.advances)
      }
      const clientId = clientOfBuyer(tx, ctx, draft)
      const creditLimitReason = requireCredit(tx, draft, clientId, input.creditLimitReason ?? null)
      const fields = assignInvoiceNumber(tx, draft, { content, seller, issueDate: invoiceDay(ctx.now) }, ctx.now)
      const after = changeInvoice(tx, ctx, draft, {
        ...{ action: 'issue', role: 'issuer', ...content },
        set: { ...ofContract, ...fields, clientId, creditLimitReason },
      })
      const issued = payFromEscrow(tx, ctx, after)
      appendAudit(tx, ctx, {
        action: 'invoice.issue',
        subject: { type: 'invoice', id: draft.id },
        before: stored,
        after: issued,
        detail: { number: fields.number, hash: fields.hash, ...(creditLimitReason && { creditLimitReason }) },
      })
      recordEvent(tx, ctx, 'invoice.issued', invoiceEvent(ctx, issued))
      if (issued.status === 'paid') recordEvent(tx, ctx, 'invoice.paid', invoiceEvent(ctx, issued))
      return { number: fields.number }
    }),
  )
}

/** What a milestone's invoice takes from its contract as it is today: the client may have moved since the draft was saved. */
function contractFields(tx: Transaction, ctx: CompanyContext, draft: InvoiceRow, content: InvoiceContent) {
  const part = partOf(draft)
  const milestone = part && getReleasedMilestone(ctx, part)
  if (!milestone) return {}
  const buyer = clientAsBuyer(draft.buyer, getSeller(tx, milestone.clientCompanyId))
  const fields = { buyer, ...draftTotals(content, milestone) }
  requireContract({ ...draft, ...fields, ...content }, milestone)
  return fields
}

/** The reason to keep; null within the limit. What escrow pays on issue is no credit. */
function requireCredit(tx: Transaction, draft: InvoiceRow, clientId: string, reason: string | null): string | null {
  const client = tx.select().from(clients).where(eq(clients.id, clientId)).get()
  const over = client && draft.milestoneId === null ? overCreditLimit(tx, client, draft) : null
  if (!over) return null
  if (!reason) throw invalid('creditlimit:reasonNeeded', { field: 'creditLimitReason' })
  return reason
}

function requireReady(draft: InvoiceRow, content: InvoiceContent, seller: InvoiceParty): void {
  if (lacksReference({ ...draft, eAddress: draft.buyer.eAddress ?? null }))
    throw invalid('invoiceparts:form.referenceNeeded')
  const [refused] = refusalsOfPeriods(draft, content.lines)
  if (refused) throw invalid(refused.message)
  const { lines, adjustments } = content
  requireSums(content)
  // A missing VAT number is refused below, by its own text.
  if (missingSellerDetails(seller, []).length > 0) throw invalid('invoicing:refused.sellerIncomplete')
  for (const line of [...lines, ...adjustments]) {
    const refusal = refusalOfVat(line, { seller, buyer: draft.buyer })
    if (refusal) throw invalid(refusal)
  }
  if (needsEuroRate(draft.currency, lines) && draft.euroRateE6 === null)
    throw invalid('invoicing:refused.euroRateNeeded')
  const isOutdated = lines.some(
    (line) => line.vatCategory === 'S' && !isFinnishVatRate(line.vatRateBp, draft.deliveryDate),
  )
  if (isOutdated) throw invalid('invoicing:form.rateNotOfDate')
}
