type Total = { bidId: string; rankedCents: number; isComplete: boolean; isConfirmed: boolean; isQualified: boolean }
type Ranked = { bidId: string; rank: number | null }

/** The place of each bid among the complete, confirmed and qualified ones, from 1, shared where they are equal; null for the others. */
function rankedTotals(totals: readonly Total[]): Ranked[] {
  const ranked = totals.filter((one) => one.isComplete && one.isConfirmed && one.isQualified)
  return totals.map((total) => {
    const lower = ranked.filter(({ rankedCents }) => rankedCents < total.rankedCents).length
    return { bidId: total.bidId, rank: ranked.includes(total) ? 1 + lower : null }
  })
}

/** The place of each bid: by its points where the project has award criteria, else by its price. */
export function placesOf({
  comparison: { totals },
  scores,
}: {
  comparison: { totals: readonly Total[] }
  scores: 'none' | 'pending' | readonly { bidId: string; rank: number }[]
}): Ranked[] {
  if (scores === 'none') return rankedTotals(totals)
  const found = scores === 'pending' ? [] : scores
  return totals.map(({ bidId }) => ({ bidId, rank: found.find((score) => score.bidId === bidId)?.rank ?? null }))
}

/**
 * What speaks for a bid by itself: no other can be awarded, it ranks first with none beside it, or it was named as the fallback of the
 * award that was revoked last and leads the others that still stand. Otherwise the client gives a reason.
 */
export type Ground = 'only' | 'first' | 'fallback'

/** @param awardable the ids of the bids that can be awarded now */
export function groundOf(
  bids: readonly Ranked[],
  awardable: readonly string[],
  bidId: string,
  named: NamedFallback | null = null,
): Ground | null {
  if (awardable.every((id) => id === bidId)) return 'only'
  const first = bids.filter(({ rank }) => rank === 1)
  if (first.length === 1 && first[0]?.bidId === bidId) return 'first'
  return named?.bidId === bidId && isNextAfter(bids, awardable, named) ? 'fallback' : null
}

/** The fallback of an award that was revoked, and the bid that was chosen in it. */
export type NamedFallback = { bidId: string; chosenBidId: string }

/** Whether a named fallback leads the bids that can be awarded now, without the one that was chosen before. */
export const isNextAfter = (bids: readonly Ranked[], awardable: readonly string[], named: NamedFallback): boolean =>
  isLeading(
    bids,
    awardable.filter((id) => id !== named.chosenBidId),
    named.bidId,
  )

/** Whether a bid has a better place than each of the others among these. */
export function isLeading(bids: readonly Ranked[], among: readonly string[], bidId: string): boolean {
  const rankOf = (id: string) => bids.find((bid) => bid.bidId === id)?.rank ?? Number.POSITIVE_INFINITY
  return among.every((id) => id === bidId || rankOf(bidId) < rankOf(id))
}
