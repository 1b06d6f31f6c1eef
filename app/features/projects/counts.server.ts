import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { columns, integer, list } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { projects } from '#db/schema/projects.ts'
import { type RowOf, sql } from '#db/sql.server.ts'

const counts = sql(
  { params: { company: companies.id }, row: { total: integer, published: integer, active: integer, open: integer } },
  `SELECT coalesce(sum(count), 0) AS total, coalesce(sum(count) FILTER (WHERE status <> 'draft'), 0) AS published,
          coalesce(sum(count) FILTER (WHERE status IN ('open', 'evaluating', 'awarded', 'active')), 0) AS active,
          coalesce(sum(count) FILTER (WHERE status = 'open'), 0) AS open
   FROM company_counts WHERE company_id = :company AND subject = 'project'`,
)

/** Counts the company's own projects: published, active, open for bids, and whether there are any at all. */
export function countProjects(ctx: CompanyContext) {
  const { total, ...counted } = counts.one(ctx.db, { company: companyInScope(ctx, 'projects.read') })
  return { ...counted, any: total > 0 }
}

const deadlines = sql(
  {
    params: { company: companies.id, now: integer, limit: integer },
    row: { ...columns(projects, 'id', 'title', 'timeZone'), at: projects.bidDeadline },
  },
  `SELECT id, title, time_zone AS timeZone, bid_deadline AS at FROM projects
   WHERE company_id = :company AND status = 'open' AND bid_deadline > :now ORDER BY bid_deadline LIMIT :limit`,
)

/** The bid deadlines of the company's open projects, nearest first. */
export function listBidDeadlines(ctx: CompanyContext, limit: number): RowOf<typeof deadlines>[] {
  return deadlines.all(ctx.db, { company: companyInScope(ctx, 'projects.read'), now: ctx.now, limit })
}

const titles = sql(
  { params: { ids: list(projects.id), company: companies.id }, row: columns(projects, 'id', 'title') },
  'SELECT id, title FROM projects WHERE id IN (SELECT value FROM json_each(:ids)) AND company_id = :company',
)

/** Titles by id, for the company's own activity. */
export function projectTitles(ctx: CompanyContext, ids: readonly string[]): Map<string, string> {
  const rows = titles.all(ctx.db, { ids, company: companyInScope(ctx, 'projects.read') })
  return new Map(rows.map(({ id, title }) => [id, title]))
}
