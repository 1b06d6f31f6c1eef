import type { CompanyContext } from '#app/features/accounts/context.ts'
import { type Gap, gapsOf } from '#app/features/bids/levelling/levelling.ts'
import { getComparison, type ProjectComparison } from '#app/features/bids/queries.server.ts'
import { type Fallback, getFallback, namedFallback } from './fallback.server.ts'
import { awardableIds, completableBids, contactOf } from './freeze-decision.server.ts'
import { type Ground, groundOf, isNextAfter, placesOf } from './ranks.ts'

/** What the page of an award shows of the bid among the others. */
export type Choice = {
  basis: 'net' | 'cost'
  rankedCents: number
  gaps: Gap[]
  /** The award criteria of the project decide, and not all evaluators have submitted their points. */
  awaitsScores: boolean
  /** Null: the award needs a reason in words. */
  ground: Ground | null
  /** Other bidders whose bids can still be completed, which can change the order: the award needs a reason in words until then. */
  open: string[]
  /** The bids that can be named as the fallback. */
  others: { id: string; company: string }[]
  /** Whom bidders ask, unless the client names somebody else. */
  contact: string
}

/** An opened bid on the caller's project among the others; null for everybody else, and for a bid that is out of the comparison. */
export function getChoice(ctx: CompanyContext, bid: { id: string; project: { id: string } }): Choice | null {
  const shown = getComparison(ctx, bid.project.id)
  const total = shown?.comparison.totals.find(({ bidId }) => bidId === bid.id)
  if (!shown || !total) return null
  const { bidders, comparison, plugs } = shown
  const awardable = awardableIds(shown, ctx.now)
  const open = completableBids(shown, ctx.now).flatMap(({ id, companyName }) => (id === bid.id ? [] : companyName))
  return {
    basis: comparison.basis,
    rankedCents: total.rankedCents,
    awaitsScores: shown.scores === 'pending',
    gaps: gapsOf(comparison, bid.id, plugs),
    open,
    ground:
      open.length > 0 ? null : groundOf(placesOf(shown), awardable, bid.id, namedFallback(ctx.db, bid.project.id)),
    others: bidders
      .filter((one) => one.id !== bid.id && awardable.includes(one.id))
      .map(({ id, companyName }) => ({ id, company: companyName })),
    contact: contactOf(ctx.actor),
  }
}

/** `getFallback` among the bids of a comparison, as they are now. */
export function fallbackAmong(ctx: CompanyContext, shown: ProjectComparison): Fallback | null {
  const awardable = awardableIds(shown, ctx.now)
  const isOpen = completableBids(shown, ctx.now).length > 0
  return getFallback(
    ctx,
    shown.project.id,
    awardable,
    (named) => !isOpen && isNextAfter(placesOf(shown), awardable, named),
  )
}
