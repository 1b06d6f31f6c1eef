// verb-rule: a part of the verbs that change a schedule, which check the right
import { and, eq } from 'drizzle-orm'
import type { CompanyContext, Context } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { findMember } from '#app/features/accounts/sessions/session-user.server.ts'
import { conflict, forbidden, type Message, notFound } from '#app/platform/errors.ts'
import { stateAfter } from '#app/platform/next-state.ts'
import { type AuditSource, appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { invoiceSchedules } from '#db/schema/invoices/recurring.ts'
import type { ScheduleWay } from '#db/vocabulary/recurring.ts'
import { type ScheduleAction, scheduleMachine } from './schedule.ts'

export type ScheduleRow = typeof invoiceSchedules.$inferSelect

/** A schedule of the caller's company. @throws AppError not found */
export function loadSchedule(tx: Transaction, ctx: CompanyContext, id: string): ScheduleRow {
  const own = and(eq(invoiceSchedules.id, id), eq(invoiceSchedules.companyId, ctx.company.id))
  const found = tx.select().from(invoiceSchedules).where(own).get()
  if (!found) throw notFound()
  return found
}

/**
 * In whose name a schedule invoices may do by hand what it does by itself: make invoices, and issue and send them.
 * @throws AppError forbidden
 */
export function requireRightsOf(ctx: CompanyContext, way: ScheduleWay): void {
  requireRight(ctx, 'invoices.create')
  if (way === 'draft') return
  requireRight(ctx, 'invoices.issue')
  requireRight(ctx, 'invoices.send')
}

/**
 * In whose name a schedule invoices, with their rights of today.
 * @throws AppError forbidden once they have left the company or are disabled
 */
export function personOf(tx: Transaction, ctx: Context, { setUpBy, companyId }: ScheduleRow): CompanyContext {
  const member = findMember(tx, setUpBy, companyId)
  if (!member?.company) throw forbidden('recurring:refused.personLeft')
  const { company, ...actor } = member
  return { ...ctx, actor, company }
}

/** Stops a schedule that is active with the reason, and tells its company. Part of a job, inside its transaction. */
export function stopSchedule(tx: Transaction, ctx: Context, schedule: ScheduleRow, stopReason: Message): void {
  const { id: scheduleId, companyId, setUpBy, buyerName: buyer } = schedule
  applyToSchedule(tx, ctx, schedule, { action: 'stop', role: 'clock', set: { stopReason, retryAt: null } })
  recordEvent(tx, ctx, 'schedule.stopped', { scheduleId, companyId, userIds: [setUpBy], buyer })
}

/**
 * Changes a schedule by its machine, with its audit row. Part of a verb, inside its transaction.
 * @throws AppError conflict where its state does not allow it, or somebody else was faster
 */
export function applyToSchedule(
  tx: Transaction,
  source: AuditSource,
  before: ScheduleRow,
  { action, role, set }: { action: ScheduleAction; role: 'seller' | 'clock'; set?: Partial<ScheduleRow> },
): ScheduleRow {
  const status = stateAfter(scheduleMachine.next(before.status, action, role))
  const { id, position, updatedAt, madeCount } = invoiceSchedules
  const unchanged = [eq(position, before.position), eq(updatedAt, before.updatedAt), eq(madeCount, before.madeCount)]
  const after = tx
    .update(invoiceSchedules)
    .set({ ...set, status, updatedAt: source.now })
    .where(and(eq(id, before.id), eq(invoiceSchedules.status, before.status), ...unchanged))
    .returning()
    .get()
  if (!after) throw conflict('errors:concurrentChange')
  const subject = { type: 'invoice_schedule', id: before.id }
  appendAudit(tx, source, { action: `invoice_schedule.${action}`, subject, before, after })
  return after
}
