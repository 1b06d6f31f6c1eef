import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  calculateInvoiceTotals,
  type InvoiceLine,
  type InvoiceRest,
  invoiceLineNetCents,
  isValidRate,
  refusalOfSums,
} from './invoice-totals.ts'

const line = (quantityMilli: number, unitPriceCents: number, vatRateBp: number): InvoiceLine => ({
  quantityMilli,
  unitPriceE4: unitPriceCents * 100,
  vatRateBp,
  vatCategory: vatRateBp === 0 ? 'Z' : 'S',
})

test('3 × 10.01 at 20 % is 36.04, on one line or on three', () => {
  const one = calculateInvoiceTotals([line(3000, 1001, 2000)])
  const three = calculateInvoiceTotals([line(1000, 1001, 2000), line(1000, 1001, 2000), line(1000, 1001, 2000)])
  expect(one).toEqual({
    ...{ linesCents: 3003, advanceCents: 0, allowanceCents: 0, chargeCents: 0 },
    netCents: 3003,
    vatCents: 601,
    grossCents: 3604,
    vatBreakdown: [{ vatCategory: 'S', vatRateBp: 2000, netCents: 3003, vatCents: 601 }],
  })
  expect(three).toEqual(one)
})

test('299.97 at 25 % is 74.99 VAT', () => {
  expect(calculateInvoiceTotals([line(3000, 9999, 2500)]).vatCents).toBe(7499)
})

test('prices have four decimals, and the VAT of a category is its rate of its base (EN 16931, BR-CO-17)', () => {
  // 80.22 at 25.5 % is 20.4561; 1000 pieces at 0.0375 are 37.50.
  expect(calculateInvoiceTotals([line(1000, 8022, 2550)]).vatCents).toBe(2046)
  expect(calculateInvoiceTotals([{ ...line(1_000_000, 0, 2550), unitPriceE4: 375 }]).netCents).toBe(3750)
})

test('each category and rate has its own row', () => {
  const totals = calculateInvoiceTotals([
    { ...line(1000, 10_000, 0), vatCategory: 'AE' },
    line(1000, 100, 1000),
    line(1000, 100, 2550),
    { ...line(2000, 5000, 0), vatCategory: 'E' },
    line(1000, 300, 0),
  ])
  expect(totals.vatBreakdown).toEqual([
    { vatCategory: 'S', vatRateBp: 2550, netCents: 100, vatCents: 26 },
    { vatCategory: 'S', vatRateBp: 1000, netCents: 100, vatCents: 10 },
    { vatCategory: 'Z', vatRateBp: 0, netCents: 300, vatCents: 0 },
    { vatCategory: 'E', vatRateBp: 0, netCents: 10_000, vatCents: 0 },
    { vatCategory: 'AE', vatRateBp: 0, netCents: 10_000, vatCents: 0 },
  ])
  expect(totals.grossCents).toBe(20_536)
})

test('a rate that does not fit its category is refused', () => {
  expect(isValidRate('S', 2550)).toBe(true)
  expect(isValidRate('S', 0)).toBe(false)
  expect(isValidRate('S', 10_000)).toBe(false)
  for (const category of ['Z', 'E', 'AE'] as const) {
    expect(isValidRate(category, 0)).toBe(true)
    expect(isValidRate(category, 2550)).toBe(false)
  }
  expect(() => calculateInvoiceTotals([{ ...line(1000, 1, 2550), vatCategory: 'AE' }])).toThrow(RangeError)
})

test('no lines give zero totals', () => {
  expect(calculateInvoiceTotals([])).toEqual({
    ...{ linesCents: 0, advanceCents: 0, allowanceCents: 0, chargeCents: 0, netCents: 0, vatCents: 0, grossCents: 0 },
    vatBreakdown: [],
  })
})

const lines = fc.array(
  fc
    .tuple(fc.nat(1_000_000), fc.integer({ min: -100_000, max: 10_000_000 }), fc.constantFrom(2550, 1350, 1000, 0))
    .map(([quantity, price, rate]) => line(quantity, price, rate)),
  { maxLength: 20 },
)

test('any invoice: totals are sums of the breakdown, and the order of lines does not matter', () => {
  fc.assert(
    fc.property(lines, (some) => {
      const totals = calculateInvoiceTotals(some)
      const sum = (field: 'netCents' | 'vatCents') => totals.vatBreakdown.reduce((all, row) => all + row[field], 0)
      expect([totals.netCents, totals.vatCents]).toEqual([sum('netCents'), sum('vatCents')])
      expect(totals.grossCents).toBe(totals.netCents + totals.vatCents)
      expect(calculateInvoiceTotals([...some].reverse())).toEqual(totals)
    }),
  )
})

test('any invoice: the VAT of a rate is within half a cent of exact', () => {
  fc.assert(
    fc.property(lines, (some) => {
      for (const { netCents, vatRateBp, vatCents } of calculateInvoiceTotals(some).vatBreakdown) {
        expect(Math.abs(netCents * vatRateBp - vatCents * 10_000)).toBeLessThanOrEqual(5000)
      }
    }),
  )
})

test('any invoice: a credit note with the same lines takes back the same cents', () => {
  fc.assert(
    fc.property(lines, (some) => {
      const { grossCents } = calculateInvoiceTotals(some)
      const back = calculateInvoiceTotals(some.map((one) => ({ ...one, quantityMilli: 0 - one.quantityMilli })))
      expect(back.grossCents + grossCents).toBe(0)
    }),
  )
})

const discount = (amountCents: number) => ({ kind: 'allowance' as const, amountCents })
const charge = (amountCents: number) => ({ kind: 'charge' as const, amountCents })
const standard = { vatCategory: 'S' as const, vatRateBp: 2500 }

test('the example with allowances of Peppol BIS Billing 3.0 comes to the same sums', () => {
  const own = [charge(100), discount(10_100)]
  const lines: InvoiceLine[] = [
    { ...line(10_000, 41_000, 2500), adjustments: own },
    { ...line(10_000, 10_000, 0), vatCategory: 'E' },
    { ...line(10_000, 10_000, 2500), adjustments: own },
  ]
  expect(lines.map(invoiceLineNetCents)).toEqual([400_000, 100_000, 90_000])
  const adjustments = [
    { ...charge(20_000), ...standard },
    { ...discount(20_000), ...standard },
  ]
  expect(calculateInvoiceTotals(lines, { adjustments })).toEqual({
    ...{ linesCents: 590_000, advanceCents: 0, allowanceCents: 20_000, chargeCents: 20_000 },
    ...{ netCents: 590_000, vatCents: 122_500, grossCents: 712_500 },
    vatBreakdown: [
      { ...standard, netCents: 490_000, vatCents: 122_500 },
      { vatCategory: 'E', vatRateBp: 0, netCents: 100_000, vatCents: 0 },
    ],
  })
})

test('its base example: a negative line and a charge for insurance', () => {
  const lines = [line(7000, 40_000, 2500), line(-3000, 50_000, 2500)]
  expect(calculateInvoiceTotals(lines, { adjustments: [{ ...charge(2500), ...standard }] })).toMatchObject({
    ...{ linesCents: 130_000, chargeCents: 2500, netCents: 132_500, vatCents: 33_125, grossCents: 165_625 },
  })
})

test('an advance that is deducted takes its VAT with it', () => {
  const advances = [{ vatCategory: 'S' as const, vatRateBp: 2550, netCents: 30_000 }]
  expect(calculateInvoiceTotals([line(1000, 100_000, 2550)], { advances })).toMatchObject({
    ...{ linesCents: 100_000, advanceCents: 30_000, netCents: 70_000, vatCents: 17_850, grossCents: 87_850 },
  })
  expect(calculateInvoiceTotals([line(1000, 30_000, 2550)], { advances })).toMatchObject({ netCents: 0, grossCents: 0 })
})

test.each([
  [null, [line(1000, 100, 2550)], {}],
  [null, [{ ...line(1000, 100, 2550), adjustments: [discount(100)] }], {}],
  ['discountAboveLine', [line(1000, 900, 2550), { ...line(1000, 100, 2550), adjustments: [discount(101)] }], {}],
  [null, [line(1000, 100, 2550)], { adjustments: [{ ...discount(100), ...standard, vatRateBp: 2550 }] }],
  [
    'discountAboveLines',
    [line(1000, 100, 2550)],
    { adjustments: [{ ...discount(101), ...standard, vatRateBp: 2550 }] },
  ],
  ['discountAboveLines', [line(1000, 900, 2550)], { adjustments: [{ ...discount(1), ...standard, vatRateBp: 1350 }] }],
  [null, [line(1000, 100, 2550)], { advances: [{ ...standard, vatRateBp: 2550, netCents: 100 }] }],
  ['advanceAboveLines', [line(1000, 100, 2550)], { advances: [{ ...standard, vatRateBp: 2550, netCents: 101 }] }],
  ['advanceAboveLines', [line(1000, 900, 2550)], { advances: [{ ...standard, vatRateBp: 1350, netCents: 1 }] }],
] satisfies [string | null, InvoiceLine[], InvoiceRest][])('sums: %s', (refusal, some, rest) => {
  expect(refusalOfSums(some, rest)).toBe(refusal && `invoicing:refused.${refusal}`)
})

const rate = fc.constantFrom(2550, 1350, 1000, 0)
const vat = (vatRateBp: number) => ({ vatRateBp, vatCategory: vatRateBp === 0 ? ('Z' as const) : ('S' as const) })
const adjustment = fc.record({
  kind: fc.constantFrom('allowance' as const, 'charge' as const),
  amountCents: fc.integer({ min: 1, max: 1_000_000 }),
})
const wholes = fc.record({
  lines: fc.array(
    fc
      .tuple(fc.nat(1_000_000), fc.nat(10_000_000), rate, fc.array(adjustment, { maxLength: 3 }))
      .map(([quantity, price, vatRateBp, adjustments]) => ({ ...line(quantity, price, vatRateBp), adjustments })),
    { maxLength: 12 },
  ),
  adjustments: fc.array(
    fc.tuple(adjustment, rate).map(([one, of]) => ({ ...one, ...vat(of) })),
    { maxLength: 4 },
  ),
  advances: fc.array(
    fc.tuple(fc.nat(1_000_000), rate).map(([netCents, of]) => ({ netCents, ...vat(of) })),
    {
      maxLength: 4,
    },
  ),
})

test('any invoice with discounts, charges and advances keeps BR-CO-10 to 17', () => {
  fc.assert(
    fc.property(wholes, ({ lines: some, ...rest }) => {
      const totals = calculateInvoiceTotals(some, rest)
      const sum = (amounts: number[]) => amounts.reduce((all, one) => all + one, 0)
      const of = (kind: string) =>
        sum(rest.adjustments.filter((one) => one.kind === kind).map((one) => one.amountCents))
      expect(totals.linesCents).toBe(sum(some.map(invoiceLineNetCents)))
      expect([totals.allowanceCents, totals.chargeCents]).toEqual([of('allowance'), of('charge')])
      const bt106 = totals.linesCents - totals.advanceCents
      expect(totals.netCents).toBe(bt106 - totals.allowanceCents + totals.chargeCents)
      expect(totals.vatCents).toBe(sum(totals.vatBreakdown.map((row) => row.vatCents)))
      expect(totals.grossCents).toBe(totals.netCents + totals.vatCents)
      expect(totals.netCents).toBe(sum(totals.vatBreakdown.map((row) => row.netCents)))
      for (const { netCents, vatRateBp, vatCents } of totals.vatBreakdown)
        expect(Math.abs(netCents * vatRateBp - vatCents * 10_000)).toBeLessThanOrEqual(5000)
    }),
  )
})

test('any invoice: what is deducted of an advance, and the rest, come to the same net as the whole', () => {
  fc.assert(
    fc.property(wholes, ({ lines: some, adjustments, advances }) => {
      const whole = calculateInvoiceTotals(some, { adjustments })
      const rest = calculateInvoiceTotals(some, { adjustments, advances })
      expect(rest.netCents + rest.advanceCents).toBe(whole.netCents)
    }),
  )
})
