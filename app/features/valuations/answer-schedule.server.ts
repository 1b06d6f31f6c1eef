// verb-rule: recordStep writes the audit row
import { and, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { transact } from '#db/client.server.ts'
import { valueSchedules } from '#db/schema/valuations.ts'
import type { ScheduleStatus } from '#db/vocabulary/valuations.ts'
import { loadOwnMilestone, recordStep, refusalOf } from './record-step.server.ts'
import { isScheduleUsed, scheduleIn } from './rows.server.ts'
import { type ScheduleAction, scheduleMachine, scheduleRights } from './schedule.ts'

const steps = { accept: 'schedule_accepted', decline: 'schedule_declined', withdraw: 'schedule_withdrawn' } as const

/**
 * Answers a proposed schedule of values, for the client, or takes it back, for the provider. An accepted one takes the place of the one before
 * it, which no valuation was made by.
 * @throws AppError not_found; conflict where another schedule waits than the page showed; whatever the state machine refuses
 */
export function answerSchedule(
  ctx: CompanyContext,
  input: { milestoneId: string; scheduleId: string; action: ScheduleAction; reason?: string | undefined },
): { status: ScheduleStatus } {
  const { milestoneId, action, reason } = input
  requireRight(ctx, scheduleRights[action])
  return transact(ctx.db, (tx) => {
    const loaded = loadOwnMilestone(tx, ctx, milestoneId)
    const { milestone, contract, role } = loaded
    const ofMilestone = and(eq(valueSchedules.id, input.scheduleId), eq(valueSchedules.milestoneId, milestoneId))
    const before = tx.select().from(valueSchedules).where(ofMilestone).get()
    if (!before) throw notFound()
    const outcome = scheduleMachine.next(before.status, action, role, {
      addsUp: before.netCents === milestone.netCents,
      contractIsActive: contract.status === 'active',
      reason: reason ?? null,
    })
    if (!outcome.ok) throw refusalOf(outcome.reason)
    const standing = action === 'accept' ? scheduleIn(tx, milestoneId, 'accepted') : null
    if (standing && isScheduleUsed(tx, milestoneId)) throw conflict('valuations:refused.noProposalNow')
    if (standing) tx.update(valueSchedules).set({ status: 'replaced' }).where(eq(valueSchedules.id, standing.id)).run()
    const decided = { decidedBy: ctx.actor.id, decidedAt: ctx.now, decisionReason: reason?.trim() || null }
    const after = tx
      .update(valueSchedules)
      .set({ ...decided, status: outcome.to })
      .where(and(eq(valueSchedules.id, before.id), eq(valueSchedules.status, before.status)))
      .returning()
      .get()
    if (!after) throw conflict('errors:concurrentChange')
    recordStep(tx, ctx, loaded, { step: steps[action], before, after, amountCents: milestone.amountCents })
    return { status: after.status }
  })
}
