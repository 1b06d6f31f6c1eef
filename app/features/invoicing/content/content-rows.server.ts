import { asc, eq, inArray } from 'drizzle-orm'
import type { Database, Transaction } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { invoiceAdjustments, invoiceAdvances, invoiceLines, invoices } from '#db/schema/invoices/invoicing.ts'
import type {
  Adjustment,
  ContentLine,
  DeductedAdvance,
  DescribedLine,
  DocumentAdjustment,
  InvoiceContent,
} from './invoice-content.ts'
import { unitCodeOf } from './unit-codes.ts'

type AdjustmentRow = typeof invoiceAdjustments.$inferSelect

const adjustmentOf = ({ kind, reasonCode, reason, amountCents, rateBp, baseCents }: AdjustmentRow): Adjustment => ({
  ...{ kind, reasonCode, reason, amountCents, rateBp, baseCents },
})

/** The lines of an invoice in order, its discounts and charges, and what it deducts of advances. */
export const getInvoiceContent = (db: Database | Transaction, invoiceId: string): InvoiceContent =>
  listInvoiceContents(db, [invoiceId])(invoiceId)

/** The same for several invoices at once, by their ids. */
export function listInvoiceContents(
  db: Database | Transaction,
  ids: readonly string[],
): (id: string) => InvoiceContent {
  const adjustments = db
    .select()
    .from(invoiceAdjustments)
    .where(inArray(invoiceAdjustments.invoiceId, [...ids]))
    .orderBy(asc(invoiceAdjustments.position))
    .all()
  const lines = db
    .select()
    .from(invoiceLines)
    .where(inArray(invoiceLines.invoiceId, [...ids]))
    .orderBy(asc(invoiceLines.position))
    .all()
  const advances = listDeductedAdvances(db, ids)
  return (id) => ({
    ...contentOf(
      lines.filter(({ invoiceId }) => invoiceId === id),
      adjustments.filter(({ invoiceId }) => invoiceId === id),
    ),
    advances: advances.filter(({ invoiceId }) => invoiceId === id).map(({ invoiceId: _of, ...advance }) => advance),
  })
}

function contentOf(rows: readonly (typeof invoiceLines.$inferSelect)[], adjustments: readonly AdjustmentRow[]) {
  const lines = rows.map(
    ({ id: _id, invoiceId: _invoice, position, unitCode, ...line }): ContentLine => ({
      ...line,
      unitCode: unitCode ?? unitCodeOf(line.unit),
      adjustments: adjustments.filter((row) => row.linePosition === position).map(adjustmentOf),
    }),
  )
  return {
    lines,
    adjustments: adjustments.flatMap((row): DocumentAdjustment[] =>
      row.vatCategory && row.vatRateBp !== null
        ? [{ ...adjustmentOf(row), vatCategory: row.vatCategory, vatRateBp: row.vatRateBp, vatGround: row.vatGround }]
        : [],
    ),
  }
}

/** What invoices deduct of advances, oldest advance first. */
function listDeductedAdvances(
  db: Database | Transaction,
  ids: readonly string[],
): (DeductedAdvance & { invoiceId: string })[] {
  const { invoiceId, advanceInvoiceId, netCents, vatRateBp, vatCategory, vatGround } = invoiceAdvances
  return db
    .select({
      ...{ invoiceId, advanceInvoiceId, netCents, vatRateBp, vatCategory, vatGround },
      ...{ number: invoices.number, issueDate: invoices.issueDate },
    })
    .from(invoiceAdvances)
    .innerJoin(invoices, eq(invoices.id, advanceInvoiceId))
    .where(inArray(invoiceAdvances.invoiceId, [...ids]))
    .orderBy(asc(invoices.year), asc(invoices.sequence), asc(invoiceAdvances.id))
    .all()
    .map(({ number, issueDate, ...row }) => ({ ...row, number: number ?? '', issueDate: issueDate ?? '' }))
}

/** Replaces the lines of a draft, and its discounts and charges. */
export function saveInvoiceContent(
  tx: Transaction,
  invoiceId: string,
  {
    lines,
    adjustments = [],
  }: { lines: readonly DescribedLine[]; adjustments?: readonly DocumentAdjustment[] | undefined },
): void {
  tx.delete(invoiceLines).where(eq(invoiceLines.invoiceId, invoiceId)).run()
  tx.delete(invoiceAdjustments).where(eq(invoiceAdjustments.invoiceId, invoiceId)).run()
  for (const [index, { adjustments: _own, ...line }] of lines.entries()) {
    const unitCode = line.unitCode ?? unitCodeOf(line.unit)
    tx.insert(invoiceLines)
      .values({ ...line, unitCode, id: newId(), invoiceId, position: index + 1 })
      .run()
  }
  const all = [
    ...lines.flatMap((line, index) => (line.adjustments ?? []).map((one) => ({ ...one, linePosition: index + 1 }))),
    ...adjustments,
  ]
  for (const [index, adjustment] of all.entries()) {
    tx.insert(invoiceAdjustments)
      .values({ ...adjustment, id: newId(), invoiceId, position: index + 1 })
      .run()
  }
}
