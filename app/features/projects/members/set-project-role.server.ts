import { and, eq, isNull } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { rolesOfSide } from '#app/features/team/project-role.ts'
import { forbidden, invalid, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { projectMembers } from '#db/schema/project-members.ts'
import type { ProjectRole } from '#db/vocabulary/projects.ts'
import { findSide, isColleague, mayManageTeam } from './project-team.server.ts'

/**
 * Puts a colleague on a project with a role, gives them another one, or (`role` null) takes them off. What was stays as a row.
 * @throws AppError not found for a project that is neither the company's own nor under contract with it, and for people outside the company;
 * forbidden unless the caller is an owner, a manager or the project's lead; invalid for a role that the side does not have
 */
export function setProjectRole(
  ctx: CompanyContext,
  input: { projectId: string; userId: string; role: ProjectRole | null; submissionId?: string | undefined },
): void {
  requireRight(ctx, 'projects.manageTeam')
  transact(ctx.db, (tx) => {
    const { projectId, userId, role } = input
    const found = findSide(tx, ctx, projectId)
    if (!found) throw notFound()
    if (!mayManageTeam(tx, ctx, projectId)) throw forbidden('projectteam:refused.notManager')
    withIdempotencyKey(tx, ctx, { verb: 'setProjectRole', input }, () => {
      const companyId = ctx.company.id
      const { projectId: project, companyId: company, userId: user, endedAt } = projectMembers
      const isTheirs = and(eq(project, projectId), eq(company, companyId), eq(user, userId), isNull(endedAt))
      const before = tx.select().from(projectMembers).where(isTheirs).get()
      if (role === null ? !before : !isColleague(tx, companyId, userId)) throw notFound()
      if (role !== null && !rolesOfSide(found.side).includes(role))
        throw invalid('validation:choice', { field: 'role' })
      if (before?.role === role) return {}
      if (before) tx.update(projectMembers).set({ endedBy: ctx.actor.id, endedAt: ctx.now }).where(isTheirs).run()
      const ids = { projectId, companyId, userId }
      const after = role && { id: newId(), ...ids, role, addedBy: ctx.actor.id, addedAt: ctx.now }
      if (after) tx.insert(projectMembers).values(after).run()
      appendAudit(tx, ctx, {
        action: role ? 'project.member_set' : 'project.member_remove',
        subject: { type: 'project', id: projectId },
        ...(before ? { before } : {}),
        ...(after ? { after } : {}),
        detail: { user: userId, from: before?.role ?? null, to: role },
      })
      const { title } = found
      recordEvent(tx, ctx, 'project.member', { ...ids, title, role, actor: ctx.actor.name, actorId: ctx.actor.id })
      return {}
    })
  })
}
