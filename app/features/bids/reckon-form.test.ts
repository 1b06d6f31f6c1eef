import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculateBidTotals } from './bid-totals.ts'
import { reckonForm } from './reckon-form.ts'

const context = { decimalMark: ',' as const, vatRates: [2550, 1350] }
const reckon = (fields: Record<string, string>, rows: number) =>
  reckonForm((name) => fields[name] ?? null, rows, context)

const line = (row: number, quantity: string, unitPrice: string, more: Record<string, string> = {}) =>
  Object.fromEntries(
    Object.entries({ description: 'Work', quantity, unitPrice, ...more }).map(([name, value]) => [
      `lines[${row}].${name}`,
      value,
    ]),
  )

test('lines are priced as the server prices them, with four decimals and the chosen rate', () => {
  const shown = reckon({ ...line(0, '1 200', '0,0375'), ...line(1, '2', '10', { vatRate: '13.5' }) }, 2)
  expect(shown.nets).toEqual([4500, 2000])
  expect(shown.totals).toMatchObject({ netCents: 6500, vatCents: 1148 + 270, grossCents: 7918 })
})

test('an excluded line costs nothing, one that cannot be read is open, and an empty row is neither', () => {
  const fields = {
    ...line(0, '1', '5', { excluded: 'on' }),
    ...line(1, '1', 'five'),
    ...line(2, '1', ''),
    ...line(3, '', '', { description: '' }),
    ...line(4, '9999999', '99999999999999'),
    ...line(5, '1', '7'),
  }
  expect(reckon(fields, 6)).toMatchObject({
    nets: [0, null, null, null, null, 700],
    open: 3,
    totals: { netCents: 700 },
  })
})

test('day-work is told apart from what the contract sum has', () => {
  const fields = { ...line(0, '10', '50'), ...line(1, '20', '45', { priceForm: 'day_work' }) }
  expect(reckon(fields, 2)).toMatchObject({ totals: { netCents: 140_000 }, dayWork: 90_000 })
  expect(reckon(line(0, '10', '50', { priceForm: 'fixed' }), 1).dayWork).toBeNull()
})

test('a single amount counts where there are no lines', () => {
  expect(reckon({ amount: '12 000,50', vatRate: '13.5' }, 0).totals).toMatchObject({
    netCents: 1_200_050,
    vatCents: 162_007,
  })
  expect(reckon({ amount: 'much' }, 0).totals.netCents).toBe(0)
})

test('whatever is typed is reckoned without an error, and readable lines as the server does', () => {
  const priced = fc.record({
    quantityMilli: fc.integer({ min: 1, max: 10 ** 9 }),
    unitPriceE4: fc.integer({ min: 0, max: 10 ** 9 }),
  })
  fc.assert(
    fc.property(fc.array(priced, { minLength: 1, maxLength: 8 }), (lines) => {
      const typed = lines.map(({ quantityMilli, unitPriceE4 }, row) =>
        line(
          row,
          (quantityMilli / 1000).toFixed(3).replace('.', ','),
          (unitPriceE4 / 10_000).toFixed(4).replace('.', ','),
        ),
      )
      expect(reckon(Object.assign({}, ...typed), lines.length).totals).toEqual(
        calculateBidTotals(lines.map((each) => ({ ...each, vatRateBp: 2550 }))),
      )
    }),
  )
  fc.assert(
    fc.property(fc.string(), fc.string(), (quantity, unitPrice) => {
      expect(reckon(line(0, quantity, unitPrice), 1).nets).toHaveLength(1)
    }),
  )
})
