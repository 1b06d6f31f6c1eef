// verb-rule: a scheduled job invoices in the name, and with the rights, of whoever set a schedule up
import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, lte } from 'drizzle-orm'
import type { CompanyContext, Context } from '#app/features/accounts/context.ts'
import { findMember } from '#app/features/accounts/sessions/session-user.server.ts'
import { createInvoice } from '#app/features/invoicing/create-invoice.server.ts'
import { invoiceDay } from '#app/features/invoicing/invoice-dates.ts'
import { issueInvoice } from '#app/features/invoicing/issue-invoice.server.ts'
import { sendInvoice } from '#app/features/invoicing/send-invoice.server.ts'
import { AppError, forbidden, type Message } from '#app/platform/errors.ts'
import { logger } from '#app/platform/logger.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { invoiceSchedules, scheduledInvoices } from '#db/schema/recurring.ts'
import { nextDate } from './recurrence.ts'
import { applyToSchedule, type ScheduleRow } from './schedule-rows.server.ts'
import { nextInvoice } from './template.server.ts'

/**
 * Makes the invoices of all schedules whose dates have come (INV-34), each in a transaction of its own that asks again, so that repeating or
 * interrupting it makes none twice. Dates that were missed get an invoice each. Where one cannot be made, its schedule stops with the reason. Many
 * are due on the first of a month, so requests are served between one and the next. Returns the number made.
 */
export async function runSchedules(ctx: Context): Promise<number> {
  const { id, status, nextOn } = invoiceSchedules
  const isDue = and(eq(status, 'active'), lte(nextOn, invoiceDay(ctx.now)))
  const due = ctx.db.select({ id }).from(invoiceSchedules).where(isDue).orderBy(asc(nextOn), asc(id)).limit(200).all()
  let made = 0
  for (const schedule of due) {
    try {
      while (makeNext(ctx, schedule.id)) {
        made += 1
        await setImmediate()
      }
    } catch (error) {
      logger.error({ err: error, schedule: schedule.id }, 'a recurring invoice could not be made')
    }
  }
  return made
}

/** What passes by itself, so that the next run tries again: too many mails, or a full disk. */
const passing = ['rate_limited', 'storage_full']

/** Makes the next invoice of a schedule; false where none is due. */
function makeNext(ctx: Context, scheduleId: string): boolean {
  try {
    return transact(ctx.db, (tx) => {
      const schedule = findDue(tx, ctx, scheduleId)
      if (schedule) makeInvoice(tx, ctx, schedule)
      return schedule !== null
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (!passing.includes(error.code)) stop(ctx, scheduleId, error.text)
    return false
  }
}

/** The schedule, if its date has come and nobody has paused or run it meanwhile. */
function findDue(tx: Transaction, ctx: Context, id: string): ScheduleRow | null {
  const found = tx.select().from(invoiceSchedules).where(eq(invoiceSchedules.id, id)).get()
  const isDue = found?.status === 'active' && found.nextOn !== null && found.nextOn <= invoiceDay(ctx.now)
  return isDue ? found : null
}

function makeInvoice(tx: Transaction, ctx: Context, schedule: ScheduleRow): void {
  const { id: scheduleId, way, setUpBy, companyId, nextOn, buyerName: buyer, currency } = schedule
  const person = personOf(tx, ctx, schedule)
  const content = nextInvoice(tx, schedule)
  const { id: invoiceId } = createInvoice(person, content)
  if (way === 'send') {
    issueInvoice(person, { invoiceId })
    const locale = person.actor.locale ?? (content.buyerCountry === 'FI' ? 'fi' : 'en')
    sendInvoice(person, { invoiceId, email: schedule.email ?? '', locale })
  }
  const row = { id: newId(), scheduleId, runOn: nextOn ?? '', invoiceId, madeAt: ctx.now }
  tx.insert(scheduledInvoices).values(row).run()
  const madeCount = schedule.madeCount + 1
  const position = schedule.position + 1
  const next = nextDate({ ...schedule, madeCount }, position)
  const action = next === null ? ('finish' as const) : ('run' as const)
  applyToSchedule(tx, ctx, schedule, { action, role: 'clock', set: { madeCount, position, nextOn: next } })
  const event = { scheduleId, companyId, userIds: [setUpBy], buyer }
  if (way === 'draft')
    recordEvent(tx, ctx, 'schedule.drafted', { ...event, invoiceId, amountCents: schedule.grossCents, currency })
  if (next === null) recordEvent(tx, ctx, 'schedule.ended', event)
}

/** @throws AppError forbidden once they have left the company or are disabled */
function personOf(tx: Transaction, ctx: Context, { setUpBy, companyId }: ScheduleRow): CompanyContext {
  const member = findMember(tx, setUpBy, companyId)
  if (!member?.company) throw forbidden('recurring:refused.personLeft')
  const { company, ...actor } = member
  return { ...ctx, actor, company }
}

function stop(ctx: Context, scheduleId: string, stopReason: Message): void {
  transact(ctx.db, (tx) => {
    const schedule = findDue(tx, ctx, scheduleId)
    if (!schedule) return
    const { companyId, setUpBy, buyerName: buyer } = schedule
    applyToSchedule(tx, ctx, schedule, { action: 'stop', role: 'clock', set: { stopReason } })
    recordEvent(tx, ctx, 'schedule.stopped', { scheduleId, companyId, userIds: [setUpBy], buyer })
  })
}
