import { and, eq } from 'drizzle-orm'
import type { CompanyContext, Context } from '#app/features/accounts/context.ts'
import type { ProjectModule } from '#app/features/team/project-role.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { stateAfter } from '#app/platform/next-state.ts'
import type { Transaction } from '#db/client.server.ts'
import { bids } from '#db/schema/bids.ts'
import { projects } from '#db/schema/projects.ts'
import { sql } from '#db/sql.server.ts'
import { requireProjectRole } from './members/role-on-project.server.ts'
import { type ProjectAction, projectMachine } from './project.ts'

export type ProjectRow = typeof projects.$inferSelect

/**
 * Loads a project of the caller's company for a verb that acts in `module`, which their role on it has to include (PROJ-26); null for a verb
 * that changes nothing of the project. A sample (decision 174) takes only what leaves no row behind: the verb says `mayBeSample`.
 * @throws AppError not found; forbidden by the role; conflict for a sample
 */
export function loadOwnProject(
  tx: Transaction,
  ctx: CompanyContext,
  projectId: string,
  module: ProjectModule | null = 'projects',
  { mayBeSample = false } = {},
): ProjectRow {
  const project = tx
    .select()
    .from(projects)
    .where(and(eq(projects.id, projectId), eq(projects.companyId, ctx.company.id)))
    .get()
  if (!project) throw notFound()
  if (project.isSample && !mayBeSample) throw conflict('projects:refused.sample')
  if (module) requireProjectRole(tx, ctx, project.id, module)
  return project
}

type Facts = Partial<Parameters<typeof projectMachine.next>[3]>

/**
 * Applies an action to a project if the state machine allows it and no concurrent change came first. Returns the updated row.
 * @throws AppError conflict or forbidden
 */
export function changeProject(
  tx: Transaction,
  ctx: Pick<Context, 'now'>,
  project: ProjectRow,
  change: { action: ProjectAction; role: 'owner' | 'system'; set?: Partial<ProjectRow>; facts?: Facts },
): ProjectRow {
  const { bidDeadline, mayCloseEarly } = project
  const facts = { now: ctx.now, bidDeadline, mayCloseEarly, ...change.facts }
  const status = stateAfter(projectMachine.next(project.status, change.action, change.role, facts))
  const changed = tx
    .update(projects)
    .set({ ...change.set, status, updatedAt: ctx.now })
    .where(and(eq(projects.id, project.id), eq(projects.status, project.status), eq(projects.version, project.version)))
    .returning()
    .get()
  if (!changed) throw conflict('errors:concurrentChange')
  return changed
}

/**
 * The companies to notify about a project: those with a live bid, submitted or draft, those that are invited and have not
 * declined, and those that follow it or come to a site visit. For events only, since not even the owner may know who bids before the opening (BID-1).
 */
export function bidderCompanies(tx: Transaction, projectId: string): string[] {
  return concerned.all(tx, { id: projectId }).map(({ companyId }) => companyId)
}

const stillInvited = (of: 'f' | 's') => `EXISTS (SELECT 1 FROM project_invitations i
  WHERE i.project_id = p.id AND i.company_id = ${of}.company_id AND i.status = 'sent')`

/** The draft of a company whose invitation was withdrawn tells it nothing more. */
const concerned = sql(
  { params: { id: projects.id }, row: { companyId: bids.companyId } },
  `SELECT b.company_id AS companyId FROM bids b JOIN projects p ON p.id = b.project_id
   WHERE p.id = :id AND (b.status IN ('submitted', 'opened', 'shortlisted', 'awarded', 'won')
     OR (b.status = 'draft' AND p.invited_only = 0))
   UNION
   SELECT i.company_id FROM project_invitations i
   WHERE i.project_id = :id AND i.status = 'sent' AND i.company_id IS NOT NULL
   UNION
   SELECT f.company_id FROM project_follows f JOIN projects p ON p.id = f.project_id
   WHERE f.project_id = :id AND (p.invited_only = 0 OR ${stillInvited('f')})
   UNION
   SELECT s.company_id FROM site_visits v JOIN visit_sign_ups s ON s.visit_id = v.id JOIN projects p ON p.id = v.project_id
   WHERE v.project_id = :id AND s.withdrawn_at IS NULL AND (p.invited_only = 0 OR ${stillInvited('s')})`,
)
