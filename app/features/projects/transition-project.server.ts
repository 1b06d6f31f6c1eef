import { eq } from 'drizzle-orm'
import { notFound } from '#app/platform/errors.ts'
import { type AuditSource, appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { projects } from '#db/schema/projects.ts'
import { changeProject, type ProjectRow } from './project-access.server.ts'

/** What other machines do to a project. */
export type ProjectTransition = 'activate' | 'complete' | 'terminate' | 'signing_failed'

/**
 * Moves a project on as a contract goes: awarded → active, active → completed or terminated, awarded → evaluating. Inside the caller's
 * transaction. The caller vouches for what the action is about: both have signed (`activate`), every milestone is closed
 * (`complete`); it has checked the permission, too.
 * @throws AppError not found; conflict in any other state
 */
export function transitionProject(
  tx: Transaction,
  ctx: AuditSource,
  projectId: string,
  action: ProjectTransition,
): ProjectRow {
  const before = tx.select().from(projects).where(eq(projects.id, projectId)).get()
  if (!before) throw notFound()
  const facts = { signedByBoth: true, openMilestones: 0 }
  const after = changeProject(tx, ctx, before, { action, role: 'system', facts })
  appendAudit(tx, ctx, { action: `project.${action}`, subject: { type: 'project', id: projectId }, before, after })
  return after
}
