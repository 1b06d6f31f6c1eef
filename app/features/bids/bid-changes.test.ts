import { expect, test } from 'vitest'
import { changesOfBid } from './bid-changes.ts'

const line = (projectLineId: string | null, description: string, unitPriceE4: number, excluded = false) => ({
  ...{ projectLineId, description, unitPriceE4, excluded },
  ...{ quantityMilli: 1000, unit: 'm', vatRateBp: 2550 },
})
const bid = {
  lines: [line('a', 'Walls', 50), line('b', 'Doors', 70), line(null, 'Bin', 5), line(null, 'Bin', 6)],
  ...{ netCents: 100, timelineWeeks: 4, approach: 'By hand', inclusions: null, exclusions: null, boundUntil: null },
}

test('a revision that says the same changes nothing', () => {
  expect(changesOfBid(bid, { ...bid, lines: [...bid.lines] })).toEqual({ lines: [], stated: [] })
})

test('lines that are priced otherwise, excluded, added and removed are named, and what is stated besides', () => {
  const lines = [line('a', 'Walls', 40), line('b', 'Doors', 70, true), line(null, 'Bin', 5), line(null, 'Crane', 9)]
  const changes = changesOfBid(bid, { ...bid, lines, netCents: 90, exclusions: 'Permits' })
  expect(changes.lines.map(({ before, after }) => [before?.unitPriceE4, after?.unitPriceE4, after?.excluded])).toEqual([
    [50, 40, false],
    [70, 70, true],
    [undefined, 9, false],
    [6, undefined, undefined],
  ])
  expect(changes.stated).toEqual(['netCents', 'exclusions'])
})
