import { eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { evaluators } from '#db/schema/evaluation.ts'
import { loadOwnEvaluation } from './evaluation.server.ts'

/**
 * Declares that an evaluator has no conflict of interest (Directive 2014/24/EU, article 24), before they see the form of the points.
 * @throws AppError not found; forbidden for others; conflict unless bids are being evaluated by criteria
 */
export function declareNoConflict(ctx: CompanyContext, input: { projectId: string }): { projectId: string } {
  requireRight(ctx, 'bids.read')
  return transact(ctx.db, (tx) => {
    const { projectId } = input
    const { own } = loadOwnEvaluation(tx, ctx, projectId)
    if (own.declaredAt !== null) return { projectId }
    tx.update(evaluators).set({ declaredAt: ctx.now }).where(eq(evaluators.id, own.id)).run()
    appendAudit(tx, ctx, { action: 'evaluation.declare', subject: { type: 'project', id: projectId } })
    return { projectId }
  })
}
