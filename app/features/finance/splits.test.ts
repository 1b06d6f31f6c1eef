import { describe, expect, it } from 'vitest'
import { financialCategories, financialVats } from '#db/vocabulary/finance.ts'
import { chartValue, kindOf, parseChartValue } from './chart.ts'
import { type AskedSplit, rateOf, splitsOf, vatIn } from './splits.ts'

const part = (asked: Partial<AskedSplit> = {}): AskedSplit => ({
  ...{ category: 'materials', ownCategoryId: null, projectId: null, amountCents: null, vat: 'none', vatCents: null },
  ...asked,
})
const amounts = (answer: ReturnType<typeof splitsOf>) =>
  'splits' in answer ? answer.splits.map(({ amountCents, vatCents }) => [amountCents, vatCents]) : answer.refused

describe('the VAT of a part', () => {
  it.each([
    // 125.50 at 25.5 % is 100.00 and 25.50.
    [12_550, 'standard', '2026-06-01', 2550],
    [-12_550, 'standard', '2026-06-01', -2550],
    [12_400, 'standard', '2024-08-31', 2400],
    [11_350, 'reduced', '2026-01-01', 1350],
    [11_400, 'reduced', '2025-12-31', 1400],
    [11_000, 'low', '2026-06-01', 1000],
    // 0.01 at 25.5 %: 0.002 of a cent.
    [1, 'standard', '2026-06-01', 0],
    [10_000, 'none', '2026-06-01', 0],
    [10_000, 'zero', '2026-06-01', 0],
    // The buyer adds the tax of a reverse charge to what was paid.
    [-10_000, 'construction', '2026-06-01', -2550],
    [-10_000, 'eu_goods', '2026-06-01', -2550],
    [-10_000, 'eu_services', '2026-06-01', -2550],
  ] as const)('of %i %s on %s is %i', (amount, vat, day, tax) => {
    expect(vatIn(amount, vat, rateOf(vat, day) ?? -1)).toBe(tax)
  })

  it('has no rate before the table begins, but where there is no tax', () => {
    expect(financialVats.map((vat) => rateOf(vat, '2012-12-31'))).toEqual([0, null, null, null, 0, null, null, null])
  })
})

describe('the parts of a row', () => {
  it.each([
    ['no part while nobody has said', -10_000, [], []],
    ['one part takes all', -10_000, [part()], [[-10_000, 0]]],
    [
      'an open part takes the rest',
      -10_000,
      [part({ amountCents: 3000 }), part()],
      [
        [-3000, 0],
        [-7000, 0],
      ],
    ],
    [
      'a part against the direction',
      10_000,
      [part({ amountCents: 12_000 }), part({ amountCents: -2000 })],
      [
        [12_000, 0],
        [-2000, 0],
      ],
    ],
    ['tax as the receipt says', -12_550, [part({ vat: 'standard', vatCents: 2551 })], [[-12_550, -2551]]],
    ['no tax of one’s own where there is none', -100, [part({ vatCents: 20 })], [[-100, 0]]],
    ['a cent short', -10_000, [part({ amountCents: 9999 })], 'splitsDoNotAddUp'],
    ['a cent over', -10_000, [part({ amountCents: 10_001 })], 'splitsDoNotAddUp'],
    ['nothing left for the open part', -10_000, [part({ amountCents: 10_000 }), part()], 'splitsDoNotAddUp'],
    ['two open parts', -10_000, [part(), part()], 'twoOpenSplits'],
    ['a part of nothing', -10_000, [part({ amountCents: 0 }), part()], 'emptySplit'],
    ['more tax than amount', -100, [part({ vat: 'standard', vatCents: 101 })], 'vatTooMuch'],
  ] as const)('%s', (_name, total, asked, expected) => {
    expect(amounts(splitsOf(total, '2026-06-01', asked))).toEqual(expected)
  })

  it('refuses a rate on a day that has none', () => {
    expect(splitsOf(-100, '2012-01-01', [part({ vat: 'standard' })])).toEqual({ refused: 'noRateOnDay' })
  })
})

it('a place in the chart is written and read, and nothing else is', () => {
  for (const category of financialCategories)
    for (const ownCategoryId of [null, 'an-id'])
      expect(parseChartValue(chartValue({ category, ownCategoryId }))).toEqual({ category, ownCategoryId })
  expect(['', 'shells', ':an-id'].map(parseChartValue)).toEqual([null, null, null])
  expect(['sales', 'fuel', 'vat'].map((one) => kindOf(one as 'sales'))).toEqual(['income', 'expense', 'transfer'])
})
