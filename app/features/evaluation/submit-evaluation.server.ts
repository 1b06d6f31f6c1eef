import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { evaluators } from '#db/schema/evaluation.ts'
import { isComplete, listEvaluators, listScores, loadOwnEvaluation, scoredBids } from './evaluation.server.ts'

/**
 * Submits an evaluator's points for good. Once all have, everybody who may see the bids sees the points (BID-11).
 * @throws AppError not found; forbidden for others; conflict while points are missing, or once submitted
 */
export function submitEvaluation(ctx: CompanyContext, input: { projectId: string }): { projectId: string } {
  requireRight(ctx, 'bids.read')
  return transact(ctx.db, (tx) => {
    const { projectId } = input
    const { project, ratio, own } = loadOwnEvaluation(tx, ctx, projectId)
    const scores = listScores(tx, [own.id])
    const scored = scoredBids(tx, project).every(
      ({ id }) => scores.filter(({ bidId }) => bidId === id).length === ratio.criteria.length,
    )
    if (!scored || own.declaredAt === null) throw conflict('evaluation:refused.pointsMissing')
    tx.update(evaluators).set({ submittedAt: ctx.now }).where(eq(evaluators.id, own.id)).run()
    appendAudit(tx, ctx, {
      action: 'evaluation.submit',
      subject: { type: 'project', id: projectId },
      after: { evaluator: own.id, scores },
    })
    const { companyId, title } = project
    if (isComplete(listEvaluators(tx, projectId)))
      recordEvent(tx, ctx, 'evaluation.completed', { projectId, companyId, title })
    return { projectId }
  })
}
