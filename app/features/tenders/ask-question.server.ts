import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { transactNow } from '#app/features/accounts/transact-now.server.ts'
import { mayTakePart } from '#app/features/projects/taking-part.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { projects } from '#db/schema/projects.ts'
import { tenderQuestions } from '#db/schema/tenders.ts'
import { askingRefusal } from './question.ts'

/**
 * Asks the client of an open project a question, without the client or anybody else learning who asks (PROJ-12).
 * @throws AppError not found; conflict for the company's own project, one that takes no bids, or after the cut-off
 */
export function askQuestion(
  ctx: CompanyContext,
  input: { projectId: string; question: string; submissionId?: string | undefined },
): { projectId: string } {
  requireRight(ctx, 'bids.create')
  return transactNow(ctx, (tx, ctx) => {
    const project = tx.select().from(projects).where(eq(projects.id, input.projectId)).get()
    const isOwn = project?.companyId === ctx.company.id
    if (!project || (!isOwn && !mayTakePart(tx, project.id, ctx.company.id))) throw notFound()
    return withIdempotencyKey(tx, ctx, { verb: 'askQuestion', input }, () => {
      const refused = askingRefusal({ ...project, role: isOwn ? 'owner' : 'other' }, ctx.now)
      if (refused) throw conflict(`tenders:refused.${refused}`)
      const { id: projectId, companyId, title } = project
      const question = {
        id: newId(),
        projectId,
        companyId: ctx.company.id,
        askedBy: ctx.actor.id,
        text: input.question,
      }
      tx.insert(tenderQuestions)
        .values({ ...question, askedAt: ctx.now })
        .run()
      appendAudit(tx, ctx, { action: 'project.ask', subject: { type: 'project', id: projectId }, after: question })
      recordEvent(tx, ctx, 'project.question_asked', { projectId, companyId, title })
      return { projectId }
    })
  })
}
