import type { Context } from '#app/features/accounts/context.ts'
import { type ProjectModule, projectModules, roleActsIn, scoringRoles } from '#app/features/team/project-role.ts'
import { forbidden } from '#app/platform/errors.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { boolean, columns, list, nullable } from '#db/fields.server.ts'
import { companies, companyMembers, users } from '#db/schema/accounts.ts'
import { projectMembers } from '#db/schema/project-members.ts'
import { projects } from '#db/schema/projects.ts'
import { sql } from '#db/sql.server.ts'
import { type ProjectRole, projectRoles } from '#db/vocabulary/projects.ts'

const roleOf = sql(
  {
    params: { project: projects.id, company: companies.id, user: users.id },
    row: { role: nullable(projectMembers.role), hasTeam: boolean },
  },
  `SELECT (SELECT role FROM project_members WHERE project_id = :project AND company_id = :company AND user_id = :user
           AND ended_at IS NULL) AS role,
          EXISTS (SELECT 1 FROM project_members WHERE project_id = :project AND company_id = :company AND ended_at IS NULL) AS hasTeam`,
)

/** What somebody is on a project for their company, and whether that company has put anybody on it. */
export function findProjectRole(
  db: Database | Transaction,
  ctx: Context,
  projectId: string,
): { role: ProjectRole | null; hasTeam: boolean } {
  if (!ctx.actor || !ctx.company) return { role: null, hasTeam: false }
  return roleOf.one(db, { project: projectId, company: ctx.company.id, user: ctx.actor.id })
}

/**
 * The modules in which the caller does not act on a project (PROJ-26): none for owners and managers, for anybody on a project on which their
 * company has put nobody, and for people outside companies.
 */
function closedModules(db: Database | Transaction, ctx: Context, projectId: string): readonly ProjectModule[] {
  if (ctx.actor?.companyRole !== 'member') return []
  const { role, hasTeam } = findProjectRole(db, ctx, projectId)
  if (!hasTeam) return []
  return projectModules.filter((module) => role === null || !roleActsIn(role, module))
}

/**
 * Checks that the caller's role on a project, if their company has given out any, lets them act in this module. The right of the company
 * table is checked besides: a role only narrows it.
 * @throws AppError forbidden
 */
export function requireProjectRole(tx: Transaction, ctx: Context, projectId: string, module: ProjectModule): void {
  if (closedModules(tx, ctx, projectId).includes(module)) throw forbidden('projectteam:refused.role')
}

/** The caller's context on a project, whose modules their role there narrows to reading: for the buttons of pages. */
export function withinProject<C extends Context>(ctx: C, projectId: string): C {
  const closed = closedModules(ctx.db, ctx, projectId)
  if (!ctx.actor || closed.length === 0) return ctx
  const { modules } = ctx.actor
  const narrowed = closed.map((module) => [module, modules[module] === 'none' ? 'none' : 'read'])
  return { ...ctx, actor: { ...ctx.actor, modules: { ...modules, ...Object.fromEntries(narrowed) } } }
}

const rolesOf = sql(
  {
    params: { projects: list(projects.id), company: companies.id, user: users.id },
    row: { projectId: projectMembers.projectId, role: nullable(projectMembers.role) },
  },
  `SELECT DISTINCT t.project_id AS projectId,
     (SELECT o.role FROM project_members o WHERE o.project_id = t.project_id AND o.company_id = :company AND o.user_id = :user
      AND o.ended_at IS NULL) AS role
   FROM json_each(:projects) asked
   JOIN project_members t ON t.project_id = asked.value AND t.company_id = :company AND t.ended_at IS NULL`,
)

/** Says of each of many projects whether the caller's role there lets them act in a module (PROJ-26); for lists, in one statement. */
export function actsOnProjects(
  ctx: Context,
  projectIds: readonly string[],
): (projectId: string, module: ProjectModule) => boolean {
  if (!ctx.company || ctx.actor?.companyRole !== 'member') return () => true
  const asked = { projects: [...new Set(projectIds)], company: ctx.company.id, user: ctx.actor.id }
  const roles = new Map(rolesOf.all(ctx.db, asked).map(({ projectId, role }) => [projectId, role]))
  return (projectId, module) => {
    const role = roles.get(projectId)
    return role === undefined || (role !== null && roleActsIn(role, module))
  }
}

/** Whether the caller takes part in the conversation of their company's project: its team does, with owners and managers, and without a team everybody. */
export function isInProjectConversation(ctx: Context, projectId: string): boolean {
  if (ctx.actor?.companyRole !== 'member') return true
  const { role, hasTeam } = findProjectRole(ctx.db, ctx, projectId)
  return role !== null || !hasTeam
}

const outside = sql(
  {
    params: { project: projects.id, company: companies.id, roles: list(projectMembers.role) },
    row: columns(companyMembers, 'userId'),
  },
  `SELECT m.user_id AS userId FROM company_members m
   WHERE m.company_id = :company AND m.role = 'member'
     AND EXISTS (SELECT 1 FROM project_members t WHERE t.project_id = :project AND t.company_id = :company AND t.ended_at IS NULL)
     AND NOT EXISTS (SELECT 1 FROM project_members t WHERE t.project_id = :project AND t.user_id = m.user_id AND t.ended_at IS NULL
                     AND t.role IN (SELECT value FROM json_each(:roles)))`,
)

/** The people of a company whose role on a project, or whose lack of one, keeps them from acting there in a module (PROJ-26). */
export const peopleWhoDoNotAct = (
  db: Database | Transaction,
  companyId: string,
  projectId: string,
  module: ProjectModule,
): Set<string> => {
  const roles = projectRoles.filter((role) => roleActsIn(role, module))
  return new Set(outside.all(db, { project: projectId, company: companyId, roles }).map(({ userId }) => userId))
}

/** The people of a company whose role on its project, or whose lack of one, keeps them from scoring its bids. */
export const peopleWhoDoNotScore = (db: Database | Transaction, companyId: string, projectId: string): Set<string> =>
  new Set(outside.all(db, { project: projectId, company: companyId, roles: scoringRoles }).map(({ userId }) => userId))
