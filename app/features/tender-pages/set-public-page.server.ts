import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { loadOwnProject } from '#app/features/projects/project-access.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Database } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { projects } from '#db/schema/projects.ts'
import { publicPageRefusal } from './public-page.ts'

export const publicPageSchema = z.object({ isPublic: z.boolean().default(false) })

/** Whether a project of the company has been set to have a public page, once it is published. */
export const hasPublicPage = (db: Database, projectId: string): boolean =>
  db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.id, projectId), eq(projects.isPublic, true)))
    .get() !== undefined

/**
 * Shows a project on a public page, or takes it off (PROJ-21). It changes nothing of what bidders were asked, so bids stay confirmed
 * and no bidder is told; saved searches find it (PUB-3).
 * @throws AppError not found; conflict for a project by invitation, or when bidding has ended
 */
export function setPublicPage(ctx: CompanyContext, input: { projectId: string; isPublic: boolean }): { id: string } {
  requireRight(ctx, 'projects.publish')
  return transactNow(ctx, (tx, ctx) => {
    const before = loadOwnProject(tx, ctx, input.projectId)
    const { id } = before
    const refusal = publicPageRefusal(before, ctx.now)
    if (refusal) throw conflict(`tenderpages:setting.${refusal}`)
    if (before.isPublic === input.isPublic) return { id }
    tx.update(projects).set({ isPublic: input.isPublic }).where(eq(projects.id, id)).run()
    appendAudit(tx, ctx, {
      action: 'project.set_public_page',
      subject: { type: 'project', id },
      before: { isPublic: before.isPublic },
      after: { isPublic: input.isPublic },
    })
    if (input.isPublic && before.status === 'open') recordEvent(tx, ctx, 'project.shown', { projectId: id })
    return { id }
  })
}
