import type { Ratio } from '#app/features/projects/award-terms.ts'

/**
 * The arithmetic of award criteria (BID-12). Points are hundredths, weights basis points, prices cents. Every product is exact, and is
 * rounded once to a hundredth of a point, halves away from zero (nothing here is negative).
 */

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

const rounded = (dividend: bigint, divisor: bigint): number => Number((dividend * 2n + divisor) / (divisor * 2n))
