import type { IssueFacts } from '#app/features/einvoices/to-einvoice.server.ts'
import { type Adjustment, type DocumentAdjustment, noDetails } from '#app/features/invoicing/content/invoice-content.ts'
import type { InvoiceDocumentData } from '#app/features/invoicing/content/invoice-document.server.ts'
import { allocateVatBreakdown, creditableAmounts, splitCredit } from '#app/features/invoicing/credit-split.ts'
import { calculateInvoiceTotals, invoiceLineNetCents } from '#app/features/invoicing/invoice-totals.ts'
import type { LineVat } from '#app/features/invoicing/vat-choice.ts'
import { percentageOf, toEuroCents } from '#app/platform/money.ts'
import type { VatCategory, VatGround } from '#db/vocabulary/invoicing.ts'

type Generated = { document: InvoiceDocumentData; facts: IssueFacts }
type Line = InvoiceDocumentData['lines'][number]
type Party = InvoiceDocumentData['seller']
const noLineDetails = {
  unitCode: 'C62',
  itemId: null,
  orderLine: null,
  periodStart: null,
  periodEnd: null,
  adjustments: [],
}
/** A number from 0 up to, but not including, the limit. */
type Pick = (limit: number) => number

/** The same numbers in each run (mulberry32). */
function picker(seed: number): Pick {
  let state = seed
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}

const one = <Item>(pick: Pick, items: readonly [Item, ...Item[]]): Item => items[pick(items.length)] ?? items[0]

const finnish: Party = {
  ...{ name: 'Rakennus & Sisustus “Väinö” Oy <test>', businessId: '1234567-1', vatNumber: 'FI12345671' },
  ...{ street: 'Kauppakatu 1 A 12', postalCode: '00100', city: 'Helsinki', country: 'FI' },
  ...{ iban: 'FI2112345600000785', bic: 'NDEAFIHH', email: 'laskutus@vaino.example' },
}
const buyers: Record<'FI' | 'DE' | 'SE' | 'US' | 'person', Party> = {
  FI: {
    ...{
      name: 'Uudenmaan Rakennuttajat Oy',
      businessId: '2345678-0',
      vatNumber: 'FI23456780',
      street: 'Malmin raitti 17',
    },
    ...{ postalCode: '00700', city: 'Helsinki', country: 'FI', email: 'laskut@uudenmaa.example' },
  },
  DE: {
    ...{ name: 'Schröder Bau GmbH', businessId: 'HRB 12345', vatNumber: 'DE136695976', street: 'Müllerstraße 5' },
    ...{ postalCode: '10115', city: 'Berlin', country: 'DE', email: null },
  },
  SE: {
    ...{ name: 'Åström Bygg AB', businessId: null, vatNumber: 'SE556188840401', street: 'Storgatan 1' },
    ...{ postalCode: '111 22', city: 'Stockholm', country: 'SE', email: 'faktura@astrom.example' },
  },
  US: {
    ...{ name: 'Acme Construction Inc.', businessId: null, vatNumber: null, street: '1 Main St' },
    ...{ postalCode: '10001', city: 'New York', country: 'US', email: 'ap@acme.example' },
  },
  person: {
    ...{ name: 'Anna Koskinen', businessId: null, vatNumber: null, street: 'Peltolantie 5' },
    ...{ postalCode: '01390', city: 'Vantaa', country: 'FI', email: 'anna@example.com' },
  },
}

type Kind = { category: VatCategory; ground: VatGround | null; buyer: keyof typeof buyers; seller?: Partial<Party> }
const kinds: readonly [Kind, ...Kind[]] = [
  { category: 'S', ground: null, buyer: 'FI' },
  { category: 'S', ground: null, buyer: 'person' },
  { category: 'Z', ground: null, buyer: 'FI' },
  { category: 'E', ground: null, buyer: 'person' },
  { category: 'E', ground: 'small_business', buyer: 'FI', seller: { vatNumber: null } },
  { category: 'AE', ground: 'construction', buyer: 'FI' },
  { category: 'AE', ground: 'eu_services', buyer: 'DE' },
  { category: 'AE', ground: 'foreign_seller', buyer: 'FI', seller: { vatNumber: 'DE136695976', country: 'DE' } },
  { category: 'K', ground: 'intra_community', buyer: 'SE' },
  { category: 'G', ground: 'export', buyer: 'US' },
  { category: 'O', ground: null, buyer: 'DE' },
]

const units = ['h', 'pcs', 'm²', 'erä', 'työmaa', 'kg', 'lm', 'päivä'] as const
const words = [
  'Concrete',
  'käyttöönotto',
  'Außenputz',
  'peinture',
  'дом',
  '“door”',
  '<b>&amp;</b>',
  'a\u0007b',
  'tyhjä\nrivi',
]

function textOf(pick: Pick, most: number): string {
  return Array.from({ length: 1 + pick(most) }, () => one(pick, words as unknown as [string])).join(' ')
}

function lineOf(pick: Pick, kind: Kind): Line {
  const line = {
    description: textOf(pick, pick(10) === 0 ? 60 : 4),
    quantityMilli: 1 + pick(pick(2) ? 999_999 : 20_000),
    unit: one(pick, units),
    unitPriceE4: pick(pick(3) ? 5_000_000 : 400_000_000),
    vatCategory: kind.category,
    vatRateBp: kind.category === 'S' ? one(pick, [2550, 1350, 1400, 1000, 2400]) : 0,
    vatGround: kind.ground,
  }
  return { ...line, ...noLineDetails, netCents: invoiceLineNetCents(line) }
}

const vatOf = ({ vatCategory, vatRateBp, vatGround }: LineVat): LineVat => ({ vatCategory, vatRateBp, vatGround })

/** A discount of a percentage or a sum, of less than the whole. */
function discountOf(pick: Pick, baseCents: number): Adjustment {
  const of = { kind: 'allowance' as const, reasonCode: '95', reason: 'Discount' }
  const rateBp = 1 + pick(5000)
  const byRate = { ...of, amountCents: percentageOf(baseCents, rateBp), rateBp, baseCents }
  return pick(2) ? byRate : { ...of, amountCents: pick(Math.max(1, baseCents)), rateBp: null, baseCents: null }
}

const chargeOf = (pick: Pick): Adjustment => ({
  ...{
    kind: 'charge',
    reasonCode: 'FC',
    reason: 'Freight',
    amountCents: 1 + pick(9999),
    rateBp: null,
    baseCents: null,
  },
})

/** One or two advances that an invoice deducts, at the VAT of a line and no more than it; sometimes all of it. */
function advancesOf(pick: Pick, line: Line): InvoiceDocumentData['advances'] {
  const count = 1 + pick(2)
  const most = Math.floor(line.netCents / count)
  return Array.from({ length: most === 0 ? 0 : count }, (_, index) => ({
    ...{ advanceInvoiceId: `advance-${index}`, number: `2025-00000${index + 1}`, issueDate: '2025-11-03' },
    ...{ ...vatOf(line), netCents: pick(3) === 0 ? most : 1 + pick(most) },
  }))
}

/** An invoice like those that are issued: one VAT treatment, or the standard rate beside another one. */
function invoiceOf(pick: Pick, index: number): Generated {
  const kind = kinds[index % kinds.length] ?? kinds[0]
  const isMixed = kind.category !== 'O' && kind.seller === undefined && pick(3) === 0
  const standard: Kind = { ...kind, category: 'S', ground: null }
  const lines = [
    { ...lineOf(pick, kind), unitPriceE4: 1 + pick(9_000_000), quantityMilli: 1000 + pick(90_000) },
    ...Array.from({ length: pick(one(pick, [1, 5, 40])) }, () => lineOf(pick, isMixed && pick(2) ? standard : kind)),
  ]
    .map((line) => ({ ...line, adjustments: pick(4) === 0 ? [discountOf(pick, invoiceLineNetCents(line))] : [] }))
    .map((line) => ({ ...line, netCents: invoiceLineNetCents(line) }))
  const [first] = lines
  const adjustments: DocumentAdjustment[] =
    first && pick(3) === 0
      ? [
          { ...discountOf(pick, first.netCents), ...vatOf(first) },
          { ...chargeOf(pick), ...vatOf(first) },
        ]
      : []
  const advances = first && adjustments.length === 0 && pick(3) === 0 ? advancesOf(pick, first) : []
  const totals = calculateInvoiceTotals(lines, { adjustments, advances })
  const { netCents, vatCents, vatBreakdown, linesCents, advanceCents, allowanceCents, chargeCents } = totals
  const roundingCents = vatCents > 0 ? one(pick, [0, 0, 1, -1, 2]) : 0
  const grossCents = netCents + vatCents + roundingCents
  const currency = pick(5) === 0 ? 'USD' : 'EUR'
  const rateE6 = 1_085_000 + pick(90_000)
  const isTaxed = lines.some(({ vatCategory }) => vatCategory === 'S')
  const paidCents = one(pick, [0, 0, grossCents, Math.floor(grossCents / 3)])
  const number = `2026-${String(index + 1).padStart(6, '0')}`
  const document: InvoiceDocumentData = {
    ...{ kind: 'invoice', status: 'issued', number, reference: '20260000011', currency, lines, vatBreakdown },
    seller: { ...finnish, ...kind.seller },
    buyer: buyers[kind.buyer],
    ...{ issueDate: '2026-06-01', deliveryDate: '2026-05-29', dueDate: '2026-06-15', paymentTermDays: 14 },
    ...{ netCents, vatCents, roundingCents, grossCents, paidCents, creditedCents: 0, retainedCents: 0 },
    euroVat:
      currency === 'USD' && isTaxed
        ? { vatCents: toEuroCents(vatCents, rateE6), rateE6, date: '2026-06-01', source: 'ECB' }
        : null,
    ...{ retentionDue: null, openCents: grossCents - paidCents, overpaidCents: 0, carriedCents: 0, isOverdue: false },
    note:
      kind.ground === null && kind.category !== 'S'
        ? 'Not taxed: see the ruling of 2025.'
        : pick(2)
          ? textOf(pick, 200)
          : '',
    creditedNumber: null,
    ...noDetails,
    ...(pick(2) ? { orderReference: 'PO-17', buyerReference: 'Site office', projectReference: 'P-3' } : {}),
    ...{ periodStart: pick(4) ? null : '2026-05-01', periodEnd: pick(6) ? null : '2026-05-31' },
    ...{ lateInterestBp: one(pick, [null, 800, 1050]), complaintDays: one(pick, [null, 8, 14]) },
    ...{ isAdvance: advances.length === 0 && kind.category !== 'K' && pick(6) === 0, adjustments, advances },
    preceding: advances.map(({ number: ofAdvance, issueDate }) => ({ number: ofAdvance, issueDate })),
    ...{ linesCents, advanceCents, allowanceCents, chargeCents },
  }
  const retainedCents = pick(4) === 0 ? Math.floor((grossCents - paidCents) / 10) : 0
  const contractNumber = pick(3) === 0 ? 'C-42' : null
  return { document, facts: { paidCents, retainedCents, contractNumber, creditedIssueDate: null } }
}

/** A credit note over a part or all of an invoice, split as the product splits it. */
function creditOf(pick: Pick, { document, facts }: Generated): Generated | null {
  const left = creditableAmounts(document, [])
  const amountCents = one(pick, [left.grossCents, 1 + pick(left.grossCents), Math.ceil(left.grossCents / 2)])
  const credit = splitCredit(left, amountCents)
  if (!credit) return null
  const lines: Line[] = credit.groups.map(({ vatCategory, vatRateBp, vatGround, netCents }) => ({
    ...{ description: 'Credit', quantityMilli: 1000, unit: 'pcs', unitPriceE4: netCents * 100, netCents },
    ...{ vatCategory, vatRateBp, vatGround },
    ...noLineDetails,
  }))
  const { netCents, vatCents, roundingCents, grossCents } = credit
  return {
    document: {
      ...document,
      ...{
        isAdvance: false,
        kind: 'credit_note',
        number: `${document.number}-C`,
        reference: null,
        dueDate: null,
        lines,
      },
      ...{ netCents, vatCents, roundingCents, grossCents, vatBreakdown: allocateVatBreakdown(lines, vatCents) },
      ...{ adjustments: [], advances: [], linesCents: netCents, advanceCents: 0, allowanceCents: 0, chargeCents: 0 },
      preceding: [{ number: document.number ?? '', issueDate: document.issueDate ?? '' }],
      creditedNumber: document.number,
      euroVat: document.euroVat && { ...document.euroVat, vatCents: toEuroCents(vatCents, document.euroVat.rateE6) },
      note: document.note || 'Left over.',
    },
    facts: { ...facts, paidCents: 0, creditedIssueDate: document.issueDate },
  }
}

/** As many invoices of every kind, with a credit note after each third: the same in each run. */
export function generatedInvoices(count: number): Generated[] {
  const pick = picker(16931)
  const all: Generated[] = []
  for (let index = 0; all.length < count; index += 1) {
    const invoice = invoiceOf(pick, index)
    all.push(invoice)
    const credit = index % 3 === 0 ? creditOf(pick, invoice) : null
    if (credit) all.push(credit)
  }
  return all
}
