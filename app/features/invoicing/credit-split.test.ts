import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { VatGround } from '#db/vocabulary/invoicing.ts'
import { allocateVatBreakdown, type Credit, creditableAmounts, splitCredit } from './credit-split.ts'
import { calculateInvoiceTotals, type InvoiceLine } from './invoice-totals.ts'

const line = (netCents: number, vatRateBp = 2550): InvoiceLine & { vatGround: VatGround | null } => ({
  quantityMilli: 1000,
  unitPriceE4: netCents * 100,
  vatRateBp,
  vatCategory: vatRateBp === 0 ? 'AE' : 'S',
  vatGround: vatRateBp === 0 ? 'construction' : null,
})
const noteOf = (credit: Credit) => ({
  lines: credit.groups.map(({ netCents, vatCategory, vatRateBp }) => ({
    ...line(netCents, vatRateBp),
    vatCategory,
  })),
  vatCents: credit.vatCents,
  roundingCents: credit.roundingCents,
})

describe('a part of an invoice', () => {
  const invoice = { lines: [line(50_000)], vatCents: 12_750, roundingCents: 0 }

  test('contains its share of the VAT', () => {
    expect(splitCredit(creditableAmounts(invoice, []), 12_550)).toMatchObject({ netCents: 10_000, vatCents: 2550 })
  })

  test('is split over the rates in proportion', () => {
    const mixed = { lines: [line(50_000), line(50_000, 0)], vatCents: 12_750, roundingCents: 0 }
    expect(splitCredit(creditableAmounts(mixed, []), 11_275)?.groups).toEqual([
      { vatCategory: 'S', vatRateBp: 2550, vatGround: null, netCents: 5000 },
      { vatCategory: 'AE', vatRateBp: 0, vatGround: 'construction', netCents: 5000 },
    ])
  })

  test('never has more VAT than is left, since earlier roundings may have taken some', () => {
    const left = {
      groups: [{ vatCategory: 'S' as const, vatRateBp: 2550, vatGround: null, netCents: 50 }],
      ...{ netCents: 50, vatCents: 5, roundingCents: 0, grossCents: 55 },
    }
    expect(splitCredit(left, 50)).toMatchObject({ netCents: 45, vatCents: 5, grossCents: 50 })
  })

  test.each([0, -1, 62_751, 0.5, Number.NaN])('cannot be %s cents', (amount) => {
    expect(splitCredit(creditableAmounts(invoice, []), amount)).toBeNull()
  })
})

const rates = fc.constantFrom(2550, 1350, 1000, 0)
const invoices = fc
  .array(fc.record({ price: fc.integer({ min: 0, max: 900_000 }), rate: rates }), { minLength: 1, maxLength: 6 })
  .map((rows) => rows.map(({ price, rate }) => line(price, rate)))
  .chain((lines) => fc.record({ lines: fc.constant(lines), roundingCents: fc.integer({ min: -2, max: 2 }) }))
  .map(({ lines, roundingCents }) => {
    const { vatCents, grossCents } = calculateInvoiceTotals(lines)
    return { lines, vatCents, roundingCents, grossCents: grossCents + roundingCents }
  })
  .filter(({ vatCents }) => vatCents > 2)

test('however it is divided, the credit notes add up to the invoice in net per rate, VAT and gross, and never exceed it', () => {
  fc.assert(
    fc.property(invoices, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }), (invoice, cuts) => {
      const notes: ReturnType<typeof noteOf>[] = []
      let credited = 0
      for (const cut of [...cuts, 1]) {
        const left = creditableAmounts(invoice, notes)
        expect(left.grossCents).toBe(invoice.grossCents - credited)
        const amount = cut === 1 ? left.grossCents : Math.floor(left.grossCents * cut)
        const credit = splitCredit(left, amount)
        if (!credit) {
          expect(amount).toBe(0)
          continue
        }
        expect(credit.netCents + credit.vatCents + credit.roundingCents).toBe(amount)
        expect(credit.vatCents).toBeGreaterThanOrEqual(0)
        expect(credit.vatCents).toBeLessThanOrEqual(left.vatCents)
        for (const group of credit.groups) expect(group.netCents).toBeGreaterThanOrEqual(0)
        // The VAT follows from the rates, except for the rounding of each.
        const byRates = calculateInvoiceTotals(noteOf(credit).lines).vatCents
        if (cut !== 1) expect(Math.abs(credit.vatCents - byRates)).toBeLessThanOrEqual(4 + cuts.length)
        notes.push(noteOf(credit))
        credited += amount
      }
      expect(credited).toBe(invoice.grossCents)
      const rest = creditableAmounts(invoice, notes)
      expect(rest).toMatchObject({ netCents: 0, vatCents: 0, roundingCents: 0, grossCents: 0 })
      for (const group of rest.groups) expect(group.netCents).toBe(0)
    }),
    { numRuns: 300 },
  )
})

test('the VAT breakdown of a document adds up to its VAT', () => {
  const lines = [line(10_001), line(10_001, 1000)]
  const { vatCents } = calculateInvoiceTotals(lines)
  expect(allocateVatBreakdown(lines, vatCents)).toEqual(calculateInvoiceTotals(lines).vatBreakdown)
  const shifted = allocateVatBreakdown(lines, vatCents + 1)
  expect(shifted.map((group) => group.vatCents).reduce((a, b) => a + b)).toBe(vatCents + 1)
  expect(shifted[0]?.vatRateBp).toBe(2550)
})
