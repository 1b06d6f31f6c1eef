import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { referenceForInvoice } from '#app/platform/reference-number.ts'
import { type CanonicalFields, canonicalText } from '#app/platform/text/canonical-text.ts'
import type { Transaction } from '#db/client.server.ts'
import { type InvoiceParty, invoiceCounters } from '#db/schema/invoicing.ts'
import { addDays } from './invoice-dates.ts'
import { formatInvoiceNumber, nextSequence, numberingYear } from './invoice-number.ts'
import type { DescribedLine, InvoiceRow } from './invoice-rows.server.ts'

/** The fields that an invoice gets when it is issued. */
export type IssuedFields = {
  year: number
  sequence: number
  number: string
  reference: string | null
  seller: InvoiceParty
  issueDate: string
  dueDate: string | null
  hash: string
  issuedAt: number
  textVersion: number
}

/**
 * Assigns the next number of the company and year, the reference, the due date, and the SHA-256 of the whole invoice. Part of
 * the transaction that issues the invoice, so that every number taken is used.
 */
export function assignInvoiceNumber(
  tx: Transaction,
  invoice: InvoiceRow,
  content: { lines: readonly DescribedLine[]; seller: InvoiceParty; issueDate: string; creditedNumber?: string | null },
  now: number,
): IssuedFields {
  const { seller, issueDate } = content
  const year = numberingYear(issueDate)
  const sequence = takeSequence(tx, invoice.companyId, year)
  const isCreditNote = invoice.kind === 'credit_note'
  const issued = {
    year,
    sequence,
    number: formatInvoiceNumber(year, sequence),
    // A credit note is not paid, so it has no reference.
    reference: isCreditNote ? null : referenceForInvoice(year, sequence, seller.iban ?? ''),
    seller,
    issueDate,
    dueDate: isCreditNote ? null : addDays(issueDate, invoice.paymentTermDays),
    issuedAt: now,
    textVersion: 2,
  }
  const text = invoiceText({ ...invoice, ...issued }, content.lines, content.creditedNumber ?? null)
  return { ...issued, hash: createHash('sha256').update(text).digest('hex') }
}

/** Takes the counter's next number; the immediate transaction prevents concurrent use. */
function takeSequence(tx: Transaction, companyId: string, year: number): number {
  const ofYear = and(eq(invoiceCounters.companyId, companyId), eq(invoiceCounters.year, year))
  const last = tx.select({ last: invoiceCounters.last }).from(invoiceCounters).where(ofYear).get()?.last ?? null
  const sequence = nextSequence(last)
  if (last === null) tx.insert(invoiceCounters).values({ companyId, year, last: sequence }).run()
  else tx.update(invoiceCounters).set({ last: sequence }).where(ofYear).run()
  return sequence
}

/**
 * The readable text of an issued invoice, verified by its SHA-256. Invoices that were issued with version 1 of it keep it: prices in cents, and
 * no ground of VAT, rounding or rate of exchange.
 */
export function invoiceText(
  invoice: InvoiceRow,
  lines: readonly DescribedLine[],
  creditedNumber: string | null,
): string {
  const isFirst = invoice.textVersion === 1
  return canonicalText(`groundwork-invoice ${invoice.textVersion}`, [
    ['kind', invoice.kind],
    ['number', invoice.number],
    ['credits', creditedNumber],
    ['issued', invoice.issueDate],
    ['delivered', invoice.deliveryDate],
    ['due', invoice.dueDate],
    ['reference', invoice.reference],
    ['contract', invoice.contractId],
    ['milestone', invoice.milestoneId],
    ['seller', [partyFields(invoice.seller)]],
    ['buyer', [partyFields(invoice.buyer)]],
    ['lines', lines.map(isFirst ? lineFieldsOfFirst : lineFields)],
    ['currency', invoice.currency],
    ['net', invoice.netCents],
    ['vat', invoice.vatCents],
    ...(isFirst ? [] : additions(invoice)),
    ['gross', invoice.grossCents],
    ['note', invoice.note],
  ])
}

const partyFields = (party: InvoiceParty | null): CanonicalFields => [
  ['name', party?.name ?? null],
  ['business-id', party?.businessId ?? null],
  ['vat-number', party?.vatNumber ?? null],
  ['street', party?.street ?? null],
  ['postal-code', party?.postalCode ?? null],
  ['city', party?.city ?? null],
  ['country', party?.country ?? null],
  ['iban', party?.iban ?? null],
  ['bic', party?.bic ?? null],
  ['email', party?.email ?? null],
]

const additions = (invoice: InvoiceRow): CanonicalFields => [
  ['rounding', invoice.roundingCents],
  ['units-per-euro-e6', invoice.euroRateE6],
  ['euro-rate-of', invoice.euroRateDate],
  ['euro-rate-source', invoice.euroRateSource],
]

const lineFields = (line: DescribedLine): CanonicalFields => [
  ['description', line.description],
  ['quantity-milli', line.quantityMilli],
  ['unit', line.unit],
  ['unit-price-e4', line.unitPriceE4],
  ['vat-category', line.vatCategory],
  ['vat-rate-bp', line.vatRateBp],
  ['vat-ground', line.vatGround],
]

const lineFieldsOfFirst = (line: DescribedLine): CanonicalFields => [
  ['description', line.description],
  ['quantity-milli', line.quantityMilli],
  ['unit', line.unit],
  ['unit-price', line.unitPriceE4 / 100],
  ['vat-category', line.vatCategory],
  ['vat-rate-bp', line.vatRateBp],
]
