import { and, desc, eq, inArray, sql as text } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { permittedActions } from '#app/features/accounts/require-right.server.ts'
import { invoiceDay } from '#app/features/invoicing/invoice-dates.ts'
import { calculateInvoiceTotals, invoiceLineNetCents } from '#app/features/invoicing/invoice-totals.ts'
import { users } from '#db/schema/accounts.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { invoiceSchedules, scheduledInvoices } from '#db/schema/invoices/recurring.ts'
import { dateAt, periodAt, positionFrom, upcomingDates } from './recurrence.ts'
import { scheduleMachine } from './schedule.ts'
import { nextPeriod, refusalOfRepeating, templateOf } from './template.server.ts'

const pageSize = 50

/** The recurring invoices of the caller's company: those that stopped and are running first, then by their next date. */
export function listSchedules(ctx: CompanyContext, page: number) {
  const { id, status, way, every, unit, nextOn, madeCount, buyerName, currency, grossCents, companyId } =
    invoiceSchedules
  const rows = ctx.db
    .select({ id, status, way, every, unit, nextOn, madeCount, buyerName, currency, grossCents })
    .from(invoiceSchedules)
    .where(eq(companyId, ctx.company.id))
    .orderBy(
      text`CASE ${status} WHEN 'stopped' THEN 0 WHEN 'active' THEN 1 WHEN 'paused' THEN 2 ELSE 3 END`,
      nextOn,
      desc(id),
    )
    .limit(pageSize + 1)
    .offset((page - 1) * pageSize)
    .all()
  return { rows: rows.slice(0, pageSize), hasNext: rows.length > pageSize }
}

export type ScheduleListRow = ReturnType<typeof listSchedules>['rows'][number]

const stepRights = {
  change: 'invoices.create',
  pause: 'invoices.create',
  resume: 'invoices.create',
  end: 'invoices.create',
} as const

/** A recurring invoice of the caller's company, with its next dates and the latest hundred that it has made; null for those of others. */
export function getSchedule(ctx: CompanyContext, id: string) {
  const own = and(eq(invoiceSchedules.id, id), eq(invoiceSchedules.companyId, ctx.company.id))
  const row = ctx.db.select().from(invoiceSchedules).where(own).get()
  if (!row) return null
  const { template: _stored, ...schedule } = row
  const { lines, adjustments, buyerEmail } = templateOf(row)
  const { number, status, grossCents, sentAt } = invoices
  return {
    ...schedule,
    buyerEmail,
    lines: lines.map((line) => ({
      description: line.description,
      netCents: invoiceLineNetCents({ ...line, adjustments: line.adjustments ?? [] }),
    })),
    totals: calculateInvoiceTotals(lines, { adjustments }),
    period: nextPeriod(row),
    dates: row.status === 'ended' ? [] : upcomingDates(row, 6),
    setUpBy: ctx.db.select({ name: users.name }).from(users).where(eq(users.id, row.setUpBy)).get()?.name ?? '',
    made: ctx.db
      .select({
        id: scheduledInvoices.id,
        runOn: scheduledInvoices.runOn,
        invoiceId: invoices.id,
        number,
        status,
        grossCents,
        mailDueAt: scheduledInvoices.mailDueAt,
        isMailed: text<number>`${sentAt} IS NOT NULL`,
      })
      .from(scheduledInvoices)
      .leftJoin(invoices, eq(invoices.id, scheduledInvoices.invoiceId))
      .where(eq(scheduledInvoices.scheduleId, id))
      .orderBy(desc(scheduledInvoices.runOn))
      .limit(100)
      .all(),
    actions: permittedActions(ctx, scheduleMachine.allowed(row.status, 'seller'), stepRights),
  }
}

export type Schedule = NonNullable<ReturnType<typeof getSchedule>>

/** The schedule that has made an invoice of the caller's company; null for one that was made by hand. */
export function scheduleOf(ctx: CompanyContext, invoiceId: string): string | null {
  const found = ctx.db
    .select({ id: invoiceSchedules.id })
    .from(scheduledInvoices)
    .innerJoin(invoiceSchedules, eq(invoiceSchedules.id, scheduledInvoices.scheduleId))
    .where(and(eq(scheduledInvoices.invoiceId, invoiceId), eq(invoiceSchedules.companyId, ctx.company.id)))
    .get()
  return found?.id ?? null
}

/**
 * An invoice of the caller's company for the form that repeats it, with a month later as the first date: the one after its invoicing period, or its date of
 * supply, but not before today. Null for those of others.
 */
export function getRepeatable(ctx: CompanyContext, id: string) {
  const own = and(eq(invoices.id, id), eq(invoices.companyId, ctx.company.id))
  const row = ctx.db.select().from(invoices).where(own).get()
  if (!row) return null
  const today = invoiceDay(ctx.now)
  const monthly = { every: 1, unit: 'month' as const, firstOn: row.issueDate ?? row.deliveryDate }
  const ahead = Math.max(1, positionFrom(monthly, 0, today))
  const period = periodAt(monthly, { periodStart: row.periodStart, periodEnd: row.periodEnd }, ahead)
  const repeated = ctx.db
    .select({ id: invoiceSchedules.id })
    .from(invoiceSchedules)
    .where(
      and(
        eq(invoiceSchedules.companyId, ctx.company.id),
        eq(invoiceSchedules.buyerName, row.buyer.name),
        inArray(invoiceSchedules.status, ['active', 'paused', 'stopped']),
      ),
    )
    .orderBy(desc(invoiceSchedules.id))
    .get()
  return {
    id: row.id,
    /** The newest recurring invoice to the same buyer that has not ended; null if there is none. */
    repeated: repeated?.id ?? null,
    buyerName: row.buyer.name,
    number: row.number,
    email: row.buyer.email ?? '',
    refusal: refusalOfRepeating(row),
    first: {
      firstOn: dateAt(monthly, ahead),
      periodStart: period.periodStart ?? '',
      periodEnd: period.periodEnd ?? '',
    },
  }
}
