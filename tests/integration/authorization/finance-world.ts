import type { CompanyContext } from '#app/features/accounts/context.ts'
import { addOwnCategory } from '#app/features/finance/add-own-category.server.ts'
import { addReceipts } from '#app/features/receipts/add-receipts.server.ts'
import { getReceipt } from '#app/features/receipts/receipts.server.ts'
import { checkReceived } from '#app/features/received-invoices/check-received.server.ts'
import { getReceived } from '#app/features/received-invoices/queries.server.ts'
import { steerSchedule } from '#app/features/recurring-invoices/steer-schedule.server.ts'
import { createBudget } from '#tests/factories/budget.ts'
import { storedFile } from '#tests/factories/document.ts'
import { createAccount, createRule, createTransaction, offRule, postedTransaction } from '#tests/factories/finance.ts'
import { repeatedInvoice } from '#tests/factories/invoice.ts'
import { acceptedQuote, draftQuote, sentQuote } from '#tests/factories/quote.ts'
import { approvedInvoice, checkInput, createReceived } from '#tests/factories/received-invoice.ts'

/** The books of a company with a budget of a project, whose names no other company reads. Returns the ids by the names that the matrix has for them. */
export function addBooks(ctx: CompanyContext, projectId: string): Record<string, string> {
  createBudget(ctx, projectId)
  const financialAccount = createAccount(ctx, { name: 'Secret bathhouse account' })
  const row = { counterparty: 'Secret bathhouse supplier' }
  const [receipt = ''] = addReceipts(ctx, {
    files: [storedFile('secret-bathhouse.txt', 'what the receipt says')],
    note: '',
  }).ids
  const supplier = { name: 'Secret bathhouse tiler', country: 'FI', businessId: null, vatNumber: null }
  const receivedInvoice = createReceived(ctx, { supplier })
  const checkedInvoice = createReceived(ctx, { supplier })
  checkReceived(ctx, checkInput(checkedInvoice))
  return {
    receivedInvoice,
    checkedInvoice,
    approvedInvoice: approvedInvoice(ctx, { supplier }),
    receivedFile: getReceived(ctx, receivedInvoice)?.invoice.fileId ?? '',
    receipt,
    receiptFile: getReceipt(ctx, receipt)?.fileId ?? '',
    financialAccount,
    draftTransaction: createTransaction(ctx, financialAccount, row),
    openTransaction: createTransaction(ctx, financialAccount, { ...row, splits: [] }),
    postedTransaction: postedTransaction(ctx, financialAccount, row),
    rule: createRule(ctx, { name: 'Secret bathhouse rule' }),
    lowerRule: createRule(ctx, { name: 'Rule below it' }),
    offRule: offRule(ctx),
    ownCategory: addOwnCategory(ctx, { category: 'fuel', name: 'Secret bathhouse category' }).id,
  }
}

/** Two recurring invoices made from an invoice, one of them paused; and quotes: a draft, one that was sent, with its link, and one that was accepted. */
export function addSchedulesAndQuotes(ctx: CompanyContext, invoiceId: string): Record<string, string> {
  const [schedule, pausedSchedule] = [repeatedInvoice(ctx, invoiceId), repeatedInvoice(ctx, invoiceId)]
  steerSchedule(ctx, { scheduleId: pausedSchedule, step: 'pause' })
  const secrets = { title: 'Quote of secrets', buyerName: 'Buyer of secrets Oy' }
  const { quoteId: quote, shareId: quoteLink } = sentQuote(ctx, secrets)
  const quotes = { draftQuote: draftQuote(ctx, secrets), acceptedQuote: acceptedQuote(ctx, secrets), quote, quoteLink }
  return { schedule, pausedSchedule, ...quotes }
}
