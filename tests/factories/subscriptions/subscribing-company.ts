import { eq } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { findMember } from '#app/features/accounts/sessions/session-user.server.ts'
import { startTrial } from '#app/features/accounts/subscriptions/start-trial.server.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { advanceSubscriptions } from '#app/features/plans/advance-subscriptions.server.ts'
import { markOrderPaid } from '#app/features/plans/mark-order-paid.server.ts'
import { startOfDay } from '#app/features/plans/period.ts'
import { planWords } from '#app/features/plans/plan-words.server.ts'
import { loadSubscription } from '#app/features/plans/subscription-rows.server.ts'
import { createProject } from '#app/features/projects/create-project.server.ts'
import { env } from '#app/platform/env.server.ts'
import { transact } from '#db/client.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { subscriptionOrders, subscriptionPeriods, subscriptions } from '#db/schema/plans.ts'
import { createAdmin, createPerson, testNow } from '#tests/factories/people.ts'
import { projectInput } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'

/** A company on trial since `testNow` (1 June 2026), the platform's company, an admin, and a clock of days. */
export function subscribingCompany(change: Partial<typeof companies.$inferInsert> = {}) {
  const db = testDatabase()
  const platform = createPerson(db)
  const { PLATFORM_COMPANY_ID } = env
  onTestFinished(() => void Object.assign(env, { PLATFORM_COMPANY_ID }))
  env.PLATFORM_COMPANY_ID = platform.company.id
  const owner = createPerson(db)
  const companyId = owner.company.id
  db.update(companies)
    .set({ city: 'Helsinki', ...change })
    .where(eq(companies.id, companyId))
    .run()
  db.delete(subscriptions).where(eq(subscriptions.companyId, companyId)).run()
  transact(db, (tx) => startTrial(tx, testNow, companyId))
  const admin = createAdmin(db)
  const at = (day: string) => startOfDay(day) + 12 * 3_600_000
  const on = <C extends { now: number }>(ctx: C, day: string): C => ({ ...ctx, now: at(day) })
  /** The owner as a session of that day has them. */
  const session = (day: string): CompanyContext => {
    const member = findMember(db, owner.actor.id, companyId)
    if (!member?.company) throw new Error('nobody')
    const { company, ...actor } = member
    return { ...owner, actor, company, now: at(day) }
  }
  const clock = (day: string) => advanceSubscriptions(systemContext(db, at(day)), planWords)
  const row = () => loadSubscription(db, companyId)
  const orders = () =>
    db
      .select()
      .from(subscriptionOrders)
      .where(eq(subscriptionOrders.companyId, companyId))
      .orderBy(subscriptionOrders.id)
      .all()
  const periods = () =>
    db
      .select()
      .from(subscriptionPeriods)
      .where(eq(subscriptionPeriods.companyId, companyId))
      .all()
      .map(({ startOn, endOn, plan }) => [startOn, endOn, plan])
  const pay = (day: string) => {
    const open = orders().find(({ status }) => status === 'open')
    markOrderPaid(on(admin, day), { companyId, invoiceId: open?.invoiceId ?? '', paidOn: day })
  }
  const invoice = (index: number) => {
    const found = db
      .select()
      .from(invoices)
      .where(eq(invoices.id, orders()[index]?.invoiceId ?? ''))
      .get()
    if (!found) throw new Error('no invoice')
    return found
  }
  const writes = (day: string) => {
    try {
      const ctx = session(day)
      createProject(ctx, projectInput({ bidDeadline: ctx.now + 30 * 86_400_000 }))
      return 'yes'
    } catch (error) {
      return String(error)
    }
  }
  return { db, platform, owner, admin, companyId, on, session, clock, row, orders, periods, pay, invoice, writes }
}
