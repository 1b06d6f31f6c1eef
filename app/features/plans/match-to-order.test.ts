import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { proposeReversal } from '#app/features/bank/propose-reversal.server.ts'
import { creditsOf } from '#app/features/bank/reversals.server.ts'
import { getSuspense } from '#app/features/bank/suspense.server.ts'
import { checkLedger } from '#app/features/escrow/check-ledger.server.ts'
import { recordTransfer } from '#app/features/escrow/record-transfer.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { env } from '#app/platform/env.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import type { Database } from '#db/client.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { invoicePayments, invoices } from '#db/schema/invoices/invoicing.ts'
import { subscriptionOrders } from '#db/schema/plans.ts'
import { createAdmin, createPerson, subscribe } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { choosePlan } from './choose-plan.server.ts'
import { matchToOrder, orderOfPayment } from './match-to-order.server.ts'
import { planWords } from './plan-words.server.ts'

let db: Database
let server: TestServer
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())

it('money on the escrow account with the reference of a plan’s invoice pays it once, and is the platform’s company’s', async () => {
  const now = Date.now()
  const [platform, owner] = [createPerson(db, { now }), createPerson(db, { now })]
  const { PLATFORM_COMPANY_ID } = env
  onTestFinished(() => void Object.assign(env, { PLATFORM_COMPANY_ID }))
  env.PLATFORM_COMPANY_ID = platform.company.id
  db.update(companies).set({ city: 'Helsinki' }).where(eq(companies.id, owner.company.id)).run()
  const trialEndsAt = now + 86_400_000
  const trial = { status: 'trialing' as const, plan: null, trialStartedAt: now, trialEndsAt, accessUntil: trialEndsAt }
  subscribe(db, owner.company.id, trial)
  choosePlan(owner, { plan: 'planetary', cycle: 'monthly', currency: 'EUR' }, planWords)
  const orders = () => db.select().from(subscriptionOrders).all()
  const [order] = orders()
  const invoice = () =>
    db
      .select()
      .from(invoices)
      .where(eq(invoices.id, order?.invoiceId ?? ''))
      .get()
  const { reference, grossCents = 0 } = invoice() ?? expect.unreachable()
  const admin = { ...createAdmin(db), now }
  const paidOn = businessDay(now)
  const pay = (amountCents: number, archiveId: string, to = reference ?? '') => {
    const from = { reference: to, currency: 'EUR' as const, payerName: 'Payer Oy', paidOn }
    return recordTransfer(admin, { ...from, amountCents, archiveId }).transferId
  }
  const [little, other, enough] = [pay(100, 'A1'), pay(grossCents, 'A2', ''), pay(grossCents + 500, 'A3')]
  const match = (transferId: string, ctx: UserContext = admin) => matchToOrder(ctx, { transferId })
  expect(orderOfPayment(owner, { reference: reference ?? '', currency: 'EUR' })).toBeNull()
  expect(() => match(little)).toThrow('orderNotCovered')
  expect(() => match(other)).toThrow('noOrder')
  expect(() => match(enough, { ...admin, company: owner.company })).toThrow('adminIsParty')
  expect(() => match(enough, owner)).toThrow('forbidden')

  const { cookie } = await signedIn(admin)
  expect((await server.ask(`/escrow/suspense/${other}`, { cookie })).text).not.toContain('value="plan"')
  const page = `/escrow/suspense/${enough}`
  expect((await server.ask(page, { cookie })).text).toContain('value="plan"')
  const form = { submissionId: newSubmissionId(), intent: 'plan' }
  expect((await server.ask(page, { cookie, form })).status).toBe(303)
  expect([orders()[0]?.status, invoice()?.status]).toEqual(['paid', 'paid'])
  expect(db.select().from(invoicePayments).all()).toMatchObject([
    { amountCents: grossCents, paidOn, sourceKey: `transfer:${enough}` },
  ])
  expect(getSuspense(admin, enough)?.transfer.openCents).toBe(500)
  expect(creditsOf(db, enough).map(({ kind, ownerId, cents }) => [kind, ownerId, cents])).toEqual([
    ['suspense', enough, 500],
    ['client_funds', platform.company.id, grossCents],
  ])
  expect(() => match(enough)).toThrow('noOrder')
  expect(() => proposeReversal(admin, { transferId: enough, reason: 'Wrong' })).toThrow('paidPlan')
  expect(checkLedger(db)).toMatchObject({ sound: true, findings: [] })
})
