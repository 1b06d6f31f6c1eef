import { and, eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { isBeforeDeadline } from '#app/features/projects/bid-deadline.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { stateAfter } from '#app/platform/next-state.ts'
import type { Transaction } from '#db/client.server.ts'
import { integer } from '#db/fields.server.ts'
import { projectInvitations } from '#db/schema/invitations.ts'
import { projects } from '#db/schema/projects.ts'
import { sql } from '#db/sql.server.ts'
import { type InvitationAction, type InvitationRole, invitationMachine, inviteLimits } from './invitation.ts'

export type InvitationRow = typeof projectInvitations.$inferSelect
type ProjectRow = typeof projects.$inferSelect
export type LoadedInvitation = { invitation: InvitationRow; project: ProjectRow }

/** Whether a project takes bids, and with them invitations and answers to them, at `now` (UTC ms). */
export const takesBids = (project: Pick<ProjectRow, 'status' | 'bidDeadline'>, now: number): boolean =>
  project.status === 'open' && isBeforeDeadline(now, project.bidDeadline)

/**
 * Loads an invitation to or by a company, with its project.
 * @throws AppError not found
 */
export function loadInvitation(
  tx: Transaction,
  id: string,
  company: { as: 'owner' | 'invited'; id: string },
): LoadedInvitation {
  const of = company.as === 'owner' ? projects.companyId : projectInvitations.companyId
  const row = tx
    .select({ invitation: projectInvitations, project: projects })
    .from(projectInvitations)
    .innerJoin(projects, eq(projects.id, projectInvitations.projectId))
    .where(and(eq(projectInvitations.id, id), eq(of, company.id)))
    .get()
  // One that was withdrawn is nothing to the company any more.
  if (!row || (company.as === 'invited' && row.invitation.status === 'withdrawn')) throw notFound()
  return row
}

/**
 * Applies an action to an invitation if the state machine allows it and no concurrent change came first. Returns the updated row.
 * @throws AppError conflict or invalid
 */
export function changeInvitation(
  tx: Transaction,
  ctx: Pick<Context, 'now'> & { actor: { id: string } | null },
  { invitation, project }: LoadedInvitation,
  change: { action: InvitationAction; role: InvitationRole; reason?: string; hasBid?: boolean },
): InvitationRow {
  const { action, role, reason = null, hasBid = false } = change
  const facts = { takesBids: takesBids(project, ctx.now), hasBid, reason }
  const status = stateAfter(invitationMachine.next(invitation.status, action, role, facts))
  const changed = tx
    .update(projectInvitations)
    .set({ status, reason, changedBy: ctx.actor?.id ?? null, changedAt: ctx.now })
    .where(and(eq(projectInvitations.id, invitation.id), eq(projectInvitations.status, invitation.status)))
    .returning()
    .get()
  if (!changed) throw conflict('errors:concurrentChange')
  return changed
}

/**
 * Counts everybody who was ever invited: were those whose invitation was withdrawn left out, a client could mail without end.
 * @throws AppError conflict when a project takes no bids, or `added` more companies are too many
 */
export function requireRoom(tx: Transaction, project: ProjectRow, now: number, added: number): void {
  if (!takesBids(project, now)) throw conflict('invitations:refused.notOpen')
  const { used } = everInvited.one(tx, { project: project.id })
  if (used + added > inviteLimits.perProject)
    throw conflict('invitations:refused.tooMany', { params: { count: inviteLimits.perProject } })
}

const everInvited = sql(
  { params: { project: projects.id }, row: { used: integer } },
  `SELECT count(DISTINCT coalesce(lower(email), company_id)) AS used FROM project_invitations WHERE project_id = :project`,
)
