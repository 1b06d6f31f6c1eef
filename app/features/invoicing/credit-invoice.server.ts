import { and, eq, isNotNull } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { settledRetentions } from '#app/features/escrow/invoiceable.server.ts'
import { applyDueBankAccount } from '#app/features/team/bank-account.server.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import { requireSeen } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { requireNotDeducted } from './advances/open-advances.server.ts'
import { assignInvoiceNumber } from './assign-invoice-number.server.ts'
import { getInvoiceContent, saveInvoiceContent } from './content/content-rows.server.ts'
import { type DescribedLine, detailsOf } from './content/invoice-content.ts'
import { type Credit, creditableAmounts, splitCredit } from './credit-split.ts'
import { invoiceMachine, retentionDueCents } from './invoice.ts'
import { invoiceDay } from './invoice-dates.ts'
import { invoiceEvent } from './invoice-events.server.ts'
import { changeInvoice, getSeller, type InvoiceRow, loadOwnInvoice } from './invoice-rows.server.ts'

type Input = {
  invoiceId: string
  /** Including VAT, in cents; null for everything that is left. */
  amountCents: number | null
  reason: string
  /** The description and unit of the credit note's lines, in the seller's language. */
  lineText: string
  unit: string
  submissionId?: string | undefined
  /** What was credited before, in cents, according to the page. */
  expectedVersion?: number | undefined
}

/**
 * Corrects an issued invoice by a credit note over all or part of it, drafted and issued in one transaction. The credit notes
 * never exceed the invoice in net, VAT or gross.
 * @throws AppError not found; invalid for an amount above what is left; conflict for a draft or a credit note, or when more has
 * been credited than the page showed
 */
export function creditInvoice(ctx: CompanyContext, input: Input): { id: string; number: string } {
  requireRight(ctx, 'invoices.credit')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'creditInvoice', input, otherContent: 'refuse' }, () => {
      const before = loadOwnInvoice(tx, ctx, input.invoiceId)
      requireSeen(before.creditedCents, input.expectedVersion)
      const left = before.grossCents - before.creditedCents
      const amountCents = input.amountCents ?? left
      const outcome = invoiceMachine.next(before.status, 'credit', 'issuer', {
        ...before,
        amountCents,
        hasLines: true,
        isPastDue: false,
      })
      if (!outcome.ok && outcome.reason === 'invoicing:refused.creditExceedsInvoice' && left > 0) {
        throw invalid(outcome.reason, { field: 'amount' })
      }
      if (!outcome.ok) throw conflict(outcome.reason)
      const credit = splitCredit(creditableAmounts(taxedOf(tx, before), listCreditNotes(tx, before.id)), amountCents)
      if (!credit) throw conflict('invoicing:refused.creditExceedsInvoice')
      requireNotDeducted(tx, before, credit.groups)
      const note = issueNote(tx, ctx, before, credit, input)
      const creditedCents = before.creditedCents + amountCents
      const isSettled = outcome.to === 'paid' && before.status !== 'paid'
      // A fully credited invoice no longer claims the retention; the milestone's next invoice does.
      const isWhole = creditedCents === before.grossCents
      const claimed = claimedRetention(tx, before, creditedCents)
      const set = {
        creditedCents,
        ...claimed,
        ...(isWhole && { retainedCents: 0 }),
        ...(isSettled && { paidAt: ctx.now }),
      }
      const invoice = changeInvoice(tx, ctx, before, { action: 'credit', role: 'issuer', amountCents, set })
      appendAudit(tx, ctx, {
        action: 'invoice.credit',
        subject: { type: 'invoice', id: before.id },
        before: { status: before.status, creditedCents: before.creditedCents },
        after: { status: invoice.status, creditedCents },
        detail: { amountCents, creditNote: note.number, creditNoteId: note.id },
      })
      recordEvent(tx, ctx, 'invoice.credited', {
        ...invoiceEvent(ctx, invoice),
        grossCents: note.grossCents,
        creditNoteId: note.id,
        creditNoteNumber: note.number ?? '',
      })
      if (isSettled) recordEvent(tx, ctx, 'invoice.paid', invoiceEvent(ctx, invoice))
      return { id: note.id, number: note.number ?? '' }
    }),
  )
}

/** Once a dispute gave the retention back to the client, a credit note takes it off the invoice (INV-12). */
function claimedRetention(tx: Transaction, invoice: InvoiceRow, creditedCents: number): { retainedCents?: number } {
  const { milestoneId, retainedCents } = invoice
  const settled = retainedCents > 0 && milestoneId && settledRetentions(tx, [milestoneId])(invoice)
  // What was released of it is recorded first (`payReleasedRetention`).
  if (!settled || retainedCents > settled.returnedCents) return {}
  return { retainedCents: retentionDueCents({ ...invoice, creditedCents }) }
}

type Stored = { id: string; vatCents: number; roundingCents: number }
const taxedOf = (tx: Transaction, { id, vatCents, roundingCents }: Stored) => ({
  ...getInvoiceContent(tx, id),
  vatCents,
  roundingCents,
})

function listCreditNotes(tx: Transaction, invoiceId: string) {
  return tx
    .select({ id: invoices.id, vatCents: invoices.vatCents, roundingCents: invoices.roundingCents })
    .from(invoices)
    .where(and(eq(invoices.creditedInvoiceId, invoiceId), isNotNull(invoices.number)))
    .all()
    .map((note) => taxedOf(tx, note))
}

function issueNote(
  tx: Transaction,
  ctx: CompanyContext,
  invoice: InvoiceRow,
  credit: Credit,
  { reason, lineText, unit }: Input,
): InvoiceRow {
  const id = newId()
  const { netCents, vatCents, roundingCents, grossCents } = credit
  const { companyId, buyerCompanyId, clientId, contractId, milestoneId, certificateId } = invoice
  const { buyer, deliveryDate, currency } = invoice
  // A credit note is converted at the rate of its invoice, which it corrects (EN 16931, BT-111).
  const { euroRateE6, euroRateDate, euroRateSource } = invoice
  const draft = tx
    .insert(invoices)
    .values({
      ...{ id, companyId, buyerCompanyId, clientId, contractId, milestoneId, certificateId },
      ...{ buyer, deliveryDate, currency },
      ...{
        euroRateE6,
        euroRateDate,
        euroRateSource,
        netCents,
        vatCents,
        roundingCents,
        grossCents,
        ...detailsOf(invoice),
        ...{ lateInterestBp: null, complaintDays: null },
        kind: 'credit_note',
        status: 'draft',
        creditedInvoiceId: invoice.id,
      },
      ...{ paymentTermDays: 0, note: reason, createdBy: ctx.actor.id, createdAt: ctx.now, updatedAt: ctx.now },
    })
    .returning()
    .get()
  const lines: DescribedLine[] = credit.groups.map(({ vatCategory, vatRateBp, vatGround, netCents }) => ({
    ...{
      description: lineText,
      quantityMilli: 1000,
      unit,
      unitPriceE4: netCents * 100,
      vatCategory,
      vatRateBp,
      vatGround,
    },
  }))
  saveInvoiceContent(tx, id, { lines })
  applyDueBankAccount(tx, ctx, companyId)
  const seller = getSeller(tx, companyId)
  const content = getInvoiceContent(tx, id)
  const written = { content, seller, issueDate: invoiceDay(ctx.now), creditedNumber: invoice.number }
  const set = assignInvoiceNumber(tx, draft, written, ctx.now)
  const note = changeInvoice(tx, ctx, draft, { action: 'issue', role: 'system', lines, set })
  appendAudit(tx, ctx, {
    action: 'invoice.issue',
    subject: { type: 'invoice', id },
    after: note,
    detail: { number: note.number, hash: note.hash, credits: invoice.number },
  })
  return note
}
