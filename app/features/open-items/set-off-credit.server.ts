import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { openCents, overpaidCents } from '#app/features/invoicing/invoice.ts'
import { invoiceDay } from '#app/features/invoicing/invoice-dates.ts'
import { invoiceEvent } from '#app/features/invoicing/invoice-events.server.ts'
import { type InvoiceRow, loadOwnInvoice } from '#app/features/invoicing/invoice-rows.server.ts'
import { payInvoice } from '#app/features/invoicing/pay-invoice.server.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { giveBack } from './give-back.server.ts'

type Input = {
  invoiceId: string
  /** The open invoice of the same buyer that is paid by it. */
  againstId: string
  amountCents: number
  submissionId?: string | undefined
}

/**
 * Sets what the seller owes back on one invoice off against what the same buyer owes on another, in the same currency (INV-13): the claims
 * are mutual, of the same kind, and both due, as set-off requires in Finnish law.
 * @throws AppError not found; invalid for more than is owed back or open, and for an invoice that is not due; conflict when the invoices do not belong together
 */
export function setOffCredit(ctx: CompanyContext, input: Input): void {
  requireRight(ctx, 'invoices.recordPayment')
  transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'setOffCredit', input, otherContent: 'refuse' }, () => {
      const { amountCents } = input
      const from = loadOwnInvoice(tx, ctx, input.invoiceId)
      const against = loadOwnInvoice(tx, ctx, input.againstId)
      if (!areMutual(from, against)) throw conflict('openitems:setOff.otherParties')
      const today = invoiceDay(ctx.now)
      if (against.dueDate === null || against.dueDate > today) {
        throw invalid('openitems:setOff.notDue', { field: 'against' })
      }
      if (amountCents > Math.min(overpaidCents(from), openCents(against))) {
        throw invalid('openitems:setOff.tooMuch', { field: 'amount' })
      }
      const paidOn = today
      const left = giveBack(tx, ctx, from, { source: 'set_off', amountCents, paidOn, counterInvoiceId: against.id })
      appendAudit(tx, ctx, {
        action: 'invoice.set_off',
        subject: { type: 'invoice', id: from.id },
        before: { paidCents: from.paidCents },
        after: { paidCents: left.paidCents },
        detail: { amountCents, against: against.number },
      })
      const payment = { source: 'set_off' as const, sourceKey: `set_off:${newId()}`, amountCents, paidOn }
      const after = payInvoice(tx, ctx, against, { ...payment, counterInvoiceId: from.id })
      if (!after) throw new Error('a new key was there before')
      appendAudit(tx, ctx, {
        action: 'invoice.pay',
        subject: { type: 'invoice', id: against.id },
        before: { status: against.status, paidCents: against.paidCents },
        after: { status: after.status, paidCents: after.paidCents },
        detail: { amountCents, source: 'set_off', from: from.number },
      })
      // Set-off takes effect by being declared to the other party.
      recordEvent(tx, ctx, 'invoice.set_off', { ...invoiceEvent(ctx, after), setOffCents: amountCents })
      if (after.status === 'paid') recordEvent(tx, ctx, 'invoice.paid', invoiceEvent(ctx, after))
      return {}
    }),
  )
}

/** Whether two invoices of one seller are to the same buyer, known by its company, or by its country with its VAT number or business id, in one currency. */
export function areMutual(one: InvoiceRow, other: InvoiceRow): boolean {
  if (one.id === other.id || one.currency !== other.currency) return false
  if (one.buyerCompanyId || other.buyerCompanyId) return one.buyerCompanyId === other.buyerCompanyId
  const id = (row: InvoiceRow) => row.buyer.vatNumber ?? row.buyer.businessId
  return id(one) !== null && id(one) === id(other) && one.buyer.country === other.buyer.country
}
