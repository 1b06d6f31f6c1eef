import type { CompanyContext } from '#app/features/accounts/context.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { refusalOfMandate } from '#app/features/team/mandates.server.ts'
import { readCanonicalText } from '#app/platform/text/canonical-text.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { awards, bids } from '#db/schema/bids.ts'
import { awardDecisions } from '#db/schema/decisions.ts'
import { projects } from '#db/schema/projects.ts'
import { sql } from '#db/sql.server.ts'
import type { NamedFallback } from './ranks.ts'

const lastDecision = sql(
  {
    params: { project: projects.id },
    row: {
      ...columns(awardDecisions, 'fallbackBidId', 'text'),
      ...columns(awards, 'bidId', 'revokedAt', 'revokedReason'),
    },
  },
  `SELECT d.fallback_bid_id AS fallbackBidId, d.text, a.bid_id AS bidId, a.revoked_at AS revokedAt, a.revoked_reason AS revokedReason
   FROM bids b JOIN awards a INDEXED BY awards_bid ON a.bid_id = b.id
   JOIN award_decisions d INDEXED BY award_decisions_award ON d.award_id = a.id
   WHERE b.project_id = :project ORDER BY d.id DESC LIMIT 1`,
)

/** The bid that was named as the fallback of the last award, if that was revoked; else null. Checks no right: the caller has. */
export function namedFallback(db: Database | Transaction, projectId: string): NamedFallback | null {
  const last = lastDecision.first(db, { project: projectId })
  if (!last || last.revokedAt === null || last.fallbackBidId === null) return null
  return { bidId: last.fallbackBidId, chosenBidId: last.bidId }
}

/**
 * Whose award was taken back last, and who was named for that case and still stands (null where nobody does), while no other award took its place; null
 * where none was. Checks no right: the caller has.
 */
export function revokedAward(
  db: Database | Transaction,
  projectId: string,
): { chosen: string; fallback: string | null } | null {
  const last = lastDecision.first(db, { project: projectId })
  if (!last || last.revokedAt === null) return null
  const nameOf = (bid: string) => bidder.first(db, { bid })
  const chosen = nameOf(last.bidId)
  if (!chosen) return null
  const named = last.fallbackBidId === null ? undefined : nameOf(last.fallbackBidId)
  const stands = named && (named.status === 'opened' || named.status === 'shortlisted')
  return { chosen: chosen.company, fallback: stands ? named.company : null }
}

/** Whether a bid is named as the fallback of the project's award, which stands. Checks no right: the caller has. */
export function isFallback(
  db: Database | Transaction,
  { id, project }: { id: string; project: { id: string } },
): boolean {
  const last = lastDecision.first(db, { project: project.id })
  return last?.fallbackBidId === id && last.revokedAt === null
}

const bidder = sql(
  { params: { bid: bids.id }, row: { ...columns(bids, 'grossCents', 'currency', 'status'), company: companies.name } },
  `SELECT b.gross_cents AS grossCents, b.currency, b.status, c.name AS company
   FROM bids b JOIN companies c ON c.id = b.company_id WHERE b.id = :bid`,
)

/** The fallback that can be awarded now, with what its letters say unless the client changes it. */
export type Fallback = {
  bidId: string
  company: string
  /** Why no contract came about with the bidder that was chosen. */
  reason: string
  contact: string
  appeals: string
  /** Whether the actor's mandate covers it and it needs no reason in words, so that a button is enough. */
  isCovered: boolean
}

/**
 * The named fallback of a project whose award was revoked, for whoever may award it now.
 * @param awardable the bids that can be awarded
 * @param isNext whether it has the ground `fallback`, and none can still be completed
 */
export function getFallback(
  ctx: CompanyContext,
  projectId: string,
  awardable: readonly string[],
  isNext: (named: NamedFallback) => boolean,
): Fallback | null {
  const last =
    awardable.length > 0 && can(ctx, 'bids.award') ? lastDecision.first(ctx.db, { project: projectId }) : null
  const bidId = last && last.revokedAt !== null ? last.fallbackBidId : null
  const found = bidId !== null && awardable.includes(bidId) ? bidder.first(ctx.db, { bid: bidId }) : null
  if (!last || bidId === null || !found) return null
  const { fields } = readCanonicalText(last.text)
  const said = (name: string) => String(fields.get(name) ?? '')
  const { company, grossCents: amountCents, currency } = found
  const isCovered =
    isNext({ bidId, chosenBidId: last.bidId }) &&
    refusalOfMandate(ctx.db, ctx, 'award', { amountCents, currency }) === null
  return {
    ...{ bidId, company, isCovered },
    ...{ reason: last.revokedReason ?? '', contact: said('contact'), appeals: said('appeals') },
  }
}
