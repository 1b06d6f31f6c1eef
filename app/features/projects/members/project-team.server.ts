import type { CompanyContext, Context } from '#app/features/accounts/context.ts'
import { canEditCompany } from '#app/features/accounts/permissions.ts'
import { can } from '#app/features/accounts/require-right.server.ts'
import { rolesOfSide } from '#app/features/team/project-role.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { boolean, columns, nullable, oneOf } from '#db/fields.server.ts'
import { companies, companyMembers, users } from '#db/schema/accounts.ts'
import { projectMembers } from '#db/schema/project-members.ts'
import { projects } from '#db/schema/projects.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import { findProjectRole } from './role-on-project.server.ts'

const sideOf = sql(
  {
    params: { project: projects.id, company: nullable(companies.id) },
    row: {
      ...columns(projects, 'id', 'title', 'status'),
      side: oneOf(['client', 'provider']),
      isUnderContract: boolean,
    },
  },
  `SELECT * FROM (
     SELECT p.id, p.title, p.status,
       CASE WHEN p.company_id = :company THEN 'client'
         WHEN EXISTS (SELECT 1 FROM contracts k WHERE k.project_id = p.id AND k.provider_company_id = :company
                      AND k.activated_at IS NOT NULL) THEN 'provider' END AS side,
       EXISTS (SELECT 1 FROM contracts k WHERE k.project_id = p.id AND k.activated_at IS NOT NULL) AS isUnderContract
     FROM projects p WHERE p.id = :project AND p.is_sample = 0) WHERE side IS NOT NULL`,
)

/** The caller's side of a project: its client, or, once both have signed a contract, its provider; null for everybody else, and for a sample. */
export const findSide = (db: Database | Transaction, ctx: Context, projectId: string) =>
  sideOf.first(db, { project: projectId, company: ctx.company?.id ?? null }) ?? null

/** Whether the caller puts people on this project: owners and managers of the company, and whoever leads it for the company. */
export function mayManageTeam(db: Database | Transaction, ctx: CompanyContext, projectId: string): boolean {
  const { companyRole } = ctx.actor
  if (!can(ctx, 'projects.manageTeam') || !companyRole) return false
  return canEditCompany(companyRole) || findProjectRole(db, ctx, projectId).role === 'lead'
}

const rows = sql(
  {
    params: { project: projects.id },
    row: {
      ...columns(projectMembers, 'id', 'companyId', 'userId', 'role', 'addedAt', 'endedAt'),
      ...{ name: users.name, company: companies.name, addedBy: users.name, endedBy: nullable(users.name) },
    },
  },
  `SELECT t.id, t.company_id AS companyId, t.user_id AS userId, t.role, t.added_at AS addedAt, t.ended_at AS endedAt,
          u.name, c.name AS company, a.name AS addedBy, e.name AS endedBy
   FROM project_members t JOIN users u ON u.id = t.user_id JOIN companies c ON c.id = t.company_id
   JOIN users a ON a.id = t.added_by LEFT JOIN users e ON e.id = t.ended_by
   WHERE t.project_id = :project ORDER BY t.added_at, t.id LIMIT 500`,
)

const colleagues = sql(
  { params: { company: companies.id, project: projects.id }, row: columns(users, 'id', 'name') },
  `SELECT u.id, u.name FROM company_members m JOIN users u ON u.id = m.user_id AND u.status = 'active'
   WHERE m.company_id = :company AND NOT EXISTS (SELECT 1 FROM project_members t
     WHERE t.project_id = :project AND t.user_id = u.id AND t.ended_at IS NULL)
   ORDER BY u.name, u.id LIMIT 500`,
)

export type TeamMember = Omit<RowOf<typeof rows>, 'companyId'>

/**
 * The people of a project for one of its two sides: its own with their history, the other side's as they are now once there is a contract;
 * null for everybody else.
 */
export function getProjectTeam(ctx: CompanyContext, projectId: string) {
  const found = can(ctx, 'projects.read') ? findSide(ctx.db, ctx, projectId) : null
  if (!found) return null
  const { side, isUnderContract, ...project } = found
  const all = rows.all(ctx.db, { project: projectId })
  const own = all.filter(({ companyId }) => companyId === ctx.company.id)
  const open = (members: typeof all): TeamMember[] =>
    members.filter(({ endedAt }) => endedAt === null).map(({ companyId: _, ...member }) => member)
  const mayManage = mayManageTeam(ctx.db, ctx, projectId)
  return {
    project,
    side,
    mayManage,
    members: open(own),
    others: isUnderContract ? open(all.filter(({ companyId }) => companyId !== ctx.company.id)) : [],
    history: own.map(({ companyId: _, ...member }) => member),
    roles: rolesOfSide(side),
    colleagues: mayManage ? colleagues.all(ctx.db, { company: ctx.company.id, project: projectId }) : [],
  }
}

/** Whether the caller sees the page of a project's people: its two sides, and no individual, who is alone. */
export const hasTeamPage = (ctx: Context, projectId: string): boolean =>
  ctx.company?.kind === 'organization' && findSide(ctx.db, ctx, projectId) !== null

/** Whether somebody of the company may be put on its projects. */
export const isColleague = (tx: Transaction, companyId: string, userId: string): boolean =>
  colleague.first(tx, { company: companyId, user: userId }) != null

const colleague = sql(
  { params: { company: companies.id, user: users.id }, row: columns(companyMembers, 'userId') },
  `SELECT m.user_id AS userId FROM company_members m JOIN users u ON u.id = m.user_id AND u.status = 'active'
   WHERE m.company_id = :company AND m.user_id = :user`,
)
