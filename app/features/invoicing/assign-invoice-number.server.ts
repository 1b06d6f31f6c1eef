import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { referenceForInvoice } from '#app/platform/reference-number.ts'
import { type CanonicalFields, canonicalText } from '#app/platform/text/canonical-text.ts'
import type { Transaction } from '#db/client.server.ts'
import { type DeliverySite, type InvoiceParty, invoiceCounters } from '#db/schema/invoices/invoicing.ts'
import type { Adjustment, ContentLine, InvoiceContent } from './content/invoice-content.ts'
import { addDays } from './invoice-dates.ts'
import { formatInvoiceNumber, nextSequence, numberingYear } from './invoice-number.ts'
import type { InvoiceRow } from './invoice-rows.server.ts'
import type { LineVat } from './vat-choice.ts'

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
  written: { content: InvoiceContent; seller: InvoiceParty; issueDate: string; creditedNumber?: string | null },
  now: number,
): IssuedFields {
  const { seller, issueDate } = written
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
    textVersion: 3,
  }
  const text = invoiceText({ ...invoice, ...issued }, written.content, written.creditedNumber ?? null)
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
 * The readable text of an issued invoice, verified by its SHA-256. Invoices that were issued with an earlier version of it keep that: version 1 has
 * prices in cents, and no ground of VAT, rounding or rate of exchange; version 2 has no references, periods, discounts, charges or advances.
 */
export function invoiceText(invoice: InvoiceRow, content: InvoiceContent, creditedNumber: string | null): string {
  const version = invoice.textVersion
  const since = (first: number, fields: CanonicalFields): CanonicalFields => (version >= first ? fields : [])
  const party = (of: InvoiceParty | null): CanonicalFields => [...partyFields(of), ...since(3, eAddressFields(of))]
  const line = (of: ContentLine): CanonicalFields => [
    ...(version === 1 ? lineFieldsOfFirst(of) : lineFields(of)),
    ...since(3, lineDetails(of)),
  ]
  return canonicalText(`groundwork-invoice ${version}`, [
    ['kind', invoice.kind],
    ...since(3, [['advance', invoice.isAdvance ? 'yes' : 'no']]),
    ['number', invoice.number],
    ['credits', creditedNumber],
    ['issued', invoice.issueDate],
    ['delivered', invoice.deliveryDate],
    ['due', invoice.dueDate],
    ['reference', invoice.reference],
    ['contract', invoice.contractId],
    ['milestone', invoice.milestoneId],
    ...since(3, details(invoice)),
    ['seller', [party(invoice.seller)]],
    ['buyer', [party(invoice.buyer)]],
    ['lines', content.lines.map(line)],
    ...since(3, [
      ['adjustments', content.adjustments.map((one) => [...adjustmentFields(one), ...vatFields(one)])],
      ['advances', content.advances.map((one) => [['number', one.number], ['net', one.netCents], ...vatFields(one)])],
    ]),
    ['currency', invoice.currency],
    ['net', invoice.netCents],
    ['vat', invoice.vatCents],
    ...since(2, additions(invoice)),
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

const eAddressFields = (party: InvoiceParty | null): CanonicalFields => [
  ['e-scheme', party?.eScheme ?? null],
  ['e-address', party?.eAddress ?? null],
  ['e-operator', party?.eOperator ?? null],
]

const details = (invoice: InvoiceRow): CanonicalFields => [
  ['buyer-reference', invoice.buyerReference],
  ['order-reference', invoice.orderReference],
  ['contract-reference', invoice.contractReference],
  ['project-reference', invoice.projectReference],
  ['site', invoice.deliverySite ? [siteFields(invoice.deliverySite)] : []],
  ['period-start', invoice.periodStart],
  ['period-end', invoice.periodEnd],
  ['late-interest-bp', invoice.lateInterestBp],
  ['complaint-days', invoice.complaintDays],
]

const siteFields = (site: DeliverySite): CanonicalFields => [
  ['name', site.name],
  ['street', site.street],
  ['postal-code', site.postalCode],
  ['city', site.city],
  ['country', site.country],
]

const additions = (invoice: InvoiceRow): CanonicalFields => [
  ['rounding', invoice.roundingCents],
  ['units-per-euro-e6', invoice.euroRateE6],
  ['euro-rate-of', invoice.euroRateDate],
  ['euro-rate-source', invoice.euroRateSource],
]

const vatFields = (line: LineVat): CanonicalFields => [
  ['vat-category', line.vatCategory],
  ['vat-rate-bp', line.vatRateBp],
  ['vat-ground', line.vatGround],
]

const lineFields = (line: ContentLine): CanonicalFields => [
  ['description', line.description],
  ['quantity-milli', line.quantityMilli],
  ['unit', line.unit],
  ['unit-price-e4', line.unitPriceE4],
  ...vatFields(line),
]

const lineFieldsOfFirst = (line: ContentLine): CanonicalFields => [
  ['description', line.description],
  ['quantity-milli', line.quantityMilli],
  ['unit', line.unit],
  ['unit-price', line.unitPriceE4 / 100],
  ['vat-category', line.vatCategory],
  ['vat-rate-bp', line.vatRateBp],
]

const lineDetails = (line: ContentLine): CanonicalFields => [
  ['unit-code', line.unitCode],
  ['item', line.itemId],
  ['order-line', line.orderLine],
  ['period-start', line.periodStart],
  ['period-end', line.periodEnd],
  ['adjustments', line.adjustments.map(adjustmentFields)],
]

const adjustmentFields = (adjustment: Adjustment): CanonicalFields => [
  ['kind', adjustment.kind],
  ['code', adjustment.reasonCode],
  ['reason', adjustment.reason],
  ['amount', adjustment.amountCents],
  ['rate-bp', adjustment.rateBp],
  ['base', adjustment.baseCents],
]
