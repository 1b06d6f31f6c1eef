import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { listBidLines } from '#app/features/bids/bid-document.server.ts'
import type { ProjectDetail } from '#app/features/projects/queries.server.ts'
import { columns } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { bids } from '#db/schema/bids.ts'
import { projects } from '#db/schema/projects.ts'
import { sql } from '#db/sql.server.ts'

const earlier = sql(
  {
    params: { project: projects.id, company: companies.id },
    row: {
      ...columns(bids, 'id', 'approach', 'timelineWeeks', 'inclusions', 'exclusions'),
      project: projects.title,
    },
  },
  `SELECT b.id, b.approach, b.timeline_weeks AS timelineWeeks, b.inclusions, b.exclusions, o.title AS project
   FROM projects p JOIN projects o ON o.id = p.continues_project_id AND o.status = 'terminated'
   JOIN bids b ON b.project_id = o.id AND b.company_id = :company AND b.status = 'not_selected'
   WHERE p.id = :project AND p.invited_only = 1 ORDER BY b.id DESC LIMIT 1`,
)

/**
 * What a company that is invited to take over the rest of a terminated contract had bid for the whole (PROJ-27): its form begins with those
 * prices, line by line, where description and unit are the same. Null for everybody else, and where the rest is tendered openly, so that nobody
 * learns there what it continues (PROJ-10).
 */
export function findEarlierBid(ctx: CompanyContext, project: Pick<ProjectDetail, 'id' | 'lines'>) {
  const bid = earlier.first(ctx.db, { project: project.id, company: companyInScope(ctx, 'bids.read') ?? '' })
  if (!bid) return null
  const priced = listBidLines(ctx.db, bid.id)
  const lines = project.lines.flatMap(({ id, description, unit }) => {
    const answer = priced.find((line) => line.description === description && line.unit === unit)
    return answer ? [{ ...answer, projectLineId: id }] : []
  })
  const { project: title, ...words } = bid
  return { title, bid: { ...words, validUntil: null, lines } }
}
