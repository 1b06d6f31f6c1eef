// verb-rule: a part of the verbs that change a received invoice, which check the right
import { and, asc, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { refusalOfMandate } from '#app/features/team/mandates.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { stateAfter } from '#app/platform/next-state.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { receivedInvoiceParts, receivedInvoices } from '#db/schema/invoices/received-invoices.ts'
import { type ReceivedAction, receivedMachine } from './received-invoice.ts'

export type ReceivedRow = typeof receivedInvoices.$inferSelect

/** An invoice that the caller's company received. @throws AppError not found */
export function loadReceived(tx: Transaction, ctx: CompanyContext, id: string): ReceivedRow {
  const own = and(eq(receivedInvoices.id, id), eq(receivedInvoices.companyId, ctx.company.id))
  const found = tx.select().from(receivedInvoices).where(own).get()
  if (!found) throw notFound()
  return found
}

export const listParts = (tx: Transaction, id: string) =>
  tx
    .select()
    .from(receivedInvoiceParts)
    .where(eq(receivedInvoiceParts.receivedInvoiceId, id))
    .orderBy(asc(receivedInvoiceParts.position))
    .all()

/**
 * Changes the state of an invoice by its machine, and what goes with it. Part of a verb, inside its transaction.
 * @throws AppError conflict where its state does not allow it, or somebody else was faster; forbidden above the mandate
 */
export function changeReceived(
  tx: Transaction,
  ctx: CompanyContext,
  before: ReceivedRow,
  action: Exclude<ReceivedAction, 'pay'>,
  set: Partial<ReceivedRow> = {},
  facts: { isAccountUnconfirmed?: boolean } = {},
): ReceivedRow {
  const { grossCents: amountCents, currency, payableCents, paidCents } = before
  const isHolder = refusalOfMandate(tx, ctx, 'payables', { amountCents, currency }) === null
  const known = { isPaidOn: paidCents > 0, isSettled: payableCents === 0, ...facts }
  const status = stateAfter(receivedMachine.next(before.status, action, isHolder ? 'holder' : 'other', known))
  const after = tx
    .update(receivedInvoices)
    .set({ ...set, status, updatedAt: ctx.now })
    .where(and(eq(receivedInvoices.id, before.id), eq(receivedInvoices.updatedAt, before.updatedAt)))
    .returning()
    .get()
  if (!after) throw conflict('errors:concurrentChange')
  const subject = { type: 'received_invoice', id: before.id }
  const plain = (row: ReceivedRow) => ({ ...row, content: null })
  appendAudit(tx, ctx, { action: `received_invoice.${action}`, subject, before: plain(before), after: plain(after) })
  return after
}
