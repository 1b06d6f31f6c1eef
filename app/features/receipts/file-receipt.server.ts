import { and, eq, isNull } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { loadTransaction } from '#app/features/finance/load-transaction.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { financialReceipts } from '#db/schema/finance.ts'

type Receipt = typeof financialReceipts.$inferSelect

/**
 * Puts a receipt to a row, or with null back into the inbox. One of a posted row stays there.
 * @throws AppError forbidden; not found for another company's receipt or row; conflict for one of a posted row
 */
export function fileReceipt(ctx: CompanyContext, input: { receiptId: string; transactionId: string | null }): void {
  requireRight(ctx, 'financials.record')
  transact(ctx.db, (tx) => {
    const before = loadReceipt(tx, ctx, input.receiptId)
    const { transactionId } = input
    if (before.transactionId === transactionId) return
    if (transactionId !== null) loadTransaction(tx, ctx, transactionId)
    if (before.transactionId !== null && loadTransaction(tx, ctx, before.transactionId).status === 'posted')
      throw conflict('receipts:refused.ofPosted')
    change(tx, ctx, before, { transactionId })
  })
}

/**
 * Takes a receipt out of the inbox: it belongs to no row. Its file is kept, but nobody reads it any more.
 * @throws AppError forbidden; not found; conflict for one of a row
 */
export function removeReceipt(ctx: CompanyContext, input: { receiptId: string }): void {
  requireRight(ctx, 'financials.record')
  transact(ctx.db, (tx) => {
    const before = loadReceipt(tx, ctx, input.receiptId)
    if (before.transactionId !== null) throw conflict('receipts:refused.ofRow')
    change(tx, ctx, before, { removedBy: ctx.actor.id, removedAt: ctx.now })
  })
}

function loadReceipt(tx: Transaction, ctx: CompanyContext, id: string): Receipt {
  const own = and(eq(financialReceipts.id, id), eq(financialReceipts.companyId, ctx.company.id))
  const found = tx
    .select()
    .from(financialReceipts)
    .where(and(own, isNull(financialReceipts.removedAt)))
    .get()
  if (!found) throw notFound()
  return found
}

function change(tx: Transaction, ctx: CompanyContext, before: Receipt, set: Partial<Receipt>): void {
  const own = eq(financialReceipts.id, before.id)
  const after = tx.update(financialReceipts).set(set).where(own).returning().get()
  const subject = { type: 'financial_receipt', id: before.id }
  appendAudit(tx, ctx, { action: 'financial_receipt.file', subject, before, after })
}
