import { and, eq, inArray } from 'drizzle-orm'
import type { Database, Transaction } from '#db/client.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { awards, bids } from '#db/schema/bids.ts'
import type { BidLine, BidRow } from './bid-document.server.ts'
import { listAwardedLines } from './options/options.server.ts'

/** `lines`: with the options that the award has chosen, and without the others (BID-30). */
export type AwardedBid = { bid: BidRow; companyName: string; lines: BidLine[]; awardedAt: number; awardedBy: string }

/**
 * The awarded bid of a project with its lines; null without an award. Checks no right: the contracts feature calls it for
 * projects that it has checked.
 */
export function getAwardedBid(db: Database | Transaction, projectId: string): AwardedBid | null {
  const row = db
    .select({ bid: bids, award: awards, companyName: companies.name })
    .from(bids)
    .innerJoin(companies, eq(companies.id, bids.companyId))
    .innerJoin(awards, eq(awards.bidId, bids.id))
    .where(and(eq(bids.projectId, projectId), inArray(bids.status, ['awarded', 'won', 'terminated'])))
    .all()
    .find(({ award }) => award.revokedAt === null)
  if (!row) return null
  const { bid, companyName, award } = row
  return {
    bid,
    companyName,
    lines: listAwardedLines(db, bid.id),
    awardedAt: award.awardedAt,
    awardedBy: award.awardedBy,
  }
}
