import { percentageOf, shareOf, sumCents } from '#app/platform/money.ts'
import type { ProjectCategory } from '#db/vocabulary/projects.ts'

/** The prices of each kind of work, in whole euros: once, and for each square metre (EST-1). */
const prices = {
  renovation: { base: 500, perSquareMetre: 800 },
  bathroom: { base: 8_000, perSquareMetre: 1_200 },
  kitchen: { base: 12_000, perSquareMetre: 1_500 },
  painting: { base: 500, perSquareMetre: 25 },
  electrical: { base: 300, perSquareMetre: 80 },
  new_construction: { base: 50_000, perSquareMetre: 2_000 },
  roofing: { base: 2_000, perSquareMetre: 150 },
} as const satisfies Partial<Record<ProjectCategory, { base: number; perSquareMetre: number }>>

/** What a quality multiplies the price by, in tenths. */
const qualityTenths = { standard: 10, premium: 15, luxury: 22 } as const
/** What an urgency multiplies the price and the weeks by, in tenths. */
const urgencyTenths = {
  flexible: { price: 9, weeks: 12 },
  normal: { price: 10, weeks: 10 },
  urgent: { price: 13, weeks: 7 },
  emergency: { price: 18, weeks: 5 },
} as const
/** Additional services, in whole euros; no multiplier applies to them (P10). */
const servicePrices = { design: 2_000, permit: 1_500, cleanup: 800, warranty: 1_200 } as const

/** The range around the total, in basis points. */
const rangeBp = 1_500

export type WorkType = keyof typeof prices
export type Quality = keyof typeof qualityTenths
export type Urgency = keyof typeof urgencyTenths
export type Service = keyof typeof servicePrices

const keysOf = <Key extends string>(record: Record<Key, unknown>) => Object.keys(record) as [Key, ...Key[]]
export const workTypes = keysOf(prices)
export const qualities = keysOf(qualityTenths)
export const urgencies = keysOf(urgencyTenths)
export const services = keysOf(servicePrices)

/** The two prices of a kind of work, in cents. */
export const pricesOf = (type: WorkType) => ({
  baseCents: prices[type].base * 100,
  squareMetreCents: prices[type].perSquareMetre * 100,
})
/** In tenths. */
export const qualityFactor = (quality: Quality): number => qualityTenths[quality]
/** In tenths, of the price and of the weeks. */
export const urgencyFactors = (urgency: Urgency): { price: number; weeks: number } => urgencyTenths[urgency]
export const servicePriceCents = (service: Service): number => servicePrices[service] * 100

export type EstimateInput = {
  projectTypes: readonly WorkType[]
  /** In hundredths of a square metre. */
  areaCenti: number
  quality: Quality
  urgency: Urgency
  additionalFeatures: readonly Service[]
}

/** An estimate. Amounts are cents of euros. */
export type Estimate = {
  /** Each kind of work: its two prices before the multipliers, and what it comes to with them, without VAT. */
  projects: { type: WorkType; baseCents: number; squareMetreCents: number; netCents: number }[]
  /** What the quality and the urgency multiply these prices by, in tenths. */
  multipliers: { quality: number; urgency: number }
  services: { service: Service; netCents: number }[]
  subtotalCents: number
  vatCents: number
  totalCents: number
  minPriceCents: number
  maxPriceCents: number
  weeks: number
}

/**
 * What the work costs by guide prices (EST-1), and how long it takes (EST-2): exact, and rounded to the cent once per kind of work, for the
 * VAT and for either end of the range.
 * @param vatRateBp the rate of VAT in basis points
 */
export function estimate(input: EstimateInput, vatRateBp: number): Estimate {
  const { areaCenti, quality, urgency } = input
  // Hundredths, of the two multipliers in tenths.
  const multipliers = { quality: qualityTenths[quality], urgency: urgencyTenths[urgency].price }
  const multiplier = multipliers.quality * multipliers.urgency
  const projects = input.projectTypes.map((type) => {
    const { base, perSquareMetre } = prices[type]
    // Whole euros times hundredths of a square metre are cents.
    const plainCents = base * 100 + perSquareMetre * areaCenti
    return {
      type,
      ...pricesOf(type),
      netCents: shareOf(plainCents, multiplier, 100),
    }
  })
  const chosen = input.additionalFeatures.map((service) => ({ service, netCents: servicePriceCents(service) }))
  const subtotalCents = sumCents([...projects, ...chosen].map(({ netCents }) => netCents))
  const vatCents = percentageOf(subtotalCents, vatRateBp)
  const totalCents = sumCents([subtotalCents, vatCents])
  return {
    projects,
    services: chosen,
    multipliers,
    ...{ subtotalCents, vatCents, totalCents },
    minPriceCents: percentageOf(totalCents, 10_000 - rangeBp),
    maxPriceCents: percentageOf(totalCents, 10_000 + rangeBp),
    weeks: weeksOf(input.projectTypes, areaCenti, urgency),
  }
}

/**
 * The weeks that several kinds of work take one after another (P10): their sum, times the urgency, rounded up.
 * @param areaCenti in hundredths of a square metre; without one, 20 m² of renovation and 100 m² of new construction
 */
export function weeksOf(types: readonly string[], areaCenti: number | null, urgency: Urgency): number {
  const weeks = types.reduce((sum, type) => sum + weeksOfType(type, areaCenti), 0)
  return Math.ceil((weeks * urgencyTenths[urgency].weeks) / 10)
}

function weeksOfType(type: string, areaCenti: number | null): number {
  switch (type) {
    case 'renovation':
      return Math.max(2, Math.ceil((areaCenti ?? 2_000) / 2_000))
    case 'new_construction':
      return Math.max(12, Math.ceil((areaCenti ?? 10_000) / 5_000) * 4)
    case 'bathroom':
      return 3
    case 'kitchen':
      return 4
    case 'painting':
      return 1
    default:
      return 2
  }
}

/** An amount as an estimate shows it: in whole euros, as cents. */
export const wholeEuros = (cents: number): number => shareOf(cents, 1, 100) * 100
