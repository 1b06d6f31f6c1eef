// verb-rule: a part of the verbs that pay a received invoice or match a row with one, which check the right
import { and, eq, isNull } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { conflict, invalid, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { receivedInvoicePayments, receivedInvoices } from '#db/schema/invoices/received-invoices.ts'
import type { ReceivedPaymentSource } from '#db/vocabulary/received-invoices.ts'

type Invoice = typeof receivedInvoices.$inferSelect
type Payment = typeof receivedInvoicePayments.$inferSelect
type Paid = { amountCents: number; paidOn: string; source: ReceivedPaymentSource; transactionId: string | null }

/** An approved invoice of the caller's company. @throws AppError not found; conflict before it is approved */
export function loadPayable(tx: Transaction, ctx: CompanyContext, id: string): Invoice {
  const own = and(eq(receivedInvoices.id, id), eq(receivedInvoices.companyId, ctx.company.id))
  const found = tx.select().from(receivedInvoices).where(own).get()
  if (!found) throw notFound()
  if (found.status !== 'approved' && found.status !== 'paid') throw conflict('receivedinvoices:refused.wrongState')
  return found
}

/**
 * Records a payment of a received invoice, which is paid once they cover it. Part of a verb, inside its transaction.
 * @throws AppError invalid for more than is open
 */
export function payReceived(tx: Transaction, ctx: CompanyContext, invoice: Invoice, paid: Paid): string {
  const { id: receivedInvoiceId, payableCents, paidCents } = invoice
  if (paid.amountCents > payableCents - paidCents)
    throw invalid('receivedinvoices:refused.moreThanOpen', { field: 'amount' })
  return add(tx, ctx, invoice, { receivedInvoiceId, reversesId: null, ...paid })
}

/**
 * Takes a payment back by its opposite. Part of a verb, inside its transaction.
 * @throws AppError not found; conflict for one that was taken back
 */
export function takeBackPayment(
  tx: Transaction,
  ctx: CompanyContext,
  payment: Payment,
  transactionId: string | null,
): void {
  const { id: reversesId, receivedInvoiceId, amountCents, paidOn, source } = payment
  const earlier = tx.select().from(receivedInvoicePayments).where(eq(receivedInvoicePayments.reversesId, reversesId))
  if (amountCents < 0 || earlier.get()) throw conflict('receivedinvoices:refused.takenBack')
  const invoice = loadPayable(tx, ctx, receivedInvoiceId)
  const opposite = { amountCents: -amountCents, paidOn, source, transactionId, reversesId }
  add(tx, ctx, invoice, { receivedInvoiceId, ...opposite })
}

function add(
  tx: Transaction,
  ctx: CompanyContext,
  before: Invoice,
  payment: Pick<Payment, 'receivedInvoiceId' | 'reversesId' | 'amountCents' | 'paidOn' | 'source' | 'transactionId'>,
): string {
  const id = newId()
  const row = { id, ...payment, recordedBy: ctx.actor.id, recordedAt: ctx.now }
  tx.insert(receivedInvoicePayments).values(row).run()
  const paidCents = before.paidCents + payment.amountCents
  const status = paidCents >= before.payableCents ? ('paid' as const) : ('approved' as const)
  const after = tx
    .update(receivedInvoices)
    .set({ paidCents, status, updatedAt: ctx.now })
    .where(and(eq(receivedInvoices.id, before.id), eq(receivedInvoices.paidCents, before.paidCents)))
    .returning()
    .get()
  if (!after) throw conflict('errors:concurrentChange')
  const action = payment.reversesId ? 'received_invoice.take_back' : 'received_invoice.pay'
  const subject = { type: 'received_invoice', id: before.id }
  appendAudit(tx, ctx, { action, subject, before, after, detail: { amountCents: payment.amountCents } })
  return id
}

/** The payment that a row of the books is; none where it was taken back. */
export function paymentOfRow(tx: Transaction, transactionId: string): Payment | undefined {
  const ofRow = eq(receivedInvoicePayments.transactionId, transactionId)
  return tx
    .select()
    .from(receivedInvoicePayments)
    .where(and(ofRow, isNull(receivedInvoicePayments.reversesId)))
    .get()
}

/**
 * Matches a draft with an approved invoice: with a payment of its amount that was recorded by hand and has no row yet, or with a new one (FIN-7).
 * @throws AppError not found; conflict before it is approved; invalid for another currency or direction, or for more than is open
 */
export function matchReceived(
  tx: Transaction,
  ctx: CompanyContext,
  row: { id: string; day: string; amountCents: number; currency: string },
  receivedInvoiceId: string,
): void {
  const invoice = loadPayable(tx, ctx, receivedInvoiceId)
  const isOut = invoice.kind === 'invoice'
  if (invoice.currency !== row.currency || row.amountCents < 0 !== isOut) throw invalid('finance:refused.otherInvoice')
  const amountCents = Math.abs(row.amountCents)
  const { receivedInvoiceId: of, amountCents: cents, transactionId, reversesId } = receivedInvoicePayments
  const without = and(eq(of, receivedInvoiceId), eq(cents, amountCents), isNull(transactionId), isNull(reversesId))
  const byHand = tx
    .select()
    .from(receivedInvoicePayments)
    .where(without)
    .all()
    .find(({ id }) => !tx.select().from(receivedInvoicePayments).where(eq(reversesId, id)).get())
  if (byHand) link(tx, byHand.id, row.id)
  else payReceived(tx, ctx, invoice, { amountCents, paidOn: row.day, source: 'match', transactionId: row.id })
}

/** Ends the match of a draft: a payment that came with it is taken back, one that was recorded by hand stays. */
export function unmatchReceived(tx: Transaction, ctx: CompanyContext, transactionId: string): void {
  const payment = paymentOfRow(tx, transactionId)
  if (!payment) return
  link(tx, payment.id, null)
  if (payment.source === 'match') takeBackPayment(tx, ctx, payment, null)
}

function link(tx: Transaction, id: string, transactionId: string | null): void {
  tx.update(receivedInvoicePayments).set({ transactionId }).where(eq(receivedInvoicePayments.id, id)).run()
}
