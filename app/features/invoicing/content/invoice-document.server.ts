import { and, eq, inArray, sum } from 'drizzle-orm'
import { type RetentionDue, retentionDueOf, settledRetentions } from '#app/features/escrow/invoiceable.server.ts'
import { allocateVatBreakdown } from '#app/features/invoicing/credit-split.ts'
import { clientAsBuyer } from '#app/features/invoicing/draft-fields.ts'
import { euroVatOf } from '#app/features/invoicing/euro-vat.ts'
import { isOverdue, openCents, overpaidCents, retentionDueCents, unpaidCents } from '#app/features/invoicing/invoice.ts'
import { addDays, invoiceDay } from '#app/features/invoicing/invoice-dates.ts'
import { getSeller, type InvoiceRow } from '#app/features/invoicing/invoice-rows.server.ts'
import {
  calculateInvoiceTotals,
  invoiceLineNetCents,
  type VatBreakdown,
} from '#app/features/invoicing/invoice-totals.ts'
import { carriedCents } from '#app/features/invoicing/pay-from-escrow.server.ts'
import { escrowSources } from '#app/features/invoicing/payment-source.ts'
import type { Database } from '#db/client.server.ts'
import { type InvoiceParty, invoicePayments, invoices } from '#db/schema/invoices/invoicing.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import type { InvoiceKind, InvoiceStatus } from '#db/vocabulary/invoicing.ts'
import { getInvoiceContent } from './content-rows.server.ts'
import {
  type ContentLine,
  type DeductedAdvance,
  type DocumentAdjustment,
  detailsOf,
  type InvoiceDetails,
} from './invoice-content.ts'

/** An earlier invoice that this one corrects, or whose advance it deducts (EN 16931, BG-3). */
type PrecedingInvoice = { number: string; issueDate: string }

/**
 * The content of an invoice's document; for a draft, as it would be issued today. The terms are those of EN 16931; amounts are in cents, rates in
 * hundredths of a percent, dates `YYYY-MM-DD`.
 */
export type InvoiceDocumentData = InvoiceDetails & {
  /** Of a quote, which is written like an invoice: what it is about, until when it can be accepted, and which version it is. */
  quote?: { title: string; validUntil: string; version: number } | undefined
  /** BT-3: 381 for a credit note, 386 for an advance, 380 otherwise. Of an advance, VAT is due on receipt (Finnish VAT Act, section 15; BT-8: 432). */
  kind: InvoiceKind
  isAdvance: boolean
  status: InvoiceStatus
  /** BT-1 and BT-83. */
  number: string | null
  reference: string | null
  /** BG-4 and BG-7, with the electronic addresses (BT-34, BT-49); the scheme `IBAN` is of Finvoice alone. */
  seller: InvoiceParty
  buyer: InvoiceParty
  /** BT-2. */
  issueDate: string | null
  /** BT-72; of an advance, the day on which it is expected, whose VAT rates apply: nothing is delivered yet. */
  deliveryDate: string
  /** BT-9. */
  dueDate: string | null
  paymentTermDays: number
  /** BT-5. */
  currency: Currency
  /** BG-25, with `netCents` as BT-131. */
  lines: (ContentLine & { netCents: number })[]
  /** BG-20 and BG-21. */
  adjustments: DocumentAdjustment[]
  /** Each is a line with the quantity -1, the advance's net as its price, and its number in the name or the note; and one of `preceding`. */
  advances: DeductedAdvance[]
  /** BG-3. */
  preceding: PrecedingInvoice[]
  /** BG-23. */
  vatBreakdown: VatBreakdown[]
  /** `linesCents - advanceCents` is BT-106; then BT-107 and BT-108. */
  linesCents: number
  advanceCents: number
  allowanceCents: number
  chargeCents: number
  /** BT-109 and BT-110. */
  netCents: number
  vatCents: number
  /** Makes the parts of a divided milestone add up (BT-114). */
  roundingCents: number
  /** BT-112 with BT-114 added. */
  grossCents: number
  /** Of an invoice in another currency: its VAT in euros (BT-111), and the rate (units for one euro, in millionths). */
  euroVat: { vatCents: number; rateE6: number; date: string; source: string } | null
  paidCents: number
  creditedCents: number
  /** The retention that the invoice still claims: an open item of its own, which is not due (INV-12). */
  retainedCents: number
  retentionDue: RetentionDue | null
  openCents: number
  /** Paid beyond what is left of the invoice after its credit notes, and owed back to the buyer (INV-13); `carriedCents` included. */
  overpaidCents: number
  /** Of an invoice credited in full: what escrow released for its milestone, which pays the next invoice for it. */
  carriedCents: number
  isOverdue: boolean
  /** BT-22. */
  note: string
  /** For a credit note: the number of the invoice that it corrects. */
  creditedNumber: string | null
}

/** The document of an invoice; `credited` is the invoice that a credit note corrects. Checks no right: the caller has. */
export function toDocument(
  db: Database,
  stored: InvoiceRow,
  credited: PrecedingInvoice | null,
  now: number,
): InvoiceDocumentData {
  const row = withSettledRetention(db, withContract(db, stored))
  const { lines, ...rest } = getInvoiceContent(db, row.id)
  const { linesCents, advanceCents, allowanceCents, chargeCents } = calculateInvoiceTotals(lines, rest)
  const today = invoiceDay(now)
  const isDraft = row.status === 'draft'
  const { kind, isAdvance, status, number, reference, buyer, deliveryDate, paymentTermDays, currency, note } = row
  const { netCents, vatCents, roundingCents, grossCents, paidCents, creditedCents } = row
  const retainedCents = kind === 'invoice' ? retentionDueCents(row) : 0
  const due = retainedCents > 0 && row.contractId ? retentionDueOf(db, row.contractId) : null
  const advances = new Map(rest.advances.map((one) => [one.number, { number: one.number, issueDate: one.issueDate }]))
  return {
    ...{ kind, isAdvance, status, number, reference, buyer, deliveryDate, paymentTermDays, currency, note },
    ...detailsOf(row),
    ...rest,
    ...{ linesCents, advanceCents, allowanceCents, chargeCents, netCents, vatCents, roundingCents, grossCents },
    euroVat: euroVatOf(row),
    paidCents,
    creditedCents,
    retainedCents,
    retentionDue: due,
    creditedNumber: credited?.number ?? null,
    preceding: credited ? [{ number: credited.number, issueDate: credited.issueDate }] : [...advances.values()],
    seller: row.seller ?? getSeller(db, row.companyId),
    issueDate: isDraft ? today : row.issueDate,
    dueDate: isDraft ? addDays(today, row.paymentTermDays) : row.dueDate,
    lines: lines.map((line) => ({ ...line, netCents: invoiceLineNetCents(line) })),
    vatBreakdown: allocateVatBreakdown(lines, vatCents, rest),
    openCents: kind === 'invoice' ? openCents(row) : 0,
    overpaidCents: kind === 'invoice' ? overpaidCents(row) : 0,
    carriedCents: status === 'credited' && row.milestoneId ? carriedCents(row, sumEscrowPayments(db, row.id)) : 0,
    isOverdue: kind === 'invoice' && isOverdue(row, today),
  }
}

/** A draft of a milestone is to its client as that is today, as it will be when it is issued. */
function withContract(db: Database, row: InvoiceRow): InvoiceRow {
  if (row.status !== 'draft' || !row.milestoneId || !row.buyerCompanyId) return row
  return { ...row, buyer: clientAsBuyer(row.buyer, getSeller(db, row.buyerCompanyId)) }
}

/**
 * The invoice with its retention paid once the ledger has released it, though the clock has not recorded it yet. What went back to the client
 * stays retained.
 */
function withSettledRetention(db: Database, row: InvoiceRow): InvoiceRow {
  const { milestoneId, retainedCents } = row
  const settled = retainedCents > 0 && milestoneId && settledRetentions(db, [milestoneId])(row)
  if (!settled) return row
  const releasedCents = Math.max(0, retainedCents - settled.returnedCents)
  const paid = { ...row, paidCents: row.paidCents + releasedCents, retainedCents: retainedCents - releasedCents }
  return { ...paid, status: unpaidCents(paid) > 0 ? 'partly_paid' : 'paid' }
}

function sumEscrowPayments(db: Database, invoiceId: string): number {
  const ofInvoice = and(eq(invoicePayments.invoiceId, invoiceId), inArray(invoicePayments.source, escrowSources))
  const paid = db
    .select({ cents: sum(invoicePayments.amountCents) })
    .from(invoicePayments)
    .where(ofInvoice)
    .get()
  return Number(paid?.cents ?? 0)
}

/** Number and day of an issued invoice; null for none. */
export function precedingInvoice(db: Database, invoiceId: string | null): PrecedingInvoice | null {
  if (invoiceId === null) return null
  const { number, issueDate } = invoices
  const row = db.select({ number, issueDate }).from(invoices).where(eq(invoices.id, invoiceId)).get()
  return row?.number && row.issueDate ? { number: row.number, issueDate: row.issueDate } : null
}
