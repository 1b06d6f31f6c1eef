import { and, eq, inArray } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { listPossibleEvaluators, minEvaluators } from '#app/features/projects/possible-evaluators.server.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { evaluators } from '#db/schema/evaluation.ts'
import { isComplete, loadEvaluated } from './evaluation.server.ts'

/**
 * Names the people who score the bids of a project, in place of those named before: two at least, who may see the bids. The points of
 * whoever is replaced no longer count, and nobody learns what they were.
 * @throws AppError not found; conflict unless bids are being evaluated by criteria, and once all have submitted their points, also if somebody's
 * were reopened since; invalid for fewer than two, or for somebody who may not see the bids
 */
export function nameEvaluators(
  ctx: CompanyContext,
  input: { projectId: string; userIds: readonly string[]; submissionId?: string | undefined },
): { projectId: string } {
  requireRight(ctx, 'bids.evaluate')
  return transact(ctx.db, (tx) => {
    const { projectId, userIds } = input
    const loaded = loadEvaluated(tx, ctx, projectId)
    return withIdempotencyKey(tx, ctx, { verb: 'nameEvaluators', input }, () => {
      // Points are reopened only after the result was seen: from then on, nobody else may decide it.
      const wasSeen = loaded.evaluators.some(({ reopenedAt }) => reopenedAt !== null)
      if (wasSeen || isComplete(loaded.evaluators)) throw conflict('evaluation:refused.complete')
      const wanted = new Set(userIds)
      const possible = new Set(listPossibleEvaluators(tx, ctx.company.id, projectId).map(({ id }) => id))
      if (wanted.size < minEvaluators || [...wanted].some((id) => !possible.has(id)))
        throw invalid('evaluation:refused.twoNeeded', { field: 'userIds' })
      const gone = loaded.evaluators.filter(({ userId }) => !wanted.has(userId))
      const dismissed = and(
        eq(evaluators.projectId, projectId),
        inArray(
          evaluators.id,
          gone.map(({ id }) => id),
        ),
      )
      tx.update(evaluators).set({ dismissedAt: ctx.now }).where(dismissed).run()
      const known = new Set(loaded.evaluators.map(({ userId }) => userId))
      const added = [...wanted].filter((userId) => !known.has(userId))
      for (const userId of added)
        tx.insert(evaluators).values({ id: newId(), projectId, userId, namedBy: ctx.actor.id, namedAt: ctx.now }).run()
      appendAudit(tx, ctx, {
        action: 'evaluation.name',
        subject: { type: 'project', id: projectId },
        before: { evaluators: [...known] },
        after: { evaluators: [...wanted] },
      })
      const { title } = loaded.project
      // Whoever names themselves knows.
      const asked = added.filter((userId) => userId !== ctx.actor.id)
      if (asked.length > 0)
        recordEvent(tx, ctx, 'evaluation.asked', { projectId, title, userIds: asked, isAgain: false })
      return { projectId }
    })
  })
}
