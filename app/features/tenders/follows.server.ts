import { and, eq } from 'drizzle-orm'
import type { CompanyContext, Context } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import type { ProjectDetail } from '#app/features/projects/queries.server.ts'
import { hasBid, isInvited } from '#app/features/projects/taking-part.server.ts'
import { columns, integer } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { projects } from '#db/schema/projects.ts'
import { projectFollows } from '#db/schema/site-visits.ts'
import { sql } from '#db/sql.server.ts'
import { followingRefusal } from './follow.ts'

const isFollowed = (ctx: Context, projectId: string): boolean =>
  ctx.db
    .select({ id: projectFollows.id })
    .from(projectFollows)
    .where(
      and(
        eq(projectFollows.projectId, projectId),
        eq(projectFollows.companyId, companyInScope(ctx, 'projects.read') ?? ''),
      ),
    )
    .get() !== undefined

/** Whether the caller's company follows a project, or can; null if neither. */
export function followOf(ctx: Context, project: ProjectDetail): 'followed' | 'possible' | null {
  if (!ctx.company || !can(ctx, 'projects.follow')) return null
  if (isFollowed(ctx, project.id)) return 'followed'
  return followingRefusal(project, ctx.now) === null ? 'possible' : null
}

const followed = sql(
  {
    params: { company: companies.id, limit: integer },
    row: {
      ...columns(projects, 'id', 'title', 'category', 'location', 'status', 'bidDeadline', 'timeZone'),
      client: companies.name,
    },
  },
  `SELECT p.id, p.title, p.category, p.location, p.status, p.bid_deadline AS bidDeadline, p.time_zone AS timeZone, c.name AS client
   FROM project_follows f JOIN projects p ON p.id = f.project_id JOIN companies c ON c.id = p.company_id
   WHERE f.company_id = :company AND p.status = 'open' AND (p.invited_only = 0 OR ${isInvited} OR ${hasBid})
   ORDER BY p.bid_deadline, p.id LIMIT :limit`,
)

export const maxFollowed = 200

/** The projects that the caller's company follows and that take bids, those that close next first. */
export const listFollowed = (ctx: CompanyContext) =>
  followed.all(ctx.db, { company: companyInScope(ctx, 'projects.read'), limit: maxFollowed })
