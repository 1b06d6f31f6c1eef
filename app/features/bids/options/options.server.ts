import { and, desc, eq, lte } from 'drizzle-orm'
import { type BidLine, listBidLines } from '#app/features/bids/bid-document.server.ts'
import { invalid } from '#app/platform/errors.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { awardOptions, awards } from '#db/schema/bids.ts'

/** The lines of a bid with the chosen options as part of its totals, and without the others (BID-30). */
export function withOptions(lines: readonly BidLine[], chosen: readonly string[]): BidLine[] {
  return lines.flatMap((line) => {
    if (!line.isOption) return [line]
    return chosen.includes(line.id) ? [{ ...line, isOption: false }] : []
  })
}

/** The options of a bid that can be chosen: those that it prices. */
export const pricedOptions = (lines: readonly BidLine[]): BidLine[] =>
  lines.filter(({ isOption, excluded }) => isOption && !excluded)

/**
 * The chosen options of a bid, in its order.
 * @throws AppError invalid for what is no priced option of it
 */
export function requireOptions(lines: readonly BidLine[], chosen: readonly string[]): BidLine[] {
  const options = pricedOptions(lines)
  if (!chosen.every((id) => options.some((line) => line.id === id)))
    throw invalid('decisions:refused.option', { field: 'optionIds' })
  return options.filter(({ id }) => chosen.includes(id))
}

/** The options that the last award of a bid has chosen, of those until `at` (UTC ms); none without an award. */
export function chosenOptions(
  db: Database | Transaction,
  bidId: string,
  at: number = Number.MAX_SAFE_INTEGER,
): string[] {
  const award = db
    .select({ id: awards.id })
    .from(awards)
    .where(and(eq(awards.bidId, bidId), lte(awards.awardedAt, at)))
    .orderBy(desc(awards.awardedAt), desc(awards.id))
    .limit(1)
    .get()
  if (!award) return []
  const rows = db
    .select({ bidLineId: awardOptions.bidLineId })
    .from(awardOptions)
    .where(eq(awardOptions.awardId, award.id))
    .all()
  return rows.map(({ bidLineId }) => bidLineId)
}

/** What an awarded bid comes to: its lines, with the options that were chosen and without the others. Checks no right: the caller has. */
export const listAwardedLines = (db: Database | Transaction, bidId: string): BidLine[] =>
  withOptions(listBidLines(db, bidId), chosenOptions(db, bidId))
