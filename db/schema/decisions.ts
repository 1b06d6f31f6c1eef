import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { companies } from './accounts.ts'
import { awards, bids } from './bids.ts'
import { id, time } from './columns.ts'

/**
 * What an award was decided on (BID-13), as canonical text with its SHA-256: the bids with their totals and ranks, the reasons and whom
 * to ask. Triggers keep it as it was.
 */
export const awardDecisions = sqliteTable(
  'award_decisions',
  {
    id: id(),
    awardId: text('award_id')
      .notNull()
      .references(() => awards.id),
    /** The bid that the client would turn to if no contract with the chosen bidder comes about. */
    fallbackBidId: text('fallback_bid_id').references(() => bids.id),
    /** The standstill (BID-26): its calendar days, and the moment (UTC ms) after the last day in that zone (IANA). All null without one. */
    standstillDays: integer('standstill_days'),
    standstillEndsAt: time('standstill_ends_at'),
    standstillZone: text('standstill_zone'),
    text: text('text').notNull(),
    digest: text('digest').notNull(),
  },
  (t) => [
    uniqueIndex('award_decisions_award').on(t.awardId),
    index('award_decisions_fallback').on(t.fallbackBidId),
    index('award_decisions_digest').on(t.digest),
  ],
)

/**
 * The client's decision to take an award back (BID-27), as canonical text with its SHA-256: for the client and the chosen bidder, and the
 * notice of it to all others, without what concerns that bidder alone. Triggers keep it as it was.
 */
export const awardRevocations = sqliteTable(
  'award_revocations',
  {
    id: id(),
    awardId: text('award_id')
      .notNull()
      .references(() => awards.id),
    text: text('text').notNull(),
    digest: text('digest').notNull(),
    notice: text('notice').notNull(),
    noticeDigest: text('notice_digest').notNull(),
  },
  (t) => [
    uniqueIndex('award_revocations_award').on(t.awardId),
    index('award_revocations_digest').on(t.digest),
    index('award_revocations_notice').on(t.noticeDigest),
  ],
)

/** The letter about an award to each bidder whose bid stood or was rejected: their own figures and the chosen bid's, nobody else's. */
export const awardLetters = sqliteTable(
  'award_letters',
  {
    id: id(),
    awardId: text('award_id')
      .notNull()
      .references(() => awards.id),
    bidId: text('bid_id')
      .notNull()
      .references(() => bids.id),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    text: text('text').notNull(),
    digest: text('digest').notNull(),
  },
  (t) => [
    uniqueIndex('award_letters_award').on(t.awardId, t.bidId),
    index('award_letters_bid').on(t.bidId, t.id),
    index('award_letters_company').on(t.companyId),
    index('award_letters_digest').on(t.digest),
  ],
)
