import type { Ratio } from '#app/features/projects/award-terms.ts'

/**
 * The arithmetic of award criteria (BID-12). Points are hundredths, weights basis points, prices cents. Every product is exact, and is
 * rounded once to a hundredth of a point, halves away from zero (nothing here is negative).
 */

/** What a bid got: its price as bids are ranked, and for each criterion the points that each evaluator gave. */
export type ScoredBid = {
  bidId: string
  priceCents: number
  points: ReadonlyMap<string, readonly number[]>
}

export type CriterionScore = {
  criterionId: string
  /** The mean of the evaluators, in hundredths of a point. */
  meanCenti: number
  /** The mean on the scale of the weight, in hundredths of a point. */
  weightedCenti: number
}

export type BidScore = {
  bidId: string
  priceCents: number
  /** What the price earns on the scale, and with its weight; hundredths of a point. */
  priceCenti: number
  weightedPriceCenti: number
  criteria: CriterionScore[]
  /** The sum of what is shown: of the weighted price and the weighted criteria as rounded. Of 10,000 at most. */
  totalCenti: number
  /** 1 is best. Equal totals share a rank, and the next rank is left out. */
  rank: number
}

/**
 * Scores and ranks bids, best first; bids of one rank are in the order of their ids. The lowest price is that of these bids: whatever may not be ranked is not given.
 * @throws Error when an evaluator's points for a criterion are missing
 */
export function rankBids(ratio: Ratio, bids: readonly ScoredBid[]): BidScore[] {
  const lowestCents = Math.min(...bids.map(({ priceCents }) => priceCents))
  const scored = bids.map((bid) => scoreBid(ratio, bid, lowestCents))
  scored.sort((a, b) => b.totalCenti - a.totalCenti || (a.bidId < b.bidId ? -1 : 1))
  return scored.map((bid) => ({
    ...bid,
    rank: 1 + scored.filter(({ totalCenti }) => totalCenti > bid.totalCenti).length,
  }))
}

function scoreBid(ratio: Ratio, bid: ScoredBid, lowestCents: number): Omit<BidScore, 'rank'> {
  const { bidId, priceCents } = bid
  const maxCenti = ratio.maxPoints * 100
  const weighted = (centi: number, weightBp: number) => rounded(BigInt(centi) * BigInt(weightBp), BigInt(maxCenti))
  const criteria = ratio.criteria.map(({ id, weightBp }) => {
    const meanCenti = mean(bid.points.get(id) ?? [])
    return { criterionId: id, meanCenti, weightedCenti: weighted(meanCenti, weightBp) }
  })
  const priceCenti = pricePoints(ratio, priceCents, lowestCents)
  const weightedPriceCenti = weighted(priceCenti, ratio.priceWeightBp)
  const totalCenti = criteria.reduce((sum, { weightedCenti }) => sum + weightedCenti, weightedPriceCenti)
  return { bidId, priceCents, priceCenti, weightedPriceCenti, criteria, totalCenti }
}

/**
 * What a price earns, in hundredths of a point. By `lowest`, lowest ÷ this × the highest points; a price of nothing is the lowest there can
 * be and has them all. By `linear`, (ceiling − this) ÷ (ceiling − lowest) × the highest points; from the ceiling on there are none.
 */
export function pricePoints(
  { maxPoints, priceFormula, ceilingCents }: Pick<Ratio, 'maxPoints' | 'priceFormula' | 'ceilingCents'>,
  priceCents: number,
  lowestCents: number,
): number {
  const max = BigInt(maxPoints * 100)
  const [price, lowest] = [BigInt(priceCents), BigInt(lowestCents)]
  if (priceFormula === 'lowest') return price === 0n ? Number(max) : rounded(lowest * max, price)
  const ceiling = BigInt(ceilingCents ?? 0)
  return price >= ceiling ? 0 : rounded((ceiling - price) * max, ceiling - lowest)
}

function mean(points: readonly number[]): number {
  if (points.length === 0) throw new Error('a criterion without points')
  const sum = points.reduce((total, one) => total + BigInt(one), 0n)
  return rounded(sum, BigInt(points.length))
}

const rounded = (dividend: bigint, divisor: bigint): number => Number((dividend * 2n + divisor) / (divisor * 2n))
