/** Bids, and bidders, that a comparison is made of at least: fewer would tell what single ones have bid (EST-4). */
export const fewestBids = 5
/** Projects that they answer at least, so that no comparison is the result of one tender. */
export const fewestProjects = 2

/** Bids of one kind of work. */
type OpenedBids = { netCents: readonly number[]; bidders: number; projects: number }
export type BidRange = { count: number; fromCents: number; toCents: number }

/**
 * Between which amounts the middle half of the bids is, by nearest rank and rounded to two digits, so that neither end is the amount of a bid;
 * null for too few bids, bidders or projects.
 */
export function rangeOf({ netCents, bidders, projects }: OpenedBids): BidRange | null {
  const count = netCents.length
  if (count < fewestBids || bidders < fewestBids || projects < fewestProjects) return null
  const sorted = [...netCents].sort((a, b) => a - b)
  const at = (share: number) => twoDigits(sorted[Math.ceil(count * share) - 1] ?? 0)
  return { count, fromCents: at(0.25), toCents: at(0.75) }
}

/** An amount in cents rounded to its two leading digits, and to whole euros at least. */
function twoDigits(cents: number): number {
  const unit = 10 ** Math.max(2, String(cents).length - 2)
  return Math.round(cents / unit) * unit
}
