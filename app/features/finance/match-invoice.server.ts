import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { openCents } from '#app/features/invoicing/invoice.ts'
import { recordPayment } from '#app/features/invoicing/record-payment.server.ts'
import { invalid, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { financialTransactions } from '#db/schema/finance.ts'
import { invoicePayments, invoices } from '#db/schema/invoices/invoicing.ts'
import { listSplits, loadDraft, saveSplits, type TransactionRow } from './load-transaction.server.ts'
import { matchReceived, paymentOfRow, unmatchReceived } from './received-payments.server.ts'

/**
 * Says that a draft is the payment of an invoice, which then says what it is for, or with null that it is not. What came in for the company's own
 * invoice is recorded on it, unless its payment is recorded already (FIN-7); so is a payment of an approved invoice of a supplier (INV-29).
 * @throws AppError forbidden; not found; conflict once the row is posted; invalid for an invoice of another currency or direction, and for more than is open
 */
export function matchInvoice(
  ctx: CompanyContext,
  input: { transactionId: string; invoiceId: string | null; receivedInvoiceId?: string | null },
): void {
  requireRight(ctx, 'financials.record')
  const { receivedInvoiceId = null } = input
  if (receivedInvoiceId !== null) requireRight(ctx, 'payables.record')
  transact(ctx.db, (tx) => {
    const before = loadDraft(tx, ctx, input.transactionId)
    const payment = paymentOfRow(tx, before.id)
    if (before.invoiceId === input.invoiceId && (payment?.receivedInvoiceId ?? null) === receivedInvoiceId) return
    unmatchReceived(tx, ctx, before.id)
    if (receivedInvoiceId !== null) matchReceived(tx, ctx, before, receivedInvoiceId)
    if (input.invoiceId !== null) settle(tx, ctx, before, input.invoiceId)
    const was = listSplits(tx, before.id)
    saveSplits(tx, ctx, before.id, [])
    const after = tx
      .update(financialTransactions)
      .set({ invoiceId: input.invoiceId, ruleId: null, updatedAt: ctx.now })
      .where(eq(financialTransactions.id, before.id))
      .returning()
      .get()
    appendAudit(tx, ctx, {
      action: 'financial_transaction.match',
      subject: { type: 'financial_transaction', id: before.id },
      ...{ before: { ...before, splits: was }, after: { ...after, receivedInvoiceId } },
    })
  })
}

function settle(tx: Transaction, ctx: CompanyContext, row: TransactionRow, invoiceId: string): void {
  const company = companyInScope(ctx, 'invoices.read')
  const party = or(eq(invoices.companyId, company), eq(invoices.buyerCompanyId, company))
  const isOne = and(eq(invoices.id, invoiceId), ne(invoices.status, 'draft'), eq(invoices.kind, 'invoice'), party)
  const invoice = tx.select().from(invoices).where(isOne).get()
  if (!invoice) throw notFound()
  const isOwn = invoice.companyId === company
  if (invoice.currency !== row.currency || row.amountCents > 0 !== isOwn) throw invalid('finance:refused.otherInvoice')
  if (!isOwn || unmatchedPayments(tx, row, invoiceId) > 0) return
  if (row.amountCents > openCents(invoice)) throw invalid('finance:refused.invoiceAmount')
  recordPayment(ctx, { invoiceId, amountCents: row.amountCents, paidOn: row.day })
}

/** How many payments of this amount are recorded on the invoice, beyond the rows that are matched with it. */
function unmatchedPayments(tx: Transaction, { companyId, amountCents }: TransactionRow, invoiceId: string): number {
  const outside = inArray(invoicePayments.source, ['manual', 'bank_transfer'])
  const ofAmount = and(eq(invoicePayments.invoiceId, invoiceId), eq(invoicePayments.amountCents, amountCents), outside)
  const recorded = tx.select().from(invoicePayments).where(ofAmount).all().length
  const { invoiceId: of, companyId: by, amountCents: cents, reversesId } = financialTransactions
  const ofIt = and(eq(of, invoiceId), eq(by, companyId), eq(cents, amountCents), isNull(reversesId))
  return recorded - tx.select().from(financialTransactions).where(ofIt).all().length
}
