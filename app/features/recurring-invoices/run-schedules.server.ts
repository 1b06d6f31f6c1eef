// verb-rule: a scheduled job invoices in the name, and with the rights, of whoever set a schedule up
import { setImmediate } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { createInvoice } from '#app/features/invoicing/create-invoice.server.ts'
import { invoiceDay } from '#app/features/invoicing/invoice-dates.ts'
import { issueInvoice } from '#app/features/invoicing/issue-invoice.server.ts'
import { AppError, type Message } from '#app/platform/errors.ts'
import { logger } from '#app/platform/logger.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { columns, integer, text } from '#db/fields.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { invoiceSchedules, scheduledInvoices } from '#db/schema/invoices/recurring.ts'
import { sql } from '#db/sql.server.ts'
import { mailScheduled, passing, retryAfterMs } from './mail-scheduled.server.ts'
import { nextDate } from './recurrence.ts'
import { applyToSchedule, personOf, requireRightsOf, type ScheduleRow, stopSchedule } from './schedule-rows.server.ts'
import { nextInvoice } from './template.server.ts'

/** The earliest of each company first, then the second of each, and so on: no company waits for all of another's. */
const due = sql(
  { params: { today: text, now: integer, atMost: integer }, row: columns(invoiceSchedules, 'id') },
  `SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY company_id ORDER BY next_on, id) AS turn
                   FROM invoice_schedules INDEXED BY invoice_schedules_due
                   WHERE status = 'active' AND next_on <= :today AND coalesce(retry_at, 0) <= :now)
   ORDER BY turn, id LIMIT :atMost`,
)

/**
 * Makes the invoices of the schedules whose dates have come (INV-34), each in a transaction of its own that asks again, so that repeating or
 * interrupting it makes none twice. Dates that were missed get an invoice each. Where one cannot be made, its schedule stops with the reason, or
 * waits an hour for what passes; companies take turns, and requests are served between one and the next. What is issued is mailed afterwards.
 * Returns the number made.
 * @param atMost how many to try in one run, which the next goes on from
 */
export async function runSchedules(ctx: Context, atMost?: number | null): Promise<number> {
  let [made, left] = [0, atMost ?? 200]
  while (left > 0) {
    const asked = { today: invoiceDay(ctx.now), now: ctx.now, atMost: left }
    const schedules = due.all(ctx.db, asked)
    if (schedules.length === 0) break
    left -= schedules.length
    for (const { id } of schedules) {
      if (makeNext(ctx, id)) made += 1
      await setImmediate()
    }
  }
  await mailScheduled(ctx)
  return made
}

/** Makes the next invoice of a schedule; false where none is due or it could not be made. */
function makeNext(ctx: Context, scheduleId: string): boolean {
  try {
    return transact(ctx.db, (tx) => {
      const schedule = findDue(tx, ctx, scheduleId)
      if (schedule) makeInvoice(tx, ctx, schedule)
      return schedule !== null
    })
  } catch (error) {
    if (!(error instanceof AppError))
      logger.error({ err: error, schedule: scheduleId }, 'a recurring invoice could not be made')
    const reason = error instanceof AppError ? error.text : { key: 'recurring:refused.failed' }
    const isPassing = !(error instanceof AppError) || passing.includes(error.code)
    transact(ctx.db, (tx) => {
      const schedule = findDue(tx, ctx, scheduleId)
      if (!schedule) return
      if (isPassing) delay(tx, ctx, schedule, reason)
      else stopSchedule(tx, ctx, schedule, reason)
    })
    return false
  }
}

/** Has the next runs leave a schedule out for a while, so that it does not stand in the way of others. */
function delay(tx: Transaction, ctx: Context, schedule: ScheduleRow, stopReason: Message): void {
  const set = { retryAt: ctx.now + retryAfterMs, stopReason }
  applyToSchedule(tx, ctx, schedule, { action: 'delay', role: 'clock', set })
}

/** The schedule, if its date has come and nobody has paused, delayed or run it meanwhile. */
function findDue(tx: Transaction, ctx: Context, id: string): ScheduleRow | null {
  const found = tx.select().from(invoiceSchedules).where(eq(invoiceSchedules.id, id)).get()
  const isDue = found?.status === 'active' && found.nextOn !== null && found.nextOn <= invoiceDay(ctx.now)
  return isDue && (found.retryAt ?? 0) <= ctx.now ? found : null
}

function makeInvoice(tx: Transaction, ctx: Context, schedule: ScheduleRow): void {
  const { id: scheduleId, way, setUpBy, companyId, nextOn, buyerName: buyer, currency } = schedule
  const person = personOf(tx, ctx, schedule)
  requireRightsOf(person, way)
  const { id: invoiceId } = createInvoice(person, nextInvoice(tx, schedule))
  const mailDueAt = way === 'send' ? ctx.now : null
  if (way === 'send') issueInvoice(person, { invoiceId })
  const row = { id: newId(), scheduleId, runOn: nextOn ?? '', invoiceId, madeAt: ctx.now, mailDueAt }
  tx.insert(scheduledInvoices).values(row).run()
  const madeCount = schedule.madeCount + 1
  const position = schedule.position + 1
  const next = nextDate({ ...schedule, madeCount }, position)
  const action = next === null ? ('finish' as const) : ('run' as const)
  const set = { madeCount, position, nextOn: next, retryAt: null, stopReason: null }
  applyToSchedule(tx, ctx, schedule, { action, role: 'clock', set })
  const event = { scheduleId, companyId, userIds: [setUpBy], buyer }
  if (way === 'draft')
    recordEvent(tx, ctx, 'schedule.drafted', { ...event, invoiceId, amountCents: schedule.grossCents, currency })
  if (next === null) recordEvent(tx, ctx, 'schedule.ended', event)
}
