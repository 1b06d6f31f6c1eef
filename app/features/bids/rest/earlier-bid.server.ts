import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { listBidLines } from '#app/features/bids/bid-document.server.ts'
import { boundUntil } from '#app/features/bids/validity/validity.server.ts'
import { isExpired } from '#app/features/bids/validity/validity.ts'
import type { ProjectLine } from '#app/features/projects/project-lines.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { bids } from '#db/schema/bids.ts'
import { projects } from '#db/schema/projects.ts'
import { sql } from '#db/sql.server.ts'

const earlier = sql(
  {
    params: { project: projects.id, company: companies.id },
    row: {
      ...columns(bids, 'id', 'approach', 'timelineWeeks', 'inclusions', 'exclusions', 'validUntil'),
      ...columns(projects, 'timeZone'),
      project: projects.title,
    },
  },
  `SELECT b.id, b.approach, b.timeline_weeks AS timelineWeeks, b.inclusions, b.exclusions, b.valid_until AS validUntil,
          o.time_zone AS timeZone, o.title AS project
   FROM projects p JOIN projects o ON o.id = p.continues_project_id AND o.status = 'terminated'
   JOIN bids b ON b.project_id = o.id AND b.company_id = :company AND b.status = 'not_selected'
   WHERE p.id = :project AND p.invited_only = 1 ORDER BY b.id DESC LIMIT 1`,
)

type Asked = { id: string; lines: readonly Pick<ProjectLine, 'id' | 'description' | 'unit'>[] }

/**
 * What a company that is invited to take over the rest of a terminated contract had bid for the whole (PROJ-27): its form begins with those
 * prices, line by line, where description and unit are the same. Null for everybody else, and where the rest is tendered openly, so that nobody
 * learns there what it continues (PROJ-10).
 */
export const findEarlierBid = (ctx: CompanyContext, project: Asked) =>
  earlierBidOf(ctx.db, companyInScope(ctx, 'bids.read') ?? '', project, ctx.now)

/** `findEarlierBid` of any company; `lapsedOn` is the day until which that bid bound, where it has passed at `now` (UTC ms). Checks no right: the caller has. */
export function earlierBidOf(db: Database | Transaction, companyId: string, project: Asked, now: number) {
  const bid = earlier.first(db, { project: project.id, company: companyId })
  if (!bid) return null
  const priced = listBidLines(db, bid.id)
  const lines = project.lines.flatMap(({ id, description, unit }) => {
    const [answer, ...others] = priced.filter((line) => line.description === description && line.unit === unit)
    // Lines that say the same at two prices: which of them is meant, only the bidder can say.
    const isOne = others.every((line) => line.unitPriceE4 === answer?.unitPriceE4 && line.excluded === answer?.excluded)
    return answer && isOne ? [{ ...answer, projectLineId: id }] : []
  })
  const { project: title, timeZone, ...words } = bid
  const until = boundUntil(db, bid)
  const lapsedOn = isExpired({ boundUntil: until, timeZone, now }) ? until : null
  return { title, lapsedOn, bid: { ...words, validUntil: null, lines } }
}
