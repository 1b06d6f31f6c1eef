import type { Context } from '#app/features/accounts/context.ts'
import { integer, list } from '#db/fields.server.ts'
import { bids } from '#db/schema/bids.ts'
import { projects } from '#db/schema/projects.ts'
import { sql } from '#db/sql.server.ts'
import { type BidRange, rangeOf } from './comparison.ts'
import type { WorkType } from './estimate.ts'

/** How old the bids may be, in ms: three years. */
const period = 3 * 365 * 86_400_000
/** The newest projects of a kind and status that are looked at. */
const mostProjects = 100

const openedBids = sql(
  {
    params: { category: projects.category, since: projects.bidsOpenedAt, most: integer },
    row: { netCents: list(bids.netCents), bidders: integer, projects: integer },
  },
  `WITH tendered AS MATERIALIZED (
     SELECT p.id FROM json_each('["evaluating","awarded","active","completed","terminated"]') s
     CROSS JOIN projects p ON p.id IN (
       SELECT id FROM projects INDEXED BY projects_category
       WHERE status = s.value AND category = :category AND invited_only = 0 ORDER BY id DESC LIMIT :most)
     WHERE p.bids_opened_at > :since AND p.currency = 'EUR'),
   opened AS MATERIALIZED (
     SELECT b.net_cents, b.company_id, b.project_id FROM tendered t CROSS JOIN bids b ON b.project_id = t.id
     WHERE b.status IN ('opened', 'shortlisted', 'rejected', 'awarded', 'won', 'terminated', 'not_selected') AND b.is_complete = 1)
   SELECT json_group_array(net_cents) AS netCents, count(DISTINCT company_id) AS bidders, count(DISTINCT project_id) AS projects FROM opened`,
)

/**
 * The range of what was bid, without VAT, in tenders of these kinds that were open to everyone, were opened in the last three years, and have
 * complete bids; null for a kind with too few of them (EST-4). Bids that are sealed, withdrawn, or by invitation are in none.
 */
export function compareWithBids(
  { db, now }: Pick<Context, 'db' | 'now'>,
  types: readonly WorkType[],
): { type: WorkType; range: BidRange | null }[] {
  return types.map((type) => ({
    type,
    range: rangeOf(openedBids.one(db, { category: type, since: now - period, most: mostProjects })),
  }))
}
