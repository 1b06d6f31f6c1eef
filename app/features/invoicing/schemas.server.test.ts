import { describe, expect, test } from 'vitest'
import { creditSchema, invoiceSchema, paymentSchema, sendSchema, shareSchema } from './schemas.server.ts'

const localeContext = { locale: 'fi', timeZone: 'Europe/Helsinki', decimalMark: ',' as const }
const line = { description: 'Painting', quantity: '1,5', unit: 'h', unitPrice: '1 234,50', vatRate: '2550' }
const form = {
  buyerName: 'Buyer Oy',
  buyerStreet: 'Ostajankatu 2',
  buyerPostalCode: '00200',
  buyerCity: 'Helsinki',
  buyerCountry: 'FI',
  currency: 'EUR',
  deliveryDate: '2026-05-29',
  paymentTermDays: '14',
  lines: [line],
}
const parse = (change: object) => invoiceSchema(localeContext).safeParse({ ...form, ...change })
const issues = (change: object) =>
  parse(change).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? []

describe('the invoice form', () => {
  test('parses the input, and drops blank lines', () => {
    const { data } = parse({ lines: [line, { vatRate: '2550' }] })
    expect(data).toMatchObject({
      paymentTermDays: 14,
      buyerVatNumber: null,
      lines: [{ quantityMilli: 1500, unitPriceE4: 12_345_000, vatCategory: 'S', vatRateBp: 2550 }],
    })
    expect(data?.lines).toHaveLength(1)
  })

  test('reads discounts, charges and the details', () => {
    const { data } = parse({
      lines: [{ ...line, discount: '10 %', charge: '5,00', itemId: 'A-1' }],
      adjustments: [{ reason: '95', amount: '2,5 %', vat: '' }, { reason: 'FC' }],
      orderReference: 'PO-7',
      siteCity: 'Vantaa',
      ...{
        eScheme: '0216',
        eAddress: '0037 1234567 1',
        eOperator: 'dabafihh',
        lateInterest: '8,5',
        complaintDays: '8',
      },
    })
    expect(data?.lines[0]).toMatchObject({
      ...{ itemId: 'A-1', orderLine: null },
      adjustments: [
        {
          kind: 'allowance',
          reasonCode: '95',
          reason: 'Alennus',
          amountCents: 18_518,
          rateBp: 1000,
          baseCents: 185_175,
        },
        { kind: 'charge', reasonCode: 'ABK', amountCents: 500, rateBp: null, baseCents: null },
      ],
    })
    expect(data?.adjustments).toMatchObject([
      { kind: 'allowance', amountCents: 4179, rateBp: 250, baseCents: 167_157, vatCategory: 'S', vatRateBp: 2550 },
    ])
    expect(data?.details).toMatchObject({
      ...{ orderReference: 'PO-7', lateInterestBp: 850, complaintDays: 8 },
      deliverySite: { city: 'Vantaa', country: 'FI' },
    })
    expect(data?.buyerEAddress).toEqual({ eScheme: '0216', eAddress: '003712345671', eOperator: 'DABAFIHH' })
  })

  test('ignores fields it does not know', () => {
    const { data } = parse({
      status: 'paid',
      companyId: 'x',
      number: '2026-9999',
      buyerCompanyId: 'x',
      grossCents: '1',
    })
    for (const field of ['status', 'companyId', 'number', 'buyerCompanyId', 'grossCents'])
      expect(data).not.toHaveProperty(field)
  })

  test.each([
    [{ lines: [] }, 'lines invoicing:refused.noLines'],
    [
      {
        lines: [
          { ...line, unitPrice: '0' },
          { ...line, quantity: '0,001', unitPrice: '1' },
        ],
      },
      'lines invoicing:refused.zeroTotal',
    ],
    [{ lines: [{ ...line, discount: 'x' }] }, 'lines.0.discount invoiceparts:form.share'],
    [{ lines: [{ ...line, discount: '9 999 999' }] }, 'lines invoicing:refused.discountAboveLine'],
    [{ adjustments: [{ reason: '95', amount: '9 999 999' }] }, 'lines invoicing:refused.discountAboveLines'],
    [{ adjustments: [{ reason: '1', amount: '5' }] }, 'adjustments.0.reason validation:choice'],
    [{ adjustments: [{ reason: '95', text: 'x' }] }, 'adjustments.0.amount validation:required'],
    [{ periodStart: '2026-05-02', periodEnd: '2026-05-01' }, 'periodEnd invoiceparts:form.periodBackwards'],
    [
      { periodEnd: '2026-05-01', lines: [{ ...line, periodEnd: '2026-05-02' }] },
      'lines.0.periodEnd invoiceparts:form.periodOutside',
    ],
    [{ eScheme: '0216', eAddress: '003712345671' }, 'buyerReference invoiceparts:form.referenceNeeded'],
    [{ eScheme: '0216', eAddress: '1', orderReference: '7' }, 'eAddress eaddress:refused.eAddress'],
    [{ eScheme: '0216' }, 'eAddress validation:required'],
    [{ lines: [{ ...line, quantity: '' }] }, 'lines.0.quantity validation:required'],
    [{ lines: [{ ...line, quantity: '0' }] }, 'lines.0.quantity validation:quantityPositive'],
    [{ lines: [{ ...line, unitPrice: '-1' }] }, 'lines.0.unitPrice validation:negative'],
    [{ lines: [{ ...line, vatRate: '' }] }, 'lines.0.vatRate validation:choice'],
    [{ lines: [{ ...line, vatRate: 'X' }] }, 'lines.0.vatRate validation:choice'],
    [{ lines: [{ ...line, vatRate: '2400' }] }, 'lines.0.vatRate invoicing:form.rateNotOfDate'],
    [{ lines: [{ ...line, vatRate: '1400' }] }, 'lines.0.vatRate invoicing:form.rateNotOfDate'],
    [{ deliveryDate: '2024-08-31' }, 'lines.0.vatRate invoicing:form.rateNotOfDate'],
    [{ deliveryDate: '2012-12-31' }, 'deliveryDate invoicing:form.deliveryTooEarly'],
    [{ deliveryDate: '2099-01-01' }, 'deliveryDate invoicing:form.deliveryTooLate'],
    [{ deliveryDate: '2026-02-30' }, 'deliveryDate validation:date'],
    [{ lines: [line, { ...line, vatRate: 'AE' }] }, 'lines.1.vatRate invoicing:refused.buyerVatNumberNeeded'],
    [{ lines: [{ ...line, vatRate: 'G' }] }, 'lines.0.vatRate invoicing:refused.buyerInUnion'],
    [{ lines: [{ ...line, vatRate: 'Z' }] }, 'note invoicing:form.groundNeeded'],
    [{ lines: [{ ...line, vatRate: 'E' }] }, 'note invoicing:form.groundNeeded'],
    [{ lines: [{ ...line, vatRate: 'O' }] }, 'note invoicing:form.groundNeeded'],
    [{ lines: [{ ...line, vatRate: 'O' }, line], note: 'AVL 67 §' }, 'lines invoicing:form.outsideScopeAlone'],
    [{ buyerVatNumber: 'FI12345678' }, 'buyerVatNumber invoicing:form.vatNumber'],
    [{ buyerVatNumber: 'SE556703748501' }, 'buyerVatNumber validation:vatNumberCountry?prefixes=FI'],
    [{ buyerBusinessId: '1234567-2' }, 'buyerBusinessId invoicing:form.businessId'],
    [{ buyerName: ' ' }, 'buyerName validation:required'],
    [{ buyerCountry: 'XX' }, 'buyerCountry validation:choice'],
    [{ buyerEmail: 'nobody' }, 'buyerEmail validation:email'],
    [{ paymentTermDays: '366' }, 'paymentTermDays invoicing:form.termTooLong'],
    [{ paymentTermDays: '1.5' }, 'paymentTermDays validation:number'],
    [{ currency: 'SEK' }, 'currency validation:choice'],
    [{ lines: [{ ...line, quantity: '10000000', unitPrice: '99999999999' }] }, 'lines invoicing:form.tooMuch'],
    [{ lines: [{ ...line, quantity: '10000001' }] }, 'lines.0.quantity validation:tooLarge'],
    [{ lines: [{ ...line, unitPrice: '100000000001' }] }, 'lines.0.unitPrice validation:tooLarge'],
    [{ deliveryDate: '9999-12-31' }, 'deliveryDate validation:dateRange'],
    [{ lines: Array(101).fill(line) }, 'lines invoicing:form.tooManyLines?count=100'],
  ])('refuses %j', (change, issue) => {
    expect(issues(change)).toContain(issue)
  })

  test('says once what several lines need of the buyer, and of a wrong VAT number only that', () => {
    const lines = [{ ...line, vatRate: 'AE' }, line, { ...line, vatRate: 'AE' }]
    expect(issues({ lines })).toEqual(['lines.0.vatRate invoicing:refused.buyerVatNumberNeeded'])
    expect(issues({ lines, buyerVatNumber: 'FI12345678' })).toEqual(['buyerVatNumber invoicing:form.vatNumber'])
  })

  test('says one thing of a quantity of zero', () => {
    expect(issues({ lines: [{ ...line, quantity: '0' }] })).toEqual(['lines.0.quantity validation:quantityPositive'])
  })

  test.each([
    [{ deliveryDate: '2024-08-31', lines: [{ ...line, vatRate: '2400' }] }],
    [{ deliveryDate: '2025-12-31', lines: [{ ...line, vatRate: '1400' }] }],
    [{ lines: [{ ...line, vatRate: 'AE' }], buyerVatNumber: 'FI 1234567-1' }],
    [{ lines: [{ ...line, vatRate: 'Z' }], note: 'Export, section 70.' }],
    [{ lines: [{ ...line, vatRate: 'O' }], note: 'Property in Sweden, section 67.' }],
    [
      {
        buyerCountry: 'NO',
        buyerPostalCode: '0150',
        buyerBusinessId: '923 609 016',
        buyerVatNumber: 'NO923609016MVA',
      },
    ],
  ])('accepts %j', (change) => {
    expect(issues(change)).toEqual([])
  })
})

test('payments, credits, mails and links are validated as strictly', () => {
  expect(paymentSchema(localeContext).safeParse({ amount: '12,50', paidOn: '2026-06-01' }).data).toMatchObject({
    amount: 1250,
  })
  expect(paymentSchema(localeContext).safeParse({ amount: '0', paidOn: '2026-06-01' }).success).toBe(false)
  expect(paymentSchema(localeContext).safeParse({ amount: '1', paidOn: 'today' }).success).toBe(false)
  expect(creditSchema(localeContext).safeParse({ extent: 'whole', reason: 'Wrong' }).success).toBe(true)
  expect(creditSchema(localeContext).safeParse({ extent: 'part', reason: 'Wrong' }).success).toBe(false)
  expect(creditSchema(localeContext).safeParse({ extent: 'double', reason: 'Wrong' }).success).toBe(false)
  expect(sendSchema.safeParse({ email: 'a@b.example, c@d.example' }).success).toBe(false)
  expect(shareSchema.safeParse({ days: '8' }).success).toBe(false)
  expect(shareSchema.safeParse({}).data).toEqual({ days: 0 })
})
