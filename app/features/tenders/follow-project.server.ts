import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { mayTakePart } from '#app/features/projects/taking-part.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { newId } from '#db/ids.ts'
import { projects } from '#db/schema/projects.ts'
import { projectFollows } from '#db/schema/site-visits.ts'
import { followingRefusal } from './follow.ts'

const own = (ctx: CompanyContext, projectId: string) =>
  and(eq(projectFollows.projectId, projectId), eq(projectFollows.companyId, ctx.company.id))

/**
 * Follows an open project: the company is told of addenda, answers and the deadline as bidders are. Nobody else learns of it, the client
 * included (PROJ-23): it is in no event, and its audit row is about the company. Does nothing if the company follows it already.
 * @throws AppError not found; conflict for the company's own project, and one that takes no bids
 */
export function followProject(ctx: CompanyContext, input: { projectId: string }): { projectId: string } {
  requireRight(ctx, 'projects.follow')
  return transactNow(ctx, (tx, ctx) => {
    const project = tx.select().from(projects).where(eq(projects.id, input.projectId)).get()
    const isOwn = project?.companyId === ctx.company.id
    if (!project || (!isOwn && !mayTakePart(tx, project.id, ctx.company.id))) throw notFound()
    const refused = followingRefusal({ ...project, role: isOwn ? 'owner' : 'other' }, ctx.now)
    if (refused) throw conflict(`follows:refused.${refused}`)
    const row = { id: newId(), projectId: project.id, companyId: ctx.company.id, followedBy: ctx.actor.id }
    const [added] = tx
      .insert(projectFollows)
      .values({ ...row, followedAt: ctx.now })
      .onConflictDoNothing()
      .returning()
      .all()
    if (added) appendAudit(tx, ctx, { action: 'company.follow', subject: subjectOf(ctx), after: added })
    return { projectId: project.id }
  })
}

/** Ends that, at any time. Does nothing if the company does not follow the project. */
export function unfollowProject(ctx: CompanyContext, input: { projectId: string }): { projectId: string } {
  requireRight(ctx, 'projects.follow')
  return transactNow(ctx, (tx, ctx) => {
    const [before] = tx.delete(projectFollows).where(own(ctx, input.projectId)).returning().all()
    if (before) appendAudit(tx, ctx, { action: 'company.unfollow', subject: subjectOf(ctx), before })
    return { projectId: input.projectId }
  })
}

const subjectOf = (ctx: CompanyContext) => ({ type: 'company' as const, id: ctx.company.id })
