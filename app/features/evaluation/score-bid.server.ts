import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict, invalid, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { evaluationScores } from '#db/schema/evaluation.ts'
import { loadOwnEvaluation, scoredBids } from './evaluation.server.ts'

export type NewScore = { criterionId: string; pointsCenti: number; note: string }

/**
 * Keeps an evaluator's points for a bid, one for each criterion, with the reason; they replace earlier ones until they are submitted.
 * Nobody else sees them before all have submitted theirs (BID-11).
 * @throws AppError not found; forbidden for others; conflict without the declaration, or once submitted; invalid for points beyond the
 * scale, or unless there is one score for each criterion
 */
export function scoreBid(
  ctx: CompanyContext,
  input: { projectId: string; bidId: string; scores: readonly NewScore[] },
): { projectId: string } {
  requireRight(ctx, 'bids.read')
  return transact(ctx.db, (tx) => {
    const { projectId, bidId, scores } = input
    const { project, ratio, own } = loadOwnEvaluation(tx, ctx, projectId)
    if (own.declaredAt === null) throw conflict('evaluation:refused.notDeclared')
    if (scoredBids(tx, project).every(({ id }) => id !== bidId)) throw notFound()
    const wanted = ratio.criteria.map(({ id }) => id)
    const isAll = scores.length === wanted.length && wanted.every((id) => scores.some((one) => one.criterionId === id))
    if (!isAll) throw invalid('evaluation:refused.criteriaChanged')
    const beyond = scores.findIndex(({ pointsCenti }) => pointsCenti < 0 || pointsCenti > ratio.maxPoints * 100)
    if (beyond >= 0)
      throw invalid('evaluation:score.range', { field: `scores[${beyond}].points`, params: { max: ratio.maxPoints } })
    for (const { criterionId, pointsCenti, note } of scores) {
      const { evaluatorId, bidId: bid, criterionId: criterion } = evaluationScores
      tx.insert(evaluationScores)
        .values({ id: newId(), evaluatorId: own.id, bidId, criterionId, pointsCenti, note, setAt: ctx.now })
        .onConflictDoUpdate({ target: [evaluatorId, bid, criterion], set: { pointsCenti, note, setAt: ctx.now } })
        .run()
    }
    appendAudit(tx, ctx, { action: 'evaluation.score', subject: { type: 'bid', id: bidId }, after: { scores } })
    return { projectId }
  })
}
