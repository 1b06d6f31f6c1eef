import { expect, it } from 'vitest'
import { nextQuality, noQuality, type PacketCounts, qualityBetween, worstQuality } from './quality.ts'

const counts = (received: number, lost: number, roundTripMs: number | null = 20): PacketCounts => ({
  received,
  lost,
  roundTripMs,
})
const start = counts(1_000, 50)

it.each([
  ['excellent', counts(2_000, 50)],
  ['excellent', counts(1_981, 69, 149)],
  ['good', counts(1_980, 70)],
  ['good', counts(2_000, 50, 150)],
  ['fair', counts(1_950, 100)],
  ['fair', counts(2_000, 50, 499)],
  ['poor', counts(1_900, 150)],
  ['poor', counts(2_000, 50, 500)],
  ['excellent', counts(2_000, 40, null)],
  ['poor', counts(1_000, 60)],
  ['unknown', counts(1_000, 50)],
  ['unknown', counts(10, 0)],
] as const)('rates %s', (level, after) => {
  expect(qualityBetween(start, after)).toBe(level)
})

const shownAfter = (...samples: Array<Parameters<typeof nextQuality>[1]>) =>
  samples.reduce(nextQuality, noQuality).shown

it('shows the first level at once, and another one after two samples', () => {
  expect(shownAfter()).toBe('unknown')
  expect(shownAfter('good')).toBe('good')
  expect(shownAfter('good', 'poor')).toBe('good')
  expect(shownAfter('good', 'poor', 'poor')).toBe('poor')
  expect(shownAfter('good', 'poor', 'good', 'poor')).toBe('good')
})

it('takes the nearer of two samples on the same side, and waits while they disagree', () => {
  expect(shownAfter('excellent', 'poor', 'fair')).toBe('fair')
  expect(shownAfter('excellent', 'fair', 'poor')).toBe('fair')
  expect(shownAfter('good', 'excellent', 'poor')).toBe('good')
  expect(shownAfter('good', 'excellent', 'poor', 'fair')).toBe('fair')
})

it('is not moved by a moment without packets', () => {
  expect(shownAfter('good', 'unknown', 'unknown')).toBe('good')
})

it('takes the worst of several connections', () => {
  expect(worstQuality(['good', 'fair', 'unknown'])).toBe('fair')
  expect(worstQuality(['unknown'])).toBe('unknown')
})
