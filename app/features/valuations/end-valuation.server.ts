// verb-rule: recordStep writes the audit row
import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { milestoneValuations } from '#db/schema/valuations.ts'
import type { ValuationStatus } from '#db/vocabulary/valuations.ts'
import { loadOwnMilestone, type OwnMilestone, recordStep, refusalOf, workFacts } from './record-step.server.ts'
import { type ValuationRow, valuedLines } from './rows.server.ts'
import { amountsThisTime, type ValuationAction, valuationMachine, valuationRights, valueToDate } from './valuation.ts'

export type LoadedValuation = OwnMilestone & { valuation: ValuationRow }

/** @throws AppError not_found, for strangers too */
export function loadValuation(tx: Transaction, ctx: CompanyContext, valuationId: string): LoadedValuation {
  const valuation = tx.select().from(milestoneValuations).where(eq(milestoneValuations.id, valuationId)).get()
  if (!valuation) throw notFound()
  return { ...loadOwnMilestone(tx, ctx, valuation.milestoneId), valuation }
}

/**
 * Applies an answer to a valuation. Part of a verb, inside its transaction. Returns the updated row.
 * @throws AppError when the machine refuses, or a concurrent change came first
 */
export function moveValuation(
  tx: Transaction,
  ctx: CompanyContext,
  loaded: LoadedValuation,
  { action, reason }: { action: ValuationAction; reason?: string | undefined },
): ValuationRow {
  const { valuation, role } = loaded
  const facts = { ...workFacts(loaded), reason: reason ?? null }
  const outcome = valuationMachine.next(valuation.status, action, role, facts)
  if (!outcome.ok) throw refusalOf(outcome.reason)
  const decided = { decidedBy: ctx.actor.id, decidedAt: ctx.now, decisionReason: reason?.trim() || null }
  const after = tx
    .update(milestoneValuations)
    .set({ ...decided, status: outcome.to })
    .where(and(eq(milestoneValuations.id, valuation.id), eq(milestoneValuations.status, valuation.status)))
    .returning()
    .get()
  if (!after) throw conflict('errors:concurrentChange')
  return after
}

const steps = { return: 'returned', withdraw: 'withdrawn' } as const

/** Returns a valuation to the provider with a reason, for the client, or takes it back, for the provider. It pays nothing. */
export function endValuation(
  ctx: CompanyContext,
  input: { valuationId: string; action: 'return' | 'withdraw'; reason?: string | undefined },
): { status: ValuationStatus; milestoneId: string } {
  requireRight(ctx, valuationRights[input.action])
  return transact(ctx.db, (tx) => {
    const loaded = loadValuation(tx, ctx, input.valuationId)
    const { milestone, valuation: before } = loaded
    const after = moveValuation(tx, ctx, loaded, input)
    const claimed = valuedLines(tx, before.id).map((line) => ({ ...line, done: line.claimedDone }))
    const { grossCents: amountCents } = amountsThisTime(milestone, valueToDate(claimed))
    recordStep(tx, ctx, loaded, { step: steps[input.action], before, after, amountCents })
    return { status: after.status, milestoneId: milestone.id }
  })
}
