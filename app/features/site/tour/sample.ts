import { calculateBidTotals } from '#app/features/bids/bid-totals.ts'
import { compareBids } from '#app/features/bids/comparison.ts'
import { percentageOf, sumCents } from '#app/platform/money.ts'
import type { MilestoneStatus } from '#db/vocabulary/escrow.ts'

/** The sample project (decision 165): invented, and reckoned by the rules of real ones. Its texts are `site:landing.mock.<name>`. */
export const tourSteps = ['post', 'compare', 'sign', 'fund', 'approve', 'invoice'] as const
export type TourStep = (typeof tourSteps)[number]

const vatRateBp = 2550
export const sampleLines = [
  { name: 'demolition', quantityMilli: 1_000, unit: 'LS' },
  { name: 'foundations', quantityMilli: 85_000, unit: 'm²' },
  { name: 'frame', quantityMilli: 85_000, unit: 'm²' },
] as const
/** Unit prices in ten-thousandths of a euro, line by line; null where a bidder left the line out. */
const bids = [
  { letter: 'A', prices: [184_000_000, 7_620_000, 16_760_000] },
  { letter: 'B', prices: [212_000_000, 6_980_000, 17_520_000] },
  { letter: 'C', prices: [199_000_000, 7_310_000, null] },
] as const
const milestones = [
  { name: 'site', shareBp: 2_000 },
  { name: 'shell', shareBp: 5_000 },
  { name: 'handover', shareBp: 3_000 },
] as const

const requested = sampleLines.map(({ name, ...line }, index) => ({
  ...line,
  id: name,
  description: name,
  position: index + 1,
}))

const priced = bids.map(({ letter, prices }) => ({
  id: letter,
  isConfirmed: true,
  lines: requested.flatMap((line, index) => {
    const unitPriceE4 = prices[index] ?? null
    return unitPriceE4 === null ? [] : [{ ...line, projectLineId: line.id, unitPriceE4, vatRateBp }]
  }),
}))

const comparison = compareBids(requested, priced, { basis: 'net' })
const won = priced.find(
  ({ id }) => id === comparison.totals.find((one) => one.rankedCents === comparison.lowestCompleteCents)?.bidId,
)
const { netCents: wonCents } = calculateBidTotals(won?.lines ?? [])

type SampleStatus = Extract<MilestoneStatus, 'planned' | 'funded' | 'released'>

/** How far the money of the sample's milestones is at a step. */
function statusesAt(step: TourStep): readonly SampleStatus[] {
  if (step === 'fund') return ['funded', 'planned', 'planned']
  if (step === 'approve' || step === 'invoice') return ['released', 'funded', 'planned']
  return ['planned', 'planned', 'planned']
}

/** The sample as it stands at a step. Amounts are cents of euros. */
export function sampleAt(step: TourStep) {
  const statuses = statusesAt(step)
  const parts = milestones.map(({ name, shareBp }, index) => {
    const netCents = percentageOf(wonCents, shareBp)
    const vatCents = percentageOf(netCents, vatRateBp)
    const status: SampleStatus = statuses[index] ?? 'planned'
    return { name, netCents, vatCents, grossCents: netCents + vatCents, status }
  })
  const sumOf = (status: SampleStatus) =>
    sumCents(parts.filter((part) => part.status === status).map(({ grossCents }) => grossCents))
  return {
    ...{ step, vatRateBp, lines: sampleLines, comparison, parts },
    bidders: bids.map(({ letter }) => letter),
    winner: won?.id ?? '',
    total: {
      netCents: sumCents(parts.map(({ netCents }) => netCents)),
      vatCents: sumCents(parts.map(({ vatCents }) => vatCents)),
      grossCents: sumCents(parts.map(({ grossCents }) => grossCents)),
    },
    heldCents: sumOf('funded'),
    releasedCents: sumOf('released'),
  }
}

export type Sample = ReturnType<typeof sampleAt>
