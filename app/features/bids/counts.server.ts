import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { boolean, columns, integer, list } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { bids } from '#db/schema/bids.ts'
import { projects } from '#db/schema/projects.ts'
import { type RowOf, sql } from '#db/sql.server.ts'

const counts = sql(
  { params: { company: companies.id }, row: { total: integer, submitted: integer, sent: integer, received: integer } },
  `SELECT coalesce(sum(count) FILTER (WHERE subject = 'bid'), 0) AS total,
          coalesce(sum(count) FILTER (WHERE subject = 'bid' AND status <> 'draft'), 0) AS submitted,
          coalesce(sum(count) FILTER (
            WHERE subject = 'bid' AND status IN ('submitted', 'opened', 'shortlisted')), 0) AS sent,
          coalesce(sum(count) FILTER (WHERE subject = 'received_bid'), 0) AS received
   FROM company_counts WHERE company_id = :company AND subject IN ('bid', 'received_bid')`,
)

/** Counts offers: those the company ever submitted, its live ones, and those it has to decide on. Sealed bids of others are not counted (BID-1). */
export function countOffers(ctx: CompanyContext) {
  const { total, ...counted } = counts.one(ctx.db, { company: companyInScope(ctx, 'bids.read') })
  return { ...counted, any: total > 0 }
}

const ownDeadlines = sql(
  {
    params: { company: companies.id, now: integer, limit: integer, isSubmitted: boolean },
    row: { ...columns(bids, 'id'), ...columns(projects, 'title', 'timeZone'), at: projects.bidDeadline },
  },
  `SELECT b.id, p.title, p.time_zone AS timeZone, p.bid_deadline AS at
   FROM bid_deadlines d CROSS JOIN bids b ON b.id = d.bid_id CROSS JOIN projects p ON p.id = b.project_id
   WHERE d.company_id = :company AND d.at > :now AND (b.status = 'submitted') = :isSubmitted ORDER BY d.at LIMIT :limit`,
)

/** Open projects that the company is bidding on, with a sealed bid or with a draft, nearest deadline first. */
export function listOwnBidDeadlines(
  ctx: CompanyContext,
  limit: number,
  isSubmitted: boolean,
): RowOf<typeof ownDeadlines>[] {
  return ownDeadlines.all(ctx.db, { company: companyInScope(ctx, 'bids.read'), now: ctx.now, limit, isSubmitted })
}

const unconfirmed = sql(
  {
    params: { company: companies.id, now: integer, limit: integer },
    row: { ...columns(bids, 'id'), ...columns(projects, 'title', 'timeZone'), at: projects.bidDeadline },
  },
  `SELECT b.id, p.title, p.time_zone AS timeZone, p.bid_deadline AS at
   FROM bid_deadlines d CROSS JOIN bids b ON b.id = d.bid_id CROSS JOIN projects p ON p.id = b.project_id
   WHERE d.company_id = :company AND d.is_unconfirmed = 1 AND d.at > :now ORDER BY d.at LIMIT :limit`,
)

/** The company's sealed bids that it must confirm, because an addendum came after them, nearest deadline first. */
export function listUnconfirmedBids(ctx: CompanyContext, limit: number): RowOf<typeof unconfirmed>[] {
  return unconfirmed.all(ctx.db, { company: companyInScope(ctx, 'bids.read'), now: ctx.now, limit })
}

const undecided = sql(
  { params: { company: companies.id, limit: integer }, row: columns(projects, 'id', 'title') },
  `SELECT p.id, p.title FROM projects p INDEXED BY projects_company
   WHERE p.company_id = :company AND p.status = 'evaluating' AND p.bids_opened_at IS NOT NULL
     AND EXISTS (SELECT 1 FROM bids b WHERE b.project_id = p.id AND b.status IN ('opened', 'shortlisted'))
   ORDER BY p.id LIMIT :limit`,
)

/** The company's projects whose bids are opened and wait for its award, the oldest first. */
export function listUndecided(ctx: CompanyContext, limit: number): RowOf<typeof undecided>[] {
  return undecided.all(ctx.db, { company: companyInScope(ctx, 'bids.read'), limit })
}

const titles = sql(
  { params: { ids: list(bids.id), company: companies.id }, row: { ...columns(bids, 'id'), title: projects.title } },
  `SELECT b.id, p.title FROM bids b JOIN projects p ON p.id = b.project_id
   WHERE b.id IN (SELECT value FROM json_each(:ids))
     AND (b.company_id = :company OR (p.company_id = :company AND p.bids_opened_at IS NOT NULL))`,
)

/** Project titles by bid id, for the company's own bids and for opened bids on its projects. */
export function bidTitles(ctx: CompanyContext, ids: readonly string[]): Map<string, string> {
  const rows = titles.all(ctx.db, { ids, company: companyInScope(ctx, 'bids.read') })
  return new Map(rows.map(({ id, title }) => [id, title]))
}
