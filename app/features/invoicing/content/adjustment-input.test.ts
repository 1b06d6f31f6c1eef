import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountOfShare, readShare, type TypedAdjustment, toDocumentAdjustments } from './adjustment-input.ts'

test.each([
  ['10 %', { rateBp: 1000 }],
  ['2,5%', { rateBp: 250 }],
  ['100 %', { rateBp: 10_000 }],
  ['101 %', null],
  ['0 %', null],
  ['%', null],
  ['-5 %', null],
  ['150,00', { amountCents: 15_000 }],
  ['1 200', { amountCents: 120_000 }],
  ['0', null],
  ['-5', null],
  ['some', null],
])('a share written as %s', (typed, share) => {
  expect(readShare(typed, ',')).toEqual(share)
})

test('a percentage says of what, and an amount does not', () => {
  expect(amountOfShare({ rateBp: 1000 }, 12_345)).toEqual({ amountCents: 1235, rateBp: 1000, baseCents: 12_345 })
  expect(amountOfShare({ rateBp: 1000 }, 4)).toBeNull()
  expect(amountOfShare({ amountCents: 7 }, 4)).toEqual({ amountCents: 7, rateBp: null, baseCents: null })
})

const line = (netCents: number, vatRateBp: number) => ({
  ...{ quantityMilli: 1000, unitPriceE4: netCents * 100, vatRateBp, vatGround: null },
  vatCategory: vatRateBp === 0 ? ('Z' as const) : ('S' as const),
})
const discount: Omit<TypedAdjustment, 'share' | 'vat'> = { kind: 'allowance', reasonCode: '95', reason: 'Discount' }
const standard = { vatCategory: 'S' as const, vatRateBp: 2550, vatGround: null }

describe('a discount of the whole invoice', () => {
  const lines = [line(10_000, 2550), line(5000, 1350), line(2000, 2550)]

  test('by percentage follows the VAT of the lines', () => {
    expect(toDocumentAdjustments([{ ...discount, share: { rateBp: 1000 }, vat: null }], lines)).toEqual([
      { ...discount, ...standard, amountCents: 1200, rateBp: 1000, baseCents: 12_000 },
      { ...discount, ...standard, vatRateBp: 1350, amountCents: 500, rateBp: 1000, baseCents: 5000 },
    ])
  })

  test('of one VAT rate is a share of its lines', () => {
    expect(toDocumentAdjustments([{ ...discount, share: { rateBp: 1000 }, vat: standard }], lines)).toEqual([
      { ...discount, ...standard, amountCents: 1200, rateBp: 1000, baseCents: 12_000 },
    ])
  })

  test('is nothing where there are no lines', () => {
    expect(toDocumentAdjustments([{ ...discount, share: { rateBp: 1000 }, vat: null }], [])).toEqual([])
  })

  test('by amount: its parts add up, however the lines are taxed', () => {
    const some = fc.array(fc.tuple(fc.integer({ min: 1, max: 1_000_000 }), fc.constantFrom(2550, 1350, 1000, 0)), {
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 500_000 }), (rows, amountCents) => {
        const parts = toDocumentAdjustments(
          [{ ...discount, share: { amountCents }, vat: null }],
          rows.map(([net, rate]) => line(net, rate)),
        )
        expect(parts.reduce((sum, part) => sum + part.amountCents, 0)).toBe(amountCents)
      }),
    )
  })
})
