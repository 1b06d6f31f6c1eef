import { expect, it } from 'vitest'
import { einvoice, einvoiceLine } from '#tests/factories/einvoice.ts'
import type { Einvoice } from './einvoice.ts'
import { writeUbl } from './write-ubl.ts'

const part = {
  ...{ isCharge: false, amountCents: 5000, baseCents: 50_000, percentBp: 1000, reason: 'Winter', reasonCode: '95' },
  ...{ category: 'S' as const, rateBp: 2550 },
}
/** An invoice with every element that there can be. */
const full: Einvoice = {
  ...einvoice,
  ...{ notes: ['Thank you & welcome'], orderReference: '4500-1', projectReference: 'P-1', contractReference: 'C-1' },
  ...{
    currency: 'USD',
    paymentTerms: 'A part later',
    lateInterest: { text: 'Late interest: 8%.', rateBp: 800 },
    period: { start: '2026-05-01', end: '2026-05-31' },
  },
  preceding: [{ number: '2026-000000', issueDate: '2026-05-01' }],
  adjustments: [part, { ...part, isCharge: true }],
  delivery: { date: '2026-05-29', name: 'Site', street: 'Tie 1', city: 'Vantaa', postalCode: '01300', country: 'FI' },
  totals: {
    ...einvoice.totals,
    vatEuroCents: 11_000,
    allowancesCents: 5000,
    chargesCents: 5000,
    paidCents: 1,
    roundingCents: 1,
  },
  lines: [
    einvoiceLine({
      description: 'Two coats',
      itemId: 'A-1',
      orderLine: '10',
      adjustments: [part],
      period: { start: '2026-05-01', end: '2026-05-02' },
    }),
  ],
}
const ubl = (invoice: Einvoice, isPeppol = true) => writeUbl(invoice, { isPeppol })

/** The names of the elements at a depth, in order. */
const namesAt = (xml: string, depth: number) =>
  [...xml.matchAll(new RegExp(`^ {${2 * depth}}<(?:cbc|cac):(\\w+)`, 'gm'))].map(([, name]) => name)

it('has its elements in the order of the schema of an invoice (UBL-Invoice-2.1.xsd)', () => {
  expect(namesAt(ubl(full), 1)).toEqual([
    ...[
      'CustomizationID',
      'ProfileID',
      'ID',
      'IssueDate',
      'DueDate',
      'InvoiceTypeCode',
      'Note',
      'DocumentCurrencyCode',
    ],
    ...['TaxCurrencyCode', 'BuyerReference', 'InvoicePeriod', 'OrderReference', 'BillingReference'],
    ...[
      'ContractDocumentReference',
      'ProjectReference',
      'AccountingSupplierParty',
      'AccountingCustomerParty',
      'Delivery',
    ],
    ...['PaymentMeans', 'PaymentTerms', 'AllowanceCharge', 'AllowanceCharge', 'TaxTotal', 'TaxTotal'],
    ...['LegalMonetaryTotal', 'InvoiceLine'],
  ])
})

it('has those of a credit note, which has no due date and states its project as a document (UBL-CreditNote-2.1.xsd)', () => {
  const xml = ubl({ ...full, typeCode: '381', payment: null })
  expect(namesAt(xml, 1)).toEqual([
    ...['CustomizationID', 'ProfileID', 'ID', 'IssueDate', 'CreditNoteTypeCode', 'Note', 'DocumentCurrencyCode'],
    ...['TaxCurrencyCode', 'BuyerReference', 'InvoicePeriod', 'OrderReference', 'BillingReference'],
    ...[
      'ContractDocumentReference',
      'AdditionalDocumentReference',
      'AccountingSupplierParty',
      'AccountingCustomerParty',
    ],
    ...['Delivery', 'PaymentTerms', 'AllowanceCharge', 'AllowanceCharge', 'TaxTotal', 'TaxTotal', 'LegalMonetaryTotal'],
    'CreditNoteLine',
  ])
  expect(xml).toContain('<cbc:DocumentTypeCode>50</cbc:DocumentTypeCode>')
  expect(xml).toContain('xmlns="urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2"')
})

it('has those of a line, its quantity with a code, and prices with four decimals where they have them', () => {
  const xml = ubl({ ...full, lines: [{ ...(full.lines[0] as Einvoice['lines'][number]), unitPriceE4: 375 }] })
  expect(namesAt(xml, 2).slice(-8)).toEqual([
    'ID',
    'InvoicedQuantity',
    'LineExtensionAmount',
    'InvoicePeriod',
    'OrderLineReference',
    'AllowanceCharge',
    'Item',
    'Price',
  ])
  expect(xml).toContain('<cbc:InvoicedQuantity unitCode="HUR">10</cbc:InvoicedQuantity>')
  expect(xml).toContain('<cbc:PriceAmount currencyID="USD">0.0375</cbc:PriceAmount>')
  expect(xml).toContain('<cbc:TaxAmount currencyID="EUR">110.00</cbc:TaxAmount>')
  expect(xml).toContain('<cbc:Note>Thank you &amp; welcome</cbc:Note>')
})

it('says that it is of Peppol only where it is, and leaves out what is empty', () => {
  expect(ubl(einvoice)).toContain('billing:3.0</cbc:CustomizationID>')
  const plain = ubl({ ...einvoice, buyer: { ...einvoice.buyer, address: null, email: null } }, false)
  expect(plain).toContain('<cbc:CustomizationID>urn:cen.eu:en16931:2017</cbc:CustomizationID>')
  expect(plain).not.toContain('ProfileID')
  expect(plain).not.toMatch(/<[^>]+\/>|<(\S+)[^>]*>\s*<\/\1>/)
})
