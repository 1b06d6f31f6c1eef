import { describe, expect, it } from 'vitest'
import { parseAmount } from '#app/platform/money.ts'
import { knownEstimates } from '#tests/factories/estimates.ts'
import { rangeOf } from './comparison.ts'
import {
  type EstimateInput,
  estimate,
  pricesOf,
  qualityFactor,
  servicePriceCents,
  urgencyFactors,
  weeksOf,
  wholeEuros,
  workTypes,
} from './estimate.ts'

const vatRateBp = 2400
const input: EstimateInput = {
  ...{ projectTypes: ['renovation'], areaCenti: 10_000, quality: 'standard', urgency: 'normal' },
  additionalFeatures: [],
}

describe('the constants of section 9', () => {
  it.each([
    ['renovation', 500, 800],
    ['bathroom', 8_000, 1_200],
    ['kitchen', 12_000, 1_500],
    ['painting', 500, 25],
    ['electrical', 300, 80],
    ['new_construction', 50_000, 2_000],
    ['roofing', 2_000, 150],
  ] as const)('%s costs %d € and %d € for each m²', (type, base, perSquareMetre) => {
    expect(pricesOf(type)).toEqual({ baseCents: base * 100, squareMetreCents: perSquareMetre * 100 })
    const { subtotalCents } = estimate({ ...input, projectTypes: [type], areaCenti: 300 }, vatRateBp)
    expect(subtotalCents).toBe((base + 3 * perSquareMetre) * 100)
  })

  it('are of seven kinds of work', () => {
    expect(workTypes).toHaveLength(7)
  })

  it.each([
    ['standard', 10, 8_050_000],
    ['premium', 15, 12_075_000],
    ['luxury', 22, 17_710_000],
  ] as const)('%s quality multiplies the price by %d tenths', (quality, tenths, subtotal) => {
    expect(qualityFactor(quality)).toBe(tenths)
    expect(estimate({ ...input, quality }, vatRateBp).subtotalCents).toBe(subtotal)
  })

  it.each([
    ['flexible', 9, 12, 7_245_000, 6],
    ['normal', 10, 10, 8_050_000, 5],
    ['urgent', 13, 7, 10_465_000, 4],
    ['emergency', 18, 5, 14_490_000, 3],
  ] as const)('%s: the price by %d tenths, the weeks by %d', (urgency, price, weeks, subtotal, rounded) => {
    expect(urgencyFactors(urgency)).toEqual({ price, weeks })
    expect(estimate({ ...input, urgency }, vatRateBp)).toMatchObject({ subtotalCents: subtotal, weeks: rounded })
  })

  it.each([
    ['design', 2_000],
    ['permit', 1_500],
    ['cleanup', 800],
    ['warranty', 1_200],
  ] as const)('%s adds %d €, which nothing multiplies (P10)', (service, price) => {
    expect(servicePriceCents(service)).toBe(price * 100)
    const dearest = { ...input, quality: 'luxury', urgency: 'emergency' } as const
    const without = estimate(dearest, vatRateBp).subtotalCents
    expect(estimate({ ...dearest, additionalFeatures: [service] }, vatRateBp).subtotalCents).toBe(without + price * 100)
  })

  it('are 24 % VAT on the subtotal, and 15 % around the total', () => {
    expect(estimate(input, vatRateBp)).toMatchObject({
      ...{ subtotalCents: 8_050_000, vatCents: 1_932_000, totalCents: 9_982_000 },
      ...{ minPriceCents: 8_484_700, maxPriceCents: 11_479_300 },
    })
  })
})

describe('the weeks', () => {
  it.each([
    ['renovation', 1, 2],
    ['renovation', 4_000, 2],
    ['renovation', 4_001, 3],
    ['renovation', null, 2],
    ['bathroom', 99_900, 3],
    ['kitchen', 99_900, 4],
    ['painting', 99_900, 1],
    ['electrical', 99_900, 2],
    ['new_construction', 15_000, 12],
    ['new_construction', 15_001, 16],
    ['new_construction', null, 12],
    ['roofing', 99_900, 2],
    ['something unknown', 99_900, 2],
  ])('of %s with %s hundredths of m² are %d', (type, areaCenti, weeks) => {
    expect(weeksOf([type], areaCenti, 'normal')).toBe(weeks)
  })

  it('add up before the urgency, and are rounded up once', () => {
    // (1 + 1 + 3) × 0.5 is 2.5; rounded up each they would be 4.
    expect(weeksOf(['painting', 'painting', 'bathroom'], 100, 'emergency')).toBe(3)
    expect(weeksOf(['kitchen', 'kitchen'], 100, 'flexible')).toBe(10)
  })
})

it.each(knownEstimates.map((known) => [known.slice(0, 5).join(' · '), known] as const))(
  '%s is as worked out',
  (_, [projectTypes, area, quality, urgency, additionalFeatures, ...known]) => {
    const areaCenti = parseAmount(area, '.') ?? 0
    const made = estimate({ projectTypes, areaCenti, quality, urgency, additionalFeatures }, vatRateBp)
    const { subtotalCents, vatCents, totalCents, minPriceCents, maxPriceCents, weeks } = made
    expect([subtotalCents, vatCents, totalCents, minPriceCents, maxPriceCents, weeks]).toEqual(known)
    expect(made.projects.map(({ type }) => type)).toEqual(projectTypes)
  },
)

it('shows whole euros, rounded half up', () => {
  expect([149, 150, 99_950, 100].map(wholeEuros)).toEqual([100, 200, 100_000, 100])
})

describe('a comparison with bids', () => {
  const bids = { netCents: [100_100, 200_200, 300_300, 400_400, 500_500], bidders: 5, projects: 2 }

  it('is the middle half, rounded so that neither end is a bid', () => {
    expect(rangeOf(bids)).toEqual({ count: 5, fromCents: 200_000, toCents: 400_000 })
    expect(rangeOf({ ...bids, netCents: [1_234_567, 1_234_567, 1_234_567, 1_234_567, 1_234_567] })).toEqual({
      ...{ count: 5, fromCents: 1_200_000, toCents: 1_200_000 },
    })
  })

  it('needs five bids of five companies on two projects', () => {
    expect(rangeOf({ ...bids, netCents: bids.netCents.slice(1) })).toBeNull()
    expect(rangeOf({ ...bids, bidders: 4 })).toBeNull()
    expect(rangeOf({ ...bids, projects: 1 })).toBeNull()
  })
})
