import type { CompanyContext } from '#app/features/accounts/context.ts'
import { allRows, firstRow } from '#db/prepared.server.ts'

/** Counts the company's own projects: active, open for bids, and whether there are any at all. */
export function countProjects(ctx: CompanyContext): { active: number; open: number; any: boolean } {
  const counted = firstRow<{ total: number; active: number; open: number }>(
    ctx.db,
    `SELECT count(*) AS total,
            coalesce(sum(status IN ('open', 'evaluating', 'awarded', 'active')), 0) AS active,
            coalesce(sum(status = 'open'), 0) AS open
     FROM projects WHERE company_id = @company`,
    { company: ctx.company.id },
  )
  return { active: counted?.active ?? 0, open: counted?.open ?? 0, any: (counted?.total ?? 0) > 0 }
}

/** The bid deadlines of the company's open projects, nearest first. */
export function listBidDeadlines(ctx: CompanyContext, limit: number): { id: string; title: string; at: number }[] {
  return allRows(
    ctx.db,
    `SELECT id, title, bid_deadline AS at FROM projects
     WHERE company_id = @company AND status = 'open' AND bid_deadline > @now ORDER BY bid_deadline LIMIT @limit`,
    { company: ctx.company.id, now: ctx.now, limit },
  )
}

/** Titles by id, for the company's own activity. */
export function projectTitles(ctx: CompanyContext, ids: readonly string[]): Map<string, string> {
  const rows = allRows<{ id: string; title: string }>(
    ctx.db,
    'SELECT id, title FROM projects WHERE id IN (SELECT value FROM json_each(@ids)) AND company_id = @company',
    { ids: JSON.stringify(ids), company: ctx.company.id },
  )
  return new Map(rows.map(({ id, title }) => [id, title]))
}
