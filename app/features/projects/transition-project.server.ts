import { eq } from 'drizzle-orm'
import { notFound } from '#app/platform/errors.ts'
import { type AuditSource, appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { projects } from '#db/schema/projects.ts'
import { changeProject, type ProjectRow } from './project-access.server.ts'

/** Transitions that other state machines trigger. */
export type ProjectTransition = 'activate' | 'complete' | 'terminate' | 'signing_failed' | 'revoke_award'

/**
 * Moves a project along with its contract: awarded → active, active → completed or terminated, awarded → evaluating. Runs
 * inside the transaction of the caller, which has checked the right and guarantees that both parties have signed (`activate`)
 * or every milestone is closed (`complete`).
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
  const role = action === 'revoke_award' ? 'owner' : 'system'
  const after = changeProject(tx, ctx, before, { action, role, facts })
  appendAudit(tx, ctx, { action: `project.${action}`, subject: { type: 'project', id: projectId }, before, after })
  return after
}
