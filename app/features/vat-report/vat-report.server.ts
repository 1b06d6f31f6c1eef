import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { kindOf } from '#app/features/finance/chart.ts'
import { listStatedVat } from '#app/features/invoicing/content/stated-vat.server.ts'
import { listUninvoicedMilestones } from '#app/features/invoicing/queries.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { finnishVatRates } from '#app/platform/finnish-vat.ts'
import { toEuroCents } from '#app/platform/money.ts'
import type { Database } from '#db/client.server.ts'
import type { VatBasis } from '#db/vocabulary/finance.ts'
import { type DatedVat, type SettlementEvent, settledVat, times, whenStated } from './settled-vat.ts'
import { fieldsOfPurchase, fieldsOfSale, fieldsOfSplit, type VatField, type VatPart, vatReturn } from './vat-fields.ts'
import {
  creditNotesOf,
  deductionsOf,
  type InvoicedDocument,
  invoicedDocuments,
  listVatSplits,
  paymentsOf,
  type ReceivedFile,
  receivedFiles,
  settledInvoices,
} from './vat-sources.server.ts'

type Source = {
  /** `file`: a received invoice that did not come through Groundwork. */
  source: 'issued' | 'received' | 'file' | 'row'
  id: string
  name: string
  day: string
}

/** A record behind a field. */
export type VatRecord = VatPart & Source

/** A record that is not in euros and has no rate to euros, so that it is in no field. */
export type UnratedRecord = Source & { currency: string }

export type VatReport = { sums: Record<VatField, number>; records: VatRecord[]; others: UnratedRecord[] }

/** The VAT return of a period, with the records behind each field. Without access to invoicing, of the rows alone. */
export function loadVatReport(
  ctx: CompanyContext,
  { from, to, basis }: { from: string; to: string; basis: VatBasis; period?: string },
): VatReport {
  const company = companyInScope(ctx, 'financials.read')
  const invoicing = companyInScope(ctx, 'invoices.read')
  const range = { fromDay: from, toDay: to }
  const records: VatRecord[] = []
  const others = new Map<string, UnratedRecord>()
  const unrated = (record: UnratedRecord) => others.set(`${record.source} ${record.id}`, record)
  for (const side of ['issued', 'received'] as const) {
    for (const { of, parts } of invoicedParts(ctx.db, side, { ...range, company: invoicing }, basis)) {
      const record = { source: side, id: of.id, name: of.number }
      for (const part of parts) {
        if (hasEuros(of)) records.push({ ...part, ...record })
        else if (part.cents !== 0) unrated({ ...record, day: part.day, currency: of.currency })
      }
    }
  }
  const files = receivedFiles.invoice.all(ctx.db, { ...range, company: invoicing })
  const paidFiles = basis === 'cash' ? receivedFiles.cash.all(ctx.db, { ...range, company: invoicing }) : []
  for (const file of [...files, ...paidFiles]) {
    const record = { source: 'file', id: file.id, name: file.number, day: file.day } as const
    for (const part of partsOfFile(file, basis)) {
      if (file.currency === 'EUR') records.push({ ...part, ...record })
      else if (part.cents !== 0) unrated({ ...record, currency: file.currency })
    }
  }
  for (const { id, name, day, currency, category, ...split } of listVatSplits(ctx.db, { ...range, company })) {
    const kind = kindOf(category)
    if (kind === 'transfer' || split.vat === 'none') continue
    const record = { source: 'row', id, name, day } as const
    for (const part of fieldsOfSplit(kind, split)) {
      if (currency === 'EUR') records.push({ ...part, ...record })
      else if (part.cents !== 0) unrated({ ...record, currency })
    }
  }
  const shown = records.filter(({ cents }) => cents !== 0)
  shown.sort((a, b) => a.field - b.field || a.day.localeCompare(b.day))
  const byDay = [...others.values()].sort((a, b) => a.day.localeCompare(b.day))
  return { sums: vatReturn(shown), records: shown, others: byDay }
}

/** How many released parts of milestones up to a day have no invoice, so that these sales are in no field yet; 0 for whoever may not see them. */
export function countUninvoiced(ctx: CompanyContext, toDay: string): number {
  if (!can(ctx, 'escrow.read') || !can(ctx, 'invoices.read')) return 0
  const released = listUninvoicedMilestones(ctx, maxUninvoiced)
  return released.filter(({ releasedAt }) => businessDay(releasedAt) <= toDay).length
}
const maxUninvoiced = 1000

type DatedPart = VatPart & { day: string }
type Asked = { company: string; fromDay: string; toDay: string }

/** What each invoice adds to the fields in a period, by the day of the invoice or of its payments; in its own currency where it has no rate to euros. */
function invoicedParts(db: Database, side: 'issued' | 'received', asked: Asked, basis: VatBasis) {
  const invoiced = invoicedDocuments[side].all(db, asked)
  const settled = settledInvoices[basis][side].all(db, asked)
  const { eventsOf, statedBy } = settlements(db, [...invoiced, ...settled], settled, asked.toDay)
  const partsOf = (of: InvoicedDocument, changes: readonly DatedVat[]) =>
    changes.length === 0 ? [] : [{ of, parts: changes.flatMap((vat) => fieldsOf(side, of, vat)) }]
  return [
    ...invoiced.flatMap((of) => {
      const sign = of.kind === 'credit_note' ? -1 : 1
      const stated = statedBy(of).filter((vat) => whenStated(of, vat, basis) === 'invoiced')
      return partsOf(
        of,
        stated.map((vat) => ({ ...vat, ...times(vat, sign), day: of.day })),
      )
    }),
    ...settled.flatMap((of) =>
      partsOf(
        of,
        statedBy(of).flatMap((vat) => {
          const when = whenStated(of, vat, basis)
          return when === 'invoiced' ? [] : settledVat({ ...of, vat, when }, eventsOf(of), asked)
        }),
      ),
    ),
  ]
}

/** What invoices say of VAT, and what was paid, credited and deducted of those that are stated by it. */
function settlements(
  db: Database,
  documents: readonly InvoicedDocument[],
  settled: readonly InvoicedDocument[],
  toDay: string,
) {
  const of = { ids: settled.map(({ id }) => id), toDay }
  const notes = creditNotesOf.all(db, of)
  const vatOf = listStatedVat(db, [...documents, ...notes])
  const byInvoice = new Map<string, SettlementEvent[]>()
  const add = (invoiceId: string, event: SettlementEvent) =>
    byInvoice.set(invoiceId, [...(byInvoice.get(invoiceId) ?? []), event])
  for (const { invoiceId, day, amountCents } of paymentsOf.all(db, of)) add(invoiceId, { day, paidCents: amountCents })
  for (const { id, invoiceId, day, grossCents } of notes)
    add(invoiceId, { day, creditedCents: grossCents, credited: vatOf(id) })
  for (const { invoiceId, day, until, ...deducted } of deductionsOf.all(db, of)) {
    add(invoiceId, { day, deducted })
    if (until !== null && until <= toDay) add(invoiceId, { day: until, deducted, isUndone: true })
  }
  return {
    eventsOf: ({ id }: InvoicedDocument) => byInvoice.get(id) ?? [],
    statedBy: ({ id }: InvoicedDocument) => vatOf(id),
  }
}

const hasEuros = ({ currency, euroRateE6 }: InvoicedDocument) => currency === 'EUR' || euroRateE6 !== null

function fieldsOf(side: 'issued' | 'received', of: InvoicedDocument, { day, ...vat }: DatedVat): DatedPart[] {
  const { euroRateE6 } = of
  const toEuros = (cents: number) => (euroRateE6 === null ? cents : toEuroCents(cents, euroRateE6))
  const taxed = { netCents: toEuros(vat.netCents), vatCents: toEuros(vat.vatCents), vatRateBp: vat.vatRateBp }
  const standardBp = finnishVatRates(of.isAdvance ? day : of.deliveryDate)?.standard ?? 0
  const parts =
    side === 'issued'
      ? fieldsOfSale(vat, taxed, of)
      : fieldsOfPurchase(vat, taxed, { standardBp, isDeductible: of.buyerDeductsVat })
  return parts.map((part) => ({ ...part, day }))
}

/** What an invoice of a supplier, or a payment of it, adds: trade with other EU countries by the invoice, the rest by the basis. */
function partsOfFile(file: ReceivedFile, basis: VatBasis): VatPart[] {
  const { kind, issueDate, grossCents, paidCents, vat } = file
  const sign = kind === 'credit_note' ? -1 : 1
  const standardBp = finnishVatRates(issueDate)?.standard ?? 0
  const amount = (cents: number) => sign * (paidCents === null ? cents : Math.round((cents * paidCents) / grossCents))
  return vat.flatMap(({ category, ground, rateBp, netCents, vatCents }) => {
    const isForeign = category === 'K' || ground === 'eu_services'
    const isByInvoice = basis === 'invoice' || isForeign
    if (isByInvoice !== (paidCents === null)) return []
    const taxed = { netCents: amount(netCents), vatCents: amount(vatCents), vatRateBp: rateBp }
    // Only Finnish tax is deducted: that on the invoice of a seller registered here, and that which the buyer owes.
    const isDeductible = category === 'S' ? file.deducts : file.deductsVat
    return fieldsOfPurchase({ vatCategory: category, vatGround: ground }, taxed, { standardBp, isDeductible })
  })
}
