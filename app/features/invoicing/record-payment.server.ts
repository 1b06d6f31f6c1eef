import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { openCents } from './invoice.ts'
import { invoiceDay } from './invoice-dates.ts'
import { invoiceEvent } from './invoice-events.server.ts'
import { type InvoiceRow, loadOwnInvoice } from './invoice-rows.server.ts'
import { payInvoice } from './pay-invoice.server.ts'

type Input = { invoiceId: string; amountCents: number; paidOn: string; submissionId?: string | undefined }

/**
 * The first day (YYYY-MM-DD) on which an invoice can have been paid: a year before it was issued. A buyer may pay ahead of the
 * invoice (VAT Directive 2006/112/EC, article 65; EN 16931 BT-113), and an earlier day is a slip.
 */
function earliestPaymentDay(issueDate: string): string {
  return `${Number(issueDate.slice(0, 4)) - 1}${issueDate.slice(4)}`
}

/**
 * Records a payment that the buyer made outside escrow, at most the open amount.
 * @throws AppError not found; invalid for an amount above what is open, a future date, or one before `earliestPaymentDay`; conflict when nothing is payable
 */
export function recordPayment(ctx: CompanyContext, input: Input): { status: InvoiceRow['status'] } {
  requireRight(ctx, 'invoices.recordPayment')
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'recordPayment', input, otherContent: 'refuse' }, () => {
      const before = loadOwnInvoice(tx, ctx, input.invoiceId)
      const { amountCents, paidOn } = input
      const open = openCents(before)
      if (open > 0 && amountCents > open && before.number !== null) {
        throw invalid('invoicing:refused.paymentExceedsOpen', { field: 'amount' })
      }
      if (paidOn > invoiceDay(ctx.now)) throw invalid('invoicing:form.paidInFuture', { field: 'paidOn' })
      const earliest = before.issueDate && earliestPaymentDay(before.issueDate)
      if (earliest && paidOn < earliest) throw invalid('invoicing:form.paidTooEarly', { field: 'paidOn' })
      const sourceKey = `manual:${newId()}`
      const after = payInvoice(tx, ctx, before, { source: 'manual', sourceKey, amountCents, paidOn })
      if (!after) throw new Error('a new key was there before')
      appendAudit(tx, ctx, {
        action: 'invoice.pay',
        subject: { type: 'invoice', id: before.id },
        before: { status: before.status, paidCents: before.paidCents },
        after: { status: after.status, paidCents: after.paidCents },
        detail: { amountCents, source: 'manual', paidOn },
      })
      if (after.status === 'paid') recordEvent(tx, ctx, 'invoice.paid', invoiceEvent(ctx, after))
      return { status: after.status }
    }),
  )
}
