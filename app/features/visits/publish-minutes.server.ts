import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { bidderCompanies, loadOwnProject } from '#app/features/projects/project-access.server.ts'
import { freezeTenderSet } from '#app/features/projects/tender-set.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { visitMinutes } from '#db/schema/site-visits.ts'
import { loadPlanned } from './amend-visits.server.ts'
import { minutesRefusal } from './visit.ts'

/**
 * Publishes what was shown and said on a visit to everybody at once, in a tender set of its own, as an answer is (PROJ-12): whoever was
 * there knows no more than the others. What changes what bids answer is an addendum beside it.
 * @throws AppError not found; conflict before the visit, when the project takes no bids, or a second time
 */
export function publishMinutes(
  ctx: CompanyContext,
  input: { projectId: string; visitId: string; text: string; submissionId?: string | undefined },
): { id: string } {
  requireRight(ctx, 'projects.amend')
  return transactNow(ctx, (tx, ctx) => {
    const project = loadOwnProject(tx, ctx, input.projectId)
    return withIdempotencyKey(tx, ctx, { verb: 'publishMinutes', input }, () => {
      const visit = loadPlanned(tx, project.id, input.visitId)
      const refused = minutesRefusal({ ...project, role: 'owner' }, visit, ctx.now)
      if (refused) throw conflict(`visits:refused.${refused}`)
      const minutes = { id: newId(), visitId: visit.id, text: input.text }
      tx.insert(visitMinutes)
        .values({ ...minutes, publishedBy: ctx.actor.id, publishedAt: ctx.now })
        .run()
      const { digest } = freezeTenderSet(tx, ctx, project)
      appendAudit(tx, ctx, {
        action: 'project.publish_minutes',
        subject: { type: 'project', id: project.id },
        ...{ after: minutes, detail: { digest } },
      })
      const { number } = visit
      const companyIds = bidderCompanies(tx, project.id)
      recordEvent(tx, ctx, 'project.visit_minutes', { projectId: project.id, title: project.title, number, companyIds })
      return { id: project.id }
    })
  })
}
