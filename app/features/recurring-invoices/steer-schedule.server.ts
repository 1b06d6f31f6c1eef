// verb-rule: applyToSchedule appends the audit row
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { invoiceDay } from '#app/features/invoicing/invoice-dates.ts'
import { conflict } from '#app/platform/errors.ts'
import { transact } from '#db/client.server.ts'
import { nextDate, positionFrom } from './recurrence.ts'
import type { Step } from './schedule.ts'
import { applyToSchedule, loadSchedule, requireRightsOf, type ScheduleRow } from './schedule-rows.server.ts'

/**
 * Pauses, resumes or ends a schedule. The dates of a pause are left out; those on which the clock could not invoice are made up for. Whoever resumes it
 * lends it their rights.
 * @throws AppError forbidden; not found; conflict where its state does not allow it, or no date is left
 */
export function steerSchedule(ctx: CompanyContext, { scheduleId, step }: { scheduleId: string; step: Step }): void {
  requireRight(ctx, 'invoices.create')
  transact(ctx.db, (tx) => {
    const before = loadSchedule(tx, ctx, scheduleId)
    if (step === 'resume') requireRightsOf(ctx, before.way)
    const set = step === 'resume' ? resumed(ctx, before) : step === 'end' ? { nextOn: null } : {}
    applyToSchedule(tx, ctx, before, { action: step, role: 'seller', set })
  })
}

function resumed(ctx: CompanyContext, schedule: ScheduleRow): Partial<ScheduleRow> {
  const own = { setUpBy: ctx.actor.id, stopReason: null, retryAt: null }
  if (schedule.status !== 'paused') return own
  const position = positionFrom(schedule, schedule.position, invoiceDay(ctx.now))
  const nextOn = nextDate(schedule, position)
  if (nextOn === null) throw conflict('recurring:refused.over')
  return { ...own, position, nextOn }
}
