import { describe, expect, test } from 'vitest'
import { maxCents } from '#app/platform/forms/field-schemas.ts'
import { pricePoints } from './scoring.ts'

const ratio = { maxPoints: 10, priceFormula: 'lowest' as const, ceilingCents: null }

describe('price points, in hundredths', () => {
  const linear = { maxPoints: 10, priceFormula: 'linear' as const, ceilingCents: 150_000 }
  test.each([
    ['the lowest price', ratio, 100_000, 100_000, 1000],
    ['a quarter above it', ratio, 125_000, 100_000, 800],
    ['twice the lowest', ratio, 200_000, 100_000, 500],
    ['a third, rounded', ratio, 300_000, 100_000, 333],
    ['two thirds, rounded', ratio, 150_000, 100_000, 667],
    ['half a hundredth, away from zero', ratio, 200_000, 100_100, 501],
    ['nothing', ratio, 0, 0, 1000],
    ['something beside nothing', ratio, 100_000, 0, 0],
    ['a cent', ratio, maxCents, 1, 0],
    ['as much as anything costs', ratio, maxCents, maxCents, 1000],
    ['another scale', { ...ratio, maxPoints: 100 }, 300_000, 100_000, 3333],
    ['linear: the lowest price', linear, 100_000, 100_000, 1000],
    ['linear: halfway to the ceiling', linear, 125_000, 100_000, 500],
    ['linear: the ceiling', linear, 150_000, 100_000, 0],
    ['linear: above the ceiling', linear, 150_001, 100_000, 0],
    ['linear: the lowest price at the ceiling', linear, 150_000, 150_000, 0],
    ['linear: the lowest price above the ceiling', linear, 200_000, 200_000, 0],
    ['linear: nothing', linear, 0, 0, 1000],
  ])('%s', (_name, terms, price, lowest, points) => {
    expect(pricePoints(terms, price, lowest)).toBe(points)
  })
})
