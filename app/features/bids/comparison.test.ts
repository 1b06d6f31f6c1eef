import { expect, test } from 'vitest'
import { type ComparedBid, compareBids as compare, median, outlierOf } from './comparison.ts'

const requested = [
  { id: 'walls', position: 2, description: 'Paint walls', quantityMilli: 10_000, unit: 'm2' },
  { id: 'roof', position: 1, description: 'New roof', quantityMilli: 1000, unit: 'pc' },
]

/** Ranked by what the bids cost a client who does not deduct VAT, so that their totals are seen with it. */
const compareBids = (lines: typeof requested, bids: readonly ComparedBid[]) =>
  compare(lines, bids, { basis: 'cost', selfAssessedRateBp: 0 })

const line = (
  description: string,
  unitPriceCents: number,
  more: Partial<{ projectLineId: string; quantityMilli: number; unit: string; excluded: boolean }> = {},
) => ({
  projectLineId: null,
  description,
  quantityMilli: 1000,
  unit: 'pc',
  unitPriceE4: unitPriceCents * 100,
  vatRateBp: 2000,
  ...more,
})

const walls = { quantityMilli: 10_000, unit: 'm2' }
const bids = [
  {
    id: 'whole',
    isConfirmed: true,
    lines: [line('Roof of tin', 50_000, { projectLineId: 'roof' }), line(' paint  WALLS ', 1000, walls)],
  },
  { id: 'gap', isConfirmed: true, lines: [line('New roof', 40_000), line('Scaffold', 3000)] },
  {
    id: 'without',
    isConfirmed: true,
    lines: [
      line('New roof', 60_000, { quantityMilli: 2000 }),
      line('Paint walls', 900, { ...walls, excluded: true }),
      line('scaffold', 5000),
    ],
  },
]

const states = (row: { cells: { state: string; netCents: number | null; differs: boolean }[] } | undefined) =>
  row?.cells.map((cell) => `${cell.state} ${cell.netCents}${cell.differs ? ' differs' : ''}`)

test('lines are matched by reference, else by description, in the project’s order', () => {
  const { rows } = compareBids(requested, bids)
  expect(rows.map((row) => [row.requested?.id ?? null, row.description])).toEqual([
    ['roof', 'New roof'],
    ['walls', 'Paint walls'],
    [null, 'Scaffold'],
  ])
  expect(states(rows[0])).toEqual(['priced 50000', 'priced 40000', 'priced 120000 differs'])
  expect(states(rows[1])).toEqual(['priced 10000', 'missing null', 'excluded null'])
  expect(states(rows[2])).toEqual(['missing null', 'priced 3000', 'priced 5000'])
})

test('the lowest of a line counts the priced cells only, its median those of complete bids', () => {
  const { rows } = compareBids(requested, bids)
  expect(rows.map((row) => [row.lowestCents, row.medianCents])).toEqual([
    [40_000, 50_000],
    [10_000, 10_000],
    [3000, null],
  ])
})

test('totals include VAT and skip excluded lines; lowest and median', () => {
  const { totals, lowestCents, medianCents, lowestCompleteCents } = compareBids(requested, bids)
  expect(totals).toEqual([
    {
      bidId: 'whole',
      netCents: 60_000,
      vatCents: 12_000,
      grossCents: 72_000,
      dayWorkCents: null,
      rankedCents: 72_000,
      ...{ missing: 0, excluded: 0, differing: 0, isComplete: true, isConfirmed: true, isQualified: true },
    },
    {
      bidId: 'gap',
      netCents: 43_000,
      vatCents: 8600,
      grossCents: 51_600,
      dayWorkCents: null,
      rankedCents: 51_600,
      ...{ missing: 1, excluded: 0, differing: 0, isComplete: false, isConfirmed: true, isQualified: true },
    },
    {
      bidId: 'without',
      netCents: 125_000,
      vatCents: 25_000,
      grossCents: 150_000,
      dayWorkCents: null,
      rankedCents: 150_000,
      ...{ missing: 0, excluded: 1, differing: 1, isComplete: false, isConfirmed: true, isQualified: true },
    },
  ])
  expect([lowestCents, medianCents, lowestCompleteCents]).toEqual([51_600, 72_000, 72_000])
})

test('the median total counts complete bids only, in the table and in the export alike', () => {
  const complete = (id: string, price: number) => ({
    id,
    isConfirmed: true,
    lines: [line('New roof', price), line('Paint walls', 0, walls)],
  })
  const incomplete = { id: 'gap', isConfirmed: true, lines: [line('New roof', 1)] }
  const { medianCents } = compareBids(requested, [complete('a', 10_000), complete('b', 30_000), incomplete])
  expect(medianCents).toBe(24_000)
  expect(compareBids(requested, [incomplete]).medianCents).toBeNull()
})

test('neither a short quantity nor a bid for an earlier request counts', () => {
  const whole = (id: string, price: number, change: object = {}) => ({
    ...{ id, isConfirmed: true },
    lines: [line('New roof', price), line('Paint walls', 0, walls)],
    ...change,
  })
  const short = whole('short', 0, { lines: [line('New roof', 10), line('Paint walls', 0, { unit: 'm2' })] })
  const { rows, totals, medianCents, lowestCompleteCents } = compareBids(requested, [
    whole('a', 10_000),
    whole('stale', 500, { isConfirmed: false }),
    short,
  ])
  expect(totals.map((total) => [total.isComplete, total.isConfirmed, total.differing])).toEqual([
    [true, true, 0],
    [true, false, 0],
    [false, true, 1],
  ])
  expect([lowestCompleteCents, medianCents]).toEqual([12_000, 12_000])
  expect(rows[0]?.lowestCents).toBe(10)
})

test('a bid that omits one line and excludes another is incomplete', () => {
  const lines = [line('New roof', 700, { excluded: true })]
  expect(compareBids(requested, [{ id: 'x', isConfirmed: true, lines }]).totals[0]).toMatchObject({
    missing: 1,
    excluded: 1,
    isComplete: false,
    grossCents: 0,
  })
})

test('several lines for one requested line are added up', () => {
  const [row] = compareBids(requested, [
    {
      id: 'two',
      isConfirmed: true,
      lines: [line('a', 100, { projectLineId: 'roof' }), line('b', 200, { projectLineId: 'roof' })],
    },
  ]).rows
  expect(row?.cells[0]).toEqual({
    bidId: 'two',
    state: 'priced',
    unitPriceE4: null,
    quantityMilli: null,
    netCents: 300,
    differs: true,
  })
})

test('a line that refers to no requested line is matched by its description', () => {
  const lines = [line('New roof', 700, { projectLineId: 'gone' })]
  expect(compareBids(requested, [{ id: 'x', isConfirmed: true, lines }]).rows[0]?.cells[0]?.netCents).toBe(700)
})

test('a different unit is marked', () => {
  const lines = [line('New roof', 700, { unit: 'm2' })]
  expect(compareBids(requested, [{ id: 'x', isConfirmed: true, lines }]).rows[0]?.cells[0]?.differs).toBe(true)
})

test('there is nothing to compare without bids', () => {
  const empty = compareBids(requested, [])
  expect(empty.rows.map((row) => row.cells)).toEqual([[], []])
  expect([empty.totals, empty.lowestCents, empty.medianCents, empty.lowestCompleteCents]).toEqual([
    [],
    null,
    null,
    null,
  ])
})

test('the median', () => {
  expect(median([])).toBeNull()
  expect(median([7])).toBe(7)
  expect(median([100, 9, 20])).toBe(20)
  expect(median([4, 1, 2, 3])).toBe(3) // 2.5
})

test.each([
  ['30 % above the median', 1300, 3, null],
  ['just more than 30 % above', 1301, 3, 3010],
  ['30 % below', 700, 3, null],
  ['just more than 30 % below', 699, 3, -3010],
  ['far off, but of two bids only', 5000, 2, null],
  ['free', 0, 3, -10_000],
  ['not priced', null, 9, null],
])('an amount that is %s', (_what, cents, medianOf, deviation) => {
  expect(outlierOf(cents, { medianCents: 1000, medianOf })).toBe(deviation)
})

test('nothing deviates from a median of zero, or from none', () => {
  expect(outlierOf(100, { medianCents: 0, medianOf: 5 })).toBeNull()
  expect(outlierOf(100, { medianCents: null, medianOf: 0 })).toBeNull()
})
