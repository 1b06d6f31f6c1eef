import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { evaluators } from '#db/schema/evaluation.ts'
import { isComplete, loadEvaluated } from './evaluation.server.ts'

/**
 * Lets an evaluator change submitted points, for a reason that stays beside the result. Possible only once all have submitted: before, it
 * would tell who has.
 * @throws AppError not found; conflict unless all have submitted, or once an award was made
 */
export function reopenEvaluation(
  ctx: CompanyContext,
  input: { projectId: string; evaluatorId: string; reason: string; submissionId?: string | undefined },
): { projectId: string } {
  requireRight(ctx, 'bids.evaluate')
  return transact(ctx.db, (tx) => {
    const { projectId, evaluatorId, reason } = input
    const loaded = loadEvaluated(tx, ctx, projectId)
    const before = loaded.evaluators.find(({ id }) => id === evaluatorId)
    if (!before) throw notFound()
    return withIdempotencyKey(tx, ctx, { verb: 'reopenEvaluation', input }, () => {
      if (!isComplete(loaded.evaluators)) throw conflict('evaluation:refused.notComplete')
      const after = { submittedAt: null, reopenedAt: ctx.now, reopenReason: reason }
      tx.update(evaluators).set(after).where(eq(evaluators.id, evaluatorId)).run()
      appendAudit(tx, ctx, {
        action: 'evaluation.reopen',
        subject: { type: 'project', id: projectId },
        ...{ before, after: { evaluator: evaluatorId, ...after } },
      })
      const { title } = loaded.project
      recordEvent(tx, ctx, 'evaluation.asked', { projectId, title, userIds: [before.userId], isAgain: true })
      return { projectId }
    })
  })
}
