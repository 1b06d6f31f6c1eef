import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { overpaidCents } from '#app/features/invoicing/invoice.ts'
import { invoiceDay } from '#app/features/invoicing/invoice-dates.ts'
import { invoiceEvent } from '#app/features/invoicing/invoice-events.server.ts'
import { loadOwnInvoice } from '#app/features/invoicing/invoice-rows.server.ts'
import { invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import type { RefundMethod } from '#db/vocabulary/invoicing.ts'
import { giveBack } from './give-back.server.ts'

type Input = {
  invoiceId: string
  amountCents: number
  paidOn: string
  method: RefundMethod
  note: string | null
  submissionId?: string | undefined
}

/**
 * Records that the seller paid back what is owed to the buyer of an invoice, outside escrow (INV-13).
 * @throws AppError not found; invalid for more than is owed, a day in the future, or one before the invoice; conflict when nothing is owed
 */
export function recordRefund(ctx: CompanyContext, input: Input): void {
  requireRight(ctx, 'invoices.recordPayment')
  transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'recordRefund', input, otherContent: 'refuse' }, () => {
      const before = loadOwnInvoice(tx, ctx, input.invoiceId)
      const { amountCents, paidOn, method, note } = input
      const owedCents = overpaidCents(before)
      if (owedCents > 0 && amountCents > owedCents) {
        throw invalid('invoicing:refused.moreThanOwedBack', { field: 'amount' })
      }
      if (paidOn > invoiceDay(ctx.now)) throw invalid('invoicing:form.paidInFuture', { field: 'paidOn' })
      if (before.issueDate && paidOn < before.issueDate) {
        throw invalid('openitems:refund.beforeInvoice', { field: 'paidOn' })
      }
      const after = giveBack(tx, ctx, before, { source: 'refund', amountCents, paidOn, method, note })
      appendAudit(tx, ctx, {
        action: 'invoice.refund',
        subject: { type: 'invoice', id: before.id },
        before: { paidCents: before.paidCents },
        after: { paidCents: after.paidCents },
        detail: { amountCents, paidOn, method, note },
      })
      recordEvent(tx, ctx, 'invoice.refunded', { ...invoiceEvent(ctx, after), refundedCents: amountCents })
      return {}
    }),
  )
}
