import type { Context } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { columns, integer, nullable, oneOf } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { awards, bids } from '#db/schema/bids.ts'
import { awardDecisions, awardLetters, awardRevocations } from '#db/schema/decisions.ts'
import { projects } from '#db/schema/projects.ts'
import { type RowOf, sql } from '#db/sql.server.ts'

const letters = sql(
  {
    params: { bid: bids.id, company: companies.id },
    row: {
      ...columns(awardLetters, 'awardId', 'bidId', 'text', 'digest'),
      ...columns(awards, 'awardedAt', 'revokedAt'),
      projectId: projects.id,
      title: projects.title,
      role: oneOf(['bidder', 'owner']),
      /** Of the client's revocation of the award: whole for the chosen bidder, its notice for the others. */
      revocation: nullable(awardRevocations.text),
      revocationDigest: nullable(awardRevocations.digest),
    },
  },
  `SELECT l.award_id AS awardId, l.bid_id AS bidId, l.text, l.digest, a.awarded_at AS awardedAt, a.revoked_at AS revokedAt,
          p.id AS projectId, p.title, CASE WHEN l.company_id = :company THEN 'bidder' ELSE 'owner' END AS role,
          CASE WHEN l.bid_id = a.bid_id THEN r.text ELSE r.notice END AS revocation,
          CASE WHEN l.bid_id = a.bid_id THEN r.digest ELSE r.notice_digest END AS revocationDigest
   FROM award_letters l INDEXED BY award_letters_bid JOIN awards a ON a.id = l.award_id JOIN projects p ON p.id = a.project_id
   LEFT JOIN award_revocations r ON r.award_id = a.id
   WHERE l.bid_id = :bid AND (l.company_id = :company OR p.company_id = :company) ORDER BY l.id DESC`,
)

export type Letter = RowOf<typeof letters>

/**
 * The letters about the awards of a bid's project to its bidder, newest first: for the bidder, and for the client who has sent them
 * (BID-13). Empty for everybody else, and before the award.
 */
export function listLetters(ctx: Context, bidId: string): Letter[] {
  return letters.all(ctx.db, { bid: bidId, company: companyInScope(ctx, 'bids.read') })
}

const decisions = sql(
  {
    params: { project: projects.id, company: companies.id },
    row: {
      ...columns(awardDecisions, 'awardId', 'text', 'digest'),
      ...columns(awards, 'awardedAt', 'revokedAt', 'revokedReason'),
      ...columns(projects, 'title'),
      revocation: nullable(awardRevocations.text),
      revocationDigest: nullable(awardRevocations.digest),
    },
  },
  `SELECT d.award_id AS awardId, d.text, d.digest, a.awarded_at AS awardedAt, a.revoked_at AS revokedAt,
          a.revoked_reason AS revokedReason, p.title, r.text AS revocation, r.digest AS revocationDigest
   FROM projects p JOIN bids b ON b.project_id = p.id JOIN awards a INDEXED BY awards_bid ON a.bid_id = b.id
   JOIN award_decisions d INDEXED BY award_decisions_award ON d.award_id = a.id
   LEFT JOIN award_revocations r ON r.award_id = a.id
   WHERE p.id = :project AND p.company_id = :company ORDER BY d.id DESC`,
)

export type Decision = RowOf<typeof decisions>

/** The decisions on the awards of the caller's project, newest first (BID-13); empty for everybody else, and before the award. */
export function listDecisions(ctx: Context, projectId: string): Decision[] {
  return decisions.all(ctx.db, { project: projectId, company: companyInScope(ctx, 'bids.read') })
}

/** The decision on one award, the newest without `awardId`; null for whoever may not see it. */
export function getDecision(ctx: Context, projectId: string, awardId: string | null): Decision | null {
  return listDecisions(ctx, projectId).find((decision) => awardId === null || decision.awardId === awardId) ?? null
}

const anyDecision = sql(
  { params: { project: projects.id, company: companies.id }, row: { count: integer } },
  `SELECT count(*) AS count FROM projects p JOIN bids b ON b.project_id = p.id JOIN awards a INDEXED BY awards_bid ON a.bid_id = b.id
   JOIN award_decisions d INDEXED BY award_decisions_award ON d.award_id = a.id
   WHERE p.id = :project AND p.company_id = :company`,
)

/** Whether the caller's project has a decision to read. */
export const hasDecision = (ctx: Context, projectId: string): boolean =>
  anyDecision.one(ctx.db, { project: projectId, company: companyInScope(ctx, 'bids.read') }).count > 0

/** The letter about one award, the newest without `awardId`; null for whoever may not see it. */
export function getLetter(ctx: Context, bidId: string, awardId: string | null): Letter | null {
  return listLetters(ctx, bidId).find((letter) => awardId === null || letter.awardId === awardId) ?? null
}
