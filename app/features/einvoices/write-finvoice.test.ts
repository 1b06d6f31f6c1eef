import { describe, expect, it } from 'vitest'
import { einvoice, einvoiceAt, einvoiceLine } from '#tests/factories/einvoice.ts'
import type { Einvoice } from './einvoice.ts'
import { writeFinvoice } from './write-finvoice.ts'

const message = { id: '0197-1', at: Date.UTC(2026, 5, 1, 9) }
const finvoice = (invoice: Einvoice) => writeFinvoice(invoice, message)
const namesAt = (xml: string, depth: number) =>
  [...xml.matchAll(new RegExp(`^ {${2 * depth}}<(\\w+)`, 'gm'))].map(([, name]) => name)
const inside = (xml: string, name: string) => new RegExp(`<${name}[ >][\\s\\S]*?</${name}>`).exec(xml)?.[0] ?? ''

const part = {
  ...{ isCharge: false, amountCents: 5000, baseCents: 50_000, percentBp: 1000, reason: 'Winter', reasonCode: '95' },
  ...{ category: 'S' as const, rateBp: 2550 },
}
const routed: Einvoice = {
  ...einvoice,
  seller: { ...einvoice.seller, operator: 'NDEAFIHH' },
  buyer: { ...einvoice.buyer, operator: '003721291126' },
}

describe('the order of Finvoice3.0.xsd', () => {
  const full: Einvoice = {
    ...routed,
    ...{ notes: ['Thank you'], orderReference: '4500-1', projectReference: 'P-1', contractReference: 'C-1' },
    ...{
      paymentTerms: 'A part later',
      lateInterest: { text: 'Late interest: 8%.', rateBp: 800 },
      period: { start: '2026-05-01', end: '2026-05-31' },
    },
    preceding: [{ number: '2026-000000', issueDate: '2026-05-01' }],
    adjustments: [part, { ...part, isCharge: true }],
    delivery: { date: '2026-05-29', name: 'Site', street: 'Tie 1', city: 'Vantaa', postalCode: '01300', country: 'FI' },
    totals: { ...einvoice.totals, allowancesCents: 5000, chargesCents: 5000, paidCents: 1, roundingCents: 1 },
    lines: [einvoiceLine({ description: 'Two coats', itemId: 'A-1', orderLine: '10', adjustments: [part] })],
  }
  it('of the message', () => {
    expect(namesAt(finvoice(full).split('?>')[1] ?? '', 1)).toEqual([
      ...[
        'MessageTransmissionDetails',
        'SellerPartyDetails',
        'SellerOrganisationUnitNumber',
        'SellerCommunicationDetails',
      ],
      ...['SellerInformationDetails', 'BuyerPartyDetails', 'BuyerOrganisationUnitNumber', 'DeliveryPartyDetails'],
      ...['DeliveryDetails', 'InvoiceDetails', 'VirtualBankBarcode', 'InvoiceRow', 'EpiDetails'],
    ])
  })
  it('of its details', () => {
    expect(namesAt(inside(finvoice(full), 'InvoiceDetails'), 2)).toEqual([
      ...['InvoiceTypeCode', 'InvoiceTypeCodeUN', 'InvoiceTypeText', 'OriginCode', 'InvoiceNumber', 'InvoiceDate'],
      ...['OriginalInvoiceNumber', 'OriginalInvoiceDate', 'InvoicingPeriodStartDate', 'InvoicingPeriodEndDate'],
      ...['OrderIdentifier', 'AgreementIdentifier', 'BuyerReferenceIdentifier', 'ProjectReferenceIdentifier'],
      ...['RowsTotalVatExcludedAmount', 'DiscountsTotalVatExcludedAmount', 'ChargesTotalVatExcludedAmount'],
      ...['InvoiceTotalVatExcludedAmount', 'InvoiceTotalVatAmount', 'InvoiceTotalVatIncludedAmount'],
      ...['InvoiceTotalRoundoffAmount', 'InvoicePaidAmount', 'VatSpecificationDetails', 'InvoiceFreeText'],
      ...['PaymentTermsDetails', 'DiscountDetails', 'ChargeDetails'],
    ])
  })
  it('of a row', () => {
    expect(namesAt(inside(finvoice(full), 'InvoiceRow'), 2)).toEqual([
      ...['ArticleIdentifier', 'ArticleName', 'ArticleDescription', 'InvoicedQuantity', 'UnitPriceAmount'],
      ...['RowOrderPositionIdentifier', 'RowPositionIdentifier', 'RowDiscountPercent', 'RowDiscountAmount'],
      ...['RowDiscountBaseAmount', 'RowDiscountTypeCode', 'RowDiscountTypeText', 'RowVatRatePercent', 'RowVatCode'],
      ...['RowVatAmount', 'RowVatExcludedAmount', 'RowAmount'],
    ])
  })
})

describe('what it says', () => {
  it('amounts with a comma, dates without signs, and the payment order', () => {
    const xml = finvoice(einvoice)
    expect(xml).toContain('<InvoiceDate Format="CCYYMMDD">20260601</InvoiceDate>')
    expect(xml).toContain(
      '<InvoiceTotalVatIncludedAmount AmountCurrencyIdentifier="EUR">627,50</InvoiceTotalVatIncludedAmount>',
    )
    expect(xml).toContain('<VatRatePercent>25,5</VatRatePercent>')
    expect(xml).toContain('<InvoicedQuantity QuantityUnitCode="h" QuantityUnitCodeUN="HUR">10</InvoicedQuantity>')
    expect(xml).toContain('<EpiRemittanceInfoIdentifier IdentificationSchemeName="SPY">20260000011<')
    expect(xml).toContain('<EpiInstructedAmount AmountCurrencyIdentifier="EUR">627,50</EpiInstructedAmount>')
    expect(xml).toContain('<EpiAccountID IdentificationSchemeName="IBAN">FI2112345600000785</EpiAccountID>')
    expect(xml).toMatch(/<VirtualBankBarcode>4\d{53}<\/VirtualBankBarcode>/)
  })
  it('a credit note takes away: every amount and quantity is negative, prices are not', () => {
    const xml = finvoice({ ...einvoice, typeCode: '381', payment: null, dueDate: null })
    expect(xml).toContain('<InvoiceTypeCode>INV02</InvoiceTypeCode>')
    expect(xml).toContain('<InvoicedQuantity QuantityUnitCode="h" QuantityUnitCodeUN="HUR">-10</InvoicedQuantity>')
    expect(xml).toContain('<UnitPriceAmount AmountCurrencyIdentifier="EUR">50.00'.replace('.', ','))
    expect(xml).toContain('<EpiInstructedAmount AmountCurrencyIdentifier="EUR">-627,50</EpiInstructedAmount>')
    expect(xml.match(/Amount AmountCurrencyIdentifier="EUR">\d/g)).toHaveLength(1)
    expect(xml).not.toContain('VirtualBankBarcode')
  })
  it('why no VAT is charged, in pieces that fit', () => {
    const reason = `Reverse charge: construction services, ${'the buyer pays the VAT and the seller does not '.repeat(3)}`
    const invoice = einvoiceAt({ category: 'AE', rateBp: 0 }, { reason, reasonCode: 'VATEX-EU-AE' })
    const pieces = [...finvoice(invoice).matchAll(/<VatFreeText>(.*?)<\/VatFreeText>/g)].map(([, text = '']) => text)
    expect(pieces).toHaveLength(3)
    for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(70)
    expect(reason.startsWith(pieces.join(' '))).toBe(true)
  })
  it('a long description loses nothing, and a long word is broken', () => {
    const word = 'käyttö'.repeat(40)
    const xml = finvoice({ ...einvoice, lines: [einvoiceLine({ name: `${'Seinä '.repeat(30)}${word}` })] })
    const [name = ''] = /<ArticleName>(.*?)</.exec(xml)?.slice(1) ?? []
    const [rest = ''] = /<ArticleDescription>(.*?)</.exec(xml)?.slice(1) ?? []
    expect(name.length).toBeLessThanOrEqual(100)
    expect(`${name}${rest}`.replaceAll(' ', '')).toBe(`${'Seinä'.repeat(30)}${word}`)
  })
})

describe('the transmission frame', () => {
  it('names sender and receiver, each with the operator or bank that serves it, before the message that says the same', () => {
    const xml = finvoice(routed)
    expect(xml.startsWith('<SOAP-ENV:Envelope')).toBe(true)
    const [frame = '', document = ''] = xml.split('<?xml')
    const parties = [...frame.matchAll(/<eb:PartyId>(.*?)<\/eb:PartyId>\s*<eb:Role>(.*?)<\/eb:Role>/g)].map(
      ([, ...said]) => said,
    )
    expect(parties).toEqual([
      ...[
        ['003712345671', 'Sender'],
        ['NDEAFIHH', 'Intermediator'],
      ],
      ...[
        ['003723456780', 'Receiver'],
        ['003721291126', 'Intermediator'],
      ],
    ])
    expect(frame).toContain('<eb:MessageId>0197-1</eb:MessageId>')
    expect(frame).toContain('<eb:Timestamp>2026-06-01T09:00:00Z</eb:Timestamp>')
    expect(document).toContain('<FromIntermediator>NDEAFIHH</FromIntermediator>')
    expect(document).toContain('<ToIdentifier SchemeID="0216">003723456780</ToIdentifier>')
    expect(document).toContain('<MessageIdentifier>0197-1</MessageIdentifier>')
  })
  it('is not written where an operator is unknown, because the sender’s own then addresses the invoice', () => {
    for (const invoice of [einvoice, { ...routed, buyer: einvoice.buyer }]) {
      expect(finvoice(invoice).startsWith('<?xml version="1.0" encoding="UTF-8"?>')).toBe(true)
      expect(finvoice(invoice)).not.toContain('MessageTransmissionDetails')
    }
  })
})
