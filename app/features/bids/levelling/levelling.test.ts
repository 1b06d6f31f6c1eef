import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareBids } from '#app/features/bids/comparison.ts'
import { gapsOf, levelBids, type Plug } from './levelling.ts'

const requested = ['roof', 'walls', 'floor'].map((id, position) => ({
  ...{ id, position, description: id, quantityMilli: 1000, unit: 'pcs' },
}))
type Answer = number | 'missing' | 'excluded' | 'short'

function bid(id: string, answers: readonly Answer[], isConfirmed = true) {
  const lines = answers.flatMap((answer, index) => {
    const line = { projectLineId: requested[index]?.id ?? '', description: 'x', unit: 'pcs', vatRateBp: 2550 }
    if (answer === 'missing') return []
    if (answer === 'excluded') return [{ ...line, quantityMilli: 1000, unitPriceE4: 90_000, excluded: true }]
    if (answer === 'short') return [{ ...line, quantityMilli: 500, unitPriceE4: 100_000 }]
    return [{ ...line, quantityMilli: 1000, unitPriceE4: answer * 100 }]
  })
  return { id, isConfirmed, lines }
}
const compared = (...bids: ReturnType<typeof bid>[]) => compareBids(requested, bids, { basis: 'net' })
const plug = (bidId: string, projectLineId: string, netCents: number): Plug => ({
  ...{ bidId, projectLineId, netCents, reason: 'As the others', setByName: 'Ann', setAt: 1 },
})

describe('levelling', () => {
  it.each<[string, Answer, number]>([
    ['a missing line', 'missing', 3000],
    ['an excluded line', 'excluded', 3000],
    ['a line for another quantity', 'short', 3500],
  ])('replaces what a bid says for %s by the plug', (_what, answer, submitted) => {
    const comparison = compared(bid('a', [1000, 2000, answer]))
    expect(comparison.totals[0]?.netCents).toBe(submitted)
    expect(levelBids(comparison, [])).toEqual([{ bidId: 'a', netCents: submitted, gaps: 1, open: 1, rank: null }])
    expect(levelBids(comparison, [plug('a', 'floor', 700)])).toEqual([
      { bidId: 'a', netCents: 3700, gaps: 1, open: 0, rank: 1 },
    ])
  })

  it('ranks a second time: the cheapest bid as submitted may not be the cheapest', () => {
    const comparison = compared(
      bid('a', [1000, 1000, 'missing']),
      bid('b', [1000, 1000, 400]),
      bid('c', [1, 1, 1], false),
    )
    const ranks = (plugs: Plug[]) => levelBids(comparison, plugs).map(({ rank }) => rank)
    expect(ranks([])).toEqual([null, 1, null])
    expect(ranks([plug('a', 'floor', 500)])).toEqual([2, 1, null])
    expect(ranks([plug('a', 'floor', 400)])).toEqual([1, 1, null])
    expect(ranks([plug('a', 'floor', 0)])).toEqual([1, 2, null])
  })

  it('ignores a plug for a line that the bid prices as requested', () => {
    expect(levelBids(compared(bid('a', [1, 2, 3])), [plug('a', 'roof', 999)])).toMatchObject([{ netCents: 6, rank: 1 }])
  })

  it('lists the gaps of one bid with their plugs', () => {
    const comparison = compared(bid('a', ['missing', 1, 'excluded']), bid('b', ['missing', 1, 1]))
    expect(
      gapsOf(comparison, 'a', [plug('a', 'floor', 5), plug('b', 'roof', 6)]).map(
        ({ projectLineId, cell, plug: own }) => [...[projectLineId, cell.state, own?.netCents ?? null]],
      ),
    ).toEqual([
      ['roof', 'missing', null],
      ['floor', 'excluded', 5],
    ])
  })

  it('of any bids leaves the submitted figures alone, and levels each bid to priced lines plus plugs', () => {
    const answer = fc.oneof(fc.integer({ min: 0, max: 9999 }), fc.constantFrom('missing', 'excluded', 'short'))
    const row = fc.array(answer, { minLength: 3, maxLength: 3 }) as fc.Arbitrary<Answer[]>
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 6 }), fc.integer({ min: 0, max: 5000 }), (bids, cents) => {
        const comparison = compared(...bids.map((answers, index) => bid(String(index), answers)))
        const plugs = bids.flatMap((_, index) => requested.map(({ id }) => plug(String(index), id, cents)))
        const before = structuredClone(comparison)
        const levelled = levelBids(comparison, plugs)
        expect(comparison).toEqual(before)
        for (const [index, answers] of bids.entries()) {
          const sum = answers.reduce<number>((total, one) => total + (typeof one === 'number' ? one : cents), 0)
          expect(levelled[index]).toMatchObject({ netCents: sum, open: 0 })
        }
        const order = levelled.map(({ netCents, rank }) => [netCents, rank ?? 0] as const)
        for (const [net, rank] of order) for (const [other, place] of order) expect(net < other).toBe(rank < place)
      }),
    )
  })
})
