import type { Einvoice, Line, Vat } from '#app/features/einvoices/einvoice.ts'
import { percentageOf, priceQuantity } from '#app/platform/money.ts'

/** An invoice in the model of EN 16931 that breaks no rule: 10 h at €50, 25.5% VAT. */
export const einvoice: Einvoice = {
  ...{ typeCode: '380', number: '2026-000001', issueDate: '2026-06-01', dueDate: '2026-06-15', currency: 'EUR' },
  ...{ buyerReference: 'Site 4', projectReference: null, contractReference: null, orderReference: null },
  ...{
    paymentTerms: null,
    lateInterest: null,
    vatPoint: null,
    notes: [],
    preceding: [],
    period: null,
    adjustments: [],
  },
  seller: {
    ...{ name: 'Seller Oy', legalId: { id: '1234567-1', scheme: '0212' }, vatId: 'FI12345671', taxId: null },
    ...{ address: { scheme: '0216', id: '003712345671' }, operator: null, email: 'seller@example.com' },
    ...{ street: 'Myyjänkatu 1', city: 'Helsinki', postalCode: '00100', country: 'FI' },
  },
  buyer: {
    ...{ name: 'Buyer Oy', legalId: { id: '2345678-0', scheme: '0212' }, vatId: 'FI23456780', taxId: null },
    ...{ address: { scheme: '0216', id: '003723456780' }, operator: null, email: null },
    ...{ street: 'Ostajankatu 2', city: 'Espoo', postalCode: '02100', country: 'FI' },
  },
  delivery: { date: '2026-05-29', name: null, street: null, city: null, postalCode: null, country: 'FI' },
  account: { iban: 'FI2112345600000785', bic: 'NDEAFIHH' },
  payment: {
    ...{ means: '58', reference: '20260000011', iban: 'FI2112345600000785', accountName: 'Seller Oy', bic: 'NDEAFIHH' },
  },
  totals: {
    ...{ linesCents: 50_000, allowancesCents: 0, chargesCents: 0, netCents: 50_000, vatCents: 12_750 },
    ...{ vatEuroCents: null, grossCents: 62_750, paidCents: 0, roundingCents: 0, dueCents: 62_750 },
  },
  vat: [{ category: 'S', rateBp: 2550, netCents: 50_000, vatCents: 12_750, reason: null, reasonCode: null }],
  lines: [einvoiceLine()],
}

export function einvoiceLine(change: Partial<Line> = {}): Line {
  const line: Line = {
    ...{ id: '1', category: 'S', rateBp: 2550, quantityMilli: 10_000, unitCode: 'HUR', unit: 'h', netCents: 50_000 },
    ...{ period: null, adjustments: [], unitPriceE4: 500_000, name: 'Painting', description: null, itemId: null },
    orderLine: null,
    ...change,
  }
  return change.netCents === undefined
    ? { ...line, netCents: priceQuantity(line.quantityMilli, line.unitPriceE4) }
    : line
}

/** The invoice with one line at another VAT, and sums that fit. */
export function einvoiceAt(vat: Vat, reason: { reason?: string; reasonCode?: string } = {}): Einvoice {
  const line = einvoiceLine(vat)
  const vatCents = percentageOf(line.netCents, vat.rateBp ?? 0)
  const grossCents = line.netCents + vatCents
  const group = { ...vat, netCents: line.netCents, vatCents, reason: null, reasonCode: null, ...reason }
  return {
    ...einvoice,
    lines: [line],
    vat: [group],
    totals: { ...einvoice.totals, vatCents, grossCents, dueCents: grossCents },
  }
}
