import type { BidAction } from '#app/features/bids/bid.ts'
import type { Comparison } from '#app/features/bids/comparison.ts'
import type { LevelledBid, Plug } from '#app/features/bids/levelling/levelling.ts'
import type { ComparedBidder } from '#app/features/bids/queries.server.ts'

/** The data of the comparison, for both table and cards; `bidders` are in the order of `comparison`. */
export type ComparisonView = {
  projectId: string
  currency: string
  /** The version of the project; a bid for an older one was not confirmed. */
  version: number
  bidders: readonly (ComparedBidder & { actions: BidAction[]; submissionId: string; isExpired: boolean })[]
  comparison: Comparison
  /** Whether award criteria rank the bids, so that the lowest price is not the best by itself. */
  byCriteria: boolean
  /** In the order of `bidders`. */
  levelling: readonly LevelledBid[]
  plugs: readonly Plug[]
  /** Whether the user can reckon gaps now. */
  canLevel: boolean
}

/**
 * Whether there are more bids than can be read as cards one below the other, or printed as columns side by side: then narrow screens have the
 * table too, below the ranking, and on paper a line's cells take several rows.
 */
export const isWide = (bidders: ComparisonView['bidders']): boolean => bidders.length > 8
