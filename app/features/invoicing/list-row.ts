import { isOverdue, openCents, retentionDueCents } from './invoice.ts'
import { invoiceDay } from './invoice-dates.ts'
import type { InvoiceListRow } from './queries.server.ts'

type Balance = { paidCents: number; creditedCents: number; retainedCents: number }

/** A row of a list with what follows from its balance today. */
export function invoiceRowOf(
  ctx: { now: number },
  balance: Omit<InvoiceListRow, 'openCents' | 'settledCents' | 'isOverdue'> & Balance,
): InvoiceListRow {
  const { paidCents, creditedCents, ...row } = balance
  const isInvoice = row.kind === 'invoice'
  return {
    ...row,
    openCents: isInvoice && row.status !== 'draft' ? openCents(balance) : 0,
    settledCents: isInvoice ? Math.min(paidCents, row.grossCents - creditedCents) : 0,
    retainedCents: isInvoice ? retentionDueCents(balance) : 0,
    isOverdue: isInvoice && isOverdue(balance, invoiceDay(ctx.now)),
  }
}
