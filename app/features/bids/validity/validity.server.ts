import { and, eq } from 'drizzle-orm'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns, list } from '#db/fields.server.ts'
import { bidExtensions, bids } from '#db/schema/bids.ts'
import { sql } from '#db/sql.server.ts'

export type Extension = Pick<typeof bidExtensions.$inferSelect, 'id' | 'until' | 'askedAt' | 'extendedAt'>

type Stated = Pick<typeof bids.$inferSelect, 'id' | 'validUntil'>

const extensionsOfBids = sql(
  { params: { ids: list(bids.id) }, row: columns(bidExtensions, 'id', 'bidId', 'until', 'askedAt', 'extendedAt') },
  `SELECT id, bid_id AS bidId, until, asked_at AS askedAt, extended_at AS extendedAt FROM bid_extensions
   WHERE bid_id IN (SELECT value FROM json_each(:ids)) ORDER BY id`,
)

/** What was asked for each of several bids, oldest first. Checks no right: the caller has. */
export function extensionsByBid(db: Database | Transaction, bidIds: string[]): Map<string, Extension[]> {
  const found = new Map<string, Extension[]>()
  for (const { bidId: of, ...extension } of extensionsOfBids.all(db, { ids: bidIds }))
    found.set(of, [...(found.get(of) ?? []), extension])
  return found
}

/** The last day on which a bid binds: what its bidder agreed to last, or else what the bid says; null where it says nothing. */
export function boundUntil(db: Database | Transaction, bid: Stated): string | null {
  return lastAgreed(bid, extensionsByBid(db, [bid.id]).get(bid.id) ?? [])
}

/** `boundUntil` of a bid whose extensions are known. Each was later than what held before it. */
export function lastAgreed({ validUntil }: Stated, extensions: readonly Extension[]): string | null {
  return extensions.findLast(({ extendedAt }) => extendedAt !== null)?.until ?? validUntil
}

/** The request that waits for a bidder's consent: the newest, unless the bid binds as long already; null without one. */
export function openRequest(bid: Stated, extensions: readonly Extension[]): Extension | null {
  const newest = extensions.at(-1)
  return newest && newest.extendedAt === null && newest.until > (lastAgreed(bid, extensions) ?? '') ? newest : null
}

/** A row of `bidExtensions` of a bid; undefined without one. */
export function findExtension(tx: Transaction, bidId: string, id: string) {
  return tx
    .select()
    .from(bidExtensions)
    .where(and(eq(bidExtensions.id, id), eq(bidExtensions.bidId, bidId)))
    .get()
}
