import { isOverdue, openCents, retentionDueCents } from './invoice.ts'
import { invoiceDay } from './invoice-dates.ts'
import type { InvoiceListRow } from './queries.server.ts'

type Balance = { paidCents: number; creditedCents: number; retainedCents: number }

/** A row of a list with what follows from its balance today. */
export function invoiceRowOf(
  ctx: { now: number },
  { paidCents, creditedCents, ...row }: Omit<InvoiceListRow, 'openCents' | 'settledCents' | 'isOverdue'> & Balance,
): InvoiceListRow {
  const balance = { ...row, paidCents, creditedCents }
  return {
    ...row,
    openCents: row.kind === 'invoice' && row.status !== 'draft' ? openCents(balance) : 0,
    settledCents: row.kind === 'invoice' ? Math.min(paidCents, row.grossCents - creditedCents) : 0,
    retainedCents: row.kind === 'invoice' ? retentionDueCents(balance) : 0,
    isOverdue: row.kind === 'invoice' && isOverdue(balance, invoiceDay(ctx.now)),
  }
}
