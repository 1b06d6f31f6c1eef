import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { kindOf } from '#app/features/finance/chart.ts'
import { calculateInvoiceTotals } from '#app/features/invoicing/invoice-totals.ts'
import { finnishVatRates } from '#app/platform/finnish-vat.ts'
import { toEuroCents } from '#app/platform/money.ts'
import type { VatBasis } from '#db/vocabulary/finance.ts'
import { fieldsOfPurchase, fieldsOfSale, fieldsOfSplit, type VatField, type VatPart, vatReturn } from './vat-fields.ts'
import {
  type InvoicedLine,
  invoicedLines,
  listVatSplits,
  paidLines,
  type ReceivedFile,
  receivedFiles,
} from './vat-sources.server.ts'

/** A record behind a field. */
export type VatRecord = VatPart & {
  /** `file`: a received invoice that did not come through Groundwork. */
  source: 'issued' | 'received' | 'file' | 'row'
  id: string
  name: string
  day: string
}

export type VatReport = {
  sums: Record<VatField, number>
  records: VatRecord[]
  /** How many records are not in euros and have no rate to euros, so that they are in no field. */
  others: number
}

/** The VAT return of a period, with the records behind each field. Without access to invoicing, of the rows alone. */
export function loadVatReport(
  ctx: CompanyContext,
  { from, to, basis }: { from: string; to: string; basis: VatBasis; period?: string },
): VatReport {
  const company = companyInScope(ctx, 'financials.read')
  const invoicing = companyInScope(ctx, 'invoices.read')
  const range = { fromDay: from, toDay: to }
  const records: VatRecord[] = []
  let others = 0
  for (const side of ['issued', 'received'] as const) {
    const asked = { ...range, company: invoicing }
    const byInvoice = invoicedLines[side].all(ctx.db, asked)
    const lines = basis === 'invoice' ? byInvoice : paidAndForeign(paidLines[side].all(ctx.db, asked), byInvoice)
    for (const of of documentsOf(lines)) {
      const parts = partsOf(side, of)
      if (!parts) others += 1
      const { id, number: name, day } = of[0]
      for (const part of parts ?? []) records.push({ ...part, source: side, id, name, day })
    }
  }
  const files = receivedFiles.invoice.all(ctx.db, { ...range, company: invoicing })
  const paidFiles = basis === 'cash' ? receivedFiles.cash.all(ctx.db, { ...range, company: invoicing }) : []
  for (const file of [...files, ...paidFiles]) {
    if (file.currency !== 'EUR') others += file.paidCents === null && basis === 'cash' ? 0 : 1
    else
      for (const part of partsOfFile(file, basis))
        records.push({ ...part, source: 'file', id: file.id, name: file.number, day: file.day })
  }
  for (const { id, name, day, currency, category, ...split } of listVatSplits(ctx.db, { ...range, company })) {
    const kind = kindOf(category)
    if (kind === 'transfer' || split.vat === 'none') continue
    if (currency !== 'EUR') others += 1
    else for (const part of fieldsOfSplit(kind, split)) records.push({ ...part, source: 'row', id, name, day })
  }
  const shown = records.filter(({ cents }) => cents !== 0)
  shown.sort((a, b) => a.field - b.field || a.day.localeCompare(b.day))
  return { sums: vatReturn(shown), records: shown, others }
}

type Document = [InvoicedLine, ...InvoicedLine[]]

/** Trade with other EU countries is stated by the day of the invoice whatever the basis: section 137 is for trade in Finland. */
function paidAndForeign(paid: InvoicedLine[], invoiced: InvoicedLine[]): InvoicedLine[] {
  const isForeign = ({ vatCategory, vatGround }: InvoicedLine) => vatCategory === 'K' || vatGround === 'eu_services'
  return [...paid.filter((line) => !isForeign(line)), ...invoiced.filter(isForeign)]
}

/** The lines of each invoice, or of each of its payments. */
function documentsOf(lines: readonly InvoicedLine[]): Document[] {
  const byKey = new Map<string, Document>()
  for (const line of lines) {
    const key = `${line.id} ${line.payment ?? ''}`
    const known = byKey.get(key)
    if (known) known.push(line)
    else byKey.set(key, [line])
  }
  return [...byKey.values()]
}

/** What an invoice, or a payment of it, adds to the fields; null where it has no amount in euros. VAT is rounded as on the invoice. */
function partsOf(side: 'issued' | 'received', lines: Document): VatPart[] | null {
  const [{ currency, euroRateE6, kind, paidCents, grossCents, deliveryDate, buyerDeductsVat }] = lines
  if (currency !== 'EUR' && euroRateE6 === null) return null
  const inEuros = (cents: number) =>
    currency === 'EUR' || euroRateE6 === null ? cents : toEuroCents(cents, euroRateE6)
  const shareOf = (cents: number) => (paidCents === null ? cents : Math.round((cents * paidCents) / grossCents))
  const sign = kind === 'credit_note' ? -1 : 1
  const amount = (cents: number) => sign * inEuros(shareOf(cents))
  const standardBp = finnishVatRates(deliveryDate)?.standard ?? 0
  const grounds = new Set(lines.map(({ vatGround }) => vatGround))
  return [...grounds].flatMap((vatGround) =>
    calculateInvoiceTotals(lines.filter((line) => line.vatGround === vatGround)).vatBreakdown.flatMap((group) => {
      const taxed = { netCents: amount(group.netCents), vatCents: amount(group.vatCents), vatRateBp: group.vatRateBp }
      const vat = { vatCategory: group.vatCategory, vatGround }
      return side === 'issued'
        ? fieldsOfSale(vat, taxed)
        : fieldsOfPurchase(vat, taxed, { standardBp, isDeductible: buyerDeductsVat !== false })
    }),
  )
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
