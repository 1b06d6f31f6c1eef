// The pages of plans over HTTP: who may see and do what, what they say, and that what was typed is kept.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { env } from '#app/platform/env.server.ts'
import { newSubmissionId } from '#app/platform/forms/submission-id.server.ts'
import type { Database } from '#db/client.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { subscriptionOrders, subscriptions } from '#db/schema/plans.ts'
import { projects } from '#db/schema/projects.ts'
import { createAdmin, createPerson, subscribe } from '#tests/factories/people.ts'
import { createDraft, createOpenProject } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { choosePlan } from './choose-plan.server.ts'
import { markOrderPaid } from './mark-order-paid.server.ts'
import { planWords } from './plan-words.server.ts'

let db: Database
let server: TestServer
const { PLATFORM_COMPANY_ID } = env
beforeAll(async () => {
  db = testDatabase()
  env.PLATFORM_COMPANY_ID = createPerson(db).company.id
  server = await startServer()
})
afterAll(async () => {
  Object.assign(env, { PLATFORM_COMPANY_ID })
  await server.stop()
})

const dayMs = 86_400_000
type Status = Partial<typeof subscriptions.$inferInsert>
const on = async (is: Status, options: Parameters<typeof createPerson>[1] = {}) => {
  const now = Date.now()
  const ctx = createPerson(db, { now, ...options })
  subscribe(db, ctx.company.id, is)
  return { ctx, cookie: (await signedIn(ctx)).cookie }
}
const trial = (days: number): Status => {
  const trialEndsAt = Date.now() + days * dayMs
  const trialStartedAt = trialEndsAt - 14 * dayMs
  return { status: 'trialing', plan: null, trialStartedAt, trialEndsAt, accessUntil: trialEndsAt }
}
const rowOf = ({ company }: CompanyContext) =>
  db.select().from(subscriptions).where(eq(subscriptions.companyId, company.id)).get()
const choice = { plan: 'cosmos', cycle: 'yearly', currency: 'EUR' }
const query = new URLSearchParams(choice)

it('the pricing page compares the plans by what the program enforces', async () => {
  const { text } = await server.ask('/pricing', { cookie: 'lng=en' })
  const rows = [...text.matchAll(/<tr role="row">(.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<span>(.*?)<\/span>/g)].map(([, cell]) => cell),
  )
  expect(rows).toEqual([
    ['Price per month', '€39', '€99', '€249', 'By agreement'],
    ['Price per year', '€390', '€990', '€2,490', 'By agreement'],
    ['Ongoing projects', '3', 'Unlimited', 'Unlimited', 'By agreement'],
    ['Bids per month', '20', 'Unlimited', 'Unlimited', 'By agreement'],
    ['Active contracts', '5', 'Unlimited', 'Unlimited', 'By agreement'],
    ['Users', '5', '10', '25', 'Unlimited'],
    ['Support answers within (hours)', '48', '24', '12', 'By agreement'],
  ])
})

it('the plan of the pricing page follows into the sign-up and to /billing', async () => {
  const pricing = await server.ask('/pricing?period=yearly')
  expect(pricing.text).toContain('href="/signup?plan=cosmos&amp;cycle=yearly"')
  const page = await server.ask('/signup?plan=cosmos&cycle=yearly')
  expect(page.text).toContain('You chose Cosmos')
  const person = { accountType: 'individual', name: 'Pia Plan', email: 'pia@example.org' }
  const password = 'a long enough pass phrase'
  const form = { ...person, password, confirmPassword: password, plan: 'cosmos', cycle: 'yearly' }
  const { status } = await server.ask('/signup', { form: { ...form, submissionId: newSubmissionId() } })
  expect(status).toBe(303)
  const found = db
    .select({ plan: subscriptions.plan, cycle: subscriptions.cycle, status: subscriptions.status })
    .from(subscriptions)
    .innerJoin(companies, eq(companies.id, subscriptions.companyId))
    .where(eq(companies.name, 'Pia Plan'))
    .get()
  expect(found).toEqual({ plan: 'cosmos', cycle: 'yearly', status: 'trialing' })
  expect((await server.ask('/signup?plan=nonsense')).status).toBe(200)
  expect(db.select().from(users).where(eq(users.email, 'pia@example.org')).all()).toHaveLength(1)
})

describe('a company on trial', () => {
  it('sees the days left on every page, and orders after it has seen the exact amount', async () => {
    const { ctx, cookie } = await on(trial(4.5))
    expect((await server.ask('/dashboard', { cookie })).text).toContain('5 days left of your trial')
    const moved = await server.ask('/payments-subscription', { cookie })
    expect([moved.status, moved.headers.location]).toEqual([301, '/billing'])
    const billing = await server.ask('/billing', { cookie })
    expect(billing.text).toContain('0 of 5')
    expect(billing.text).toContain('href="/contact-sales?plan=universe"')
    const offer = await server.ask(`/billing/plan?${query}`, { cookie })
    expect(offer.text).toContain('€3,124.95')
    const form = { ...choice, submissionId: newSubmissionId(), expectedCents: '249000' }
    const ordered = await server.ask(`/billing/plan?${query}`, { cookie, form })
    expect([ordered.status, ordered.headers.location]).toEqual([303, '/billing'])
    expect(rowOf(ctx)).toMatchObject({ status: 'pending', plan: 'cosmos', cycle: 'yearly' })
    const page = await server.ask('/billing', { cookie })
    for (const text of ['The plan is ordered', '€3,124.95', 'Reference', 'To pay']) expect(page.text).toContain(text)
  })

  it('changes its plan once, however often the form is sent, and is told of money back as long as it is to be had', async () => {
    const { ctx, cookie } = await on(trial(5))
    const show = async () => (await server.ask(`/billing/plan?${query}`, { cookie })).text
    expect(await show()).toContain('money back within 14 days')
    const { company, now } = ctx
    const { invoiceId } = choosePlan(ctx, { plan: 'planetary', cycle: 'monthly', currency: 'EUR' }, planWords)
    markOrderPaid(createAdmin(db, 'admin', now), { companyId: company.id, invoiceId, paidOn: businessDay(now) })
    const form = { ...choice, submissionId: newSubmissionId(), expectedCents: '245100' }
    const send = async () => (await server.ask(`/billing/plan?${query}`, { cookie, form })).status
    const cancel = async () => (await server.ask('/billing?confirm=cancel', { cookie })).text
    expect(await cancel()).not.toContain('stays to be paid')
    expect([await send(), await send()]).toEqual([303, 303])
    expect(await cancel()).toContain('stays to be paid')
    const placed = db.select().from(subscriptionOrders).where(eq(subscriptionOrders.companyId, company.id)).all()
    expect(placed.map(({ kind, netCents }) => [kind, netCents])).toEqual([
      ['first', 3900],
      ['change', 245_100],
    ])
    db.update(subscriptions)
      .set({ status: 'ended', paidUntil: '2026-01-01' })
      .where(eq(subscriptions.companyId, company.id))
      .run()
    expect(await show()).not.toContain('money back within 14 days')
  })

  it('cannot order without an address, and the page says what helps', async () => {
    const { ctx, cookie } = await on(trial(3))
    db.update(companies).set({ street: null }).where(eq(companies.id, ctx.company.id)).run()
    expect((await server.ask('/billing', { cookie })).text).toContain('Add street, postcode and city first')
    const opened = await server.ask(`/billing/plan?${query}`, { cookie })
    expect([opened.status, opened.headers.location]).toEqual([302, '/billing?unchanged=yes'])
    const form = { ...choice, submissionId: newSubmissionId() }
    const refused = await server.ask(`/billing/plan?${query}`, { cookie, form })
    expect([refused.status, refused.text.includes('Add street, postcode and city first')]).toEqual([422, true])
  })

  it('shows its members the plan, which only owners and managers change', async () => {
    const { ctx } = await on(trial(3))
    const member = createPerson(db, { company: ctx.company, companyRole: 'member', now: Date.now() })
    const { cookie } = await signedIn(member)
    expect((await server.ask('/billing', { cookie })).text).toContain('An owner or manager of your company')
    expect((await server.ask(`/billing/plan?${query}`, { cookie })).status).toBe(403)
    await server.ask('/billing', { cookie, form: { intent: 'cancel' } })
    expect(rowOf(ctx)?.status).toBe('trialing')
  })
})

describe('the references of the platform’s invoices', () => {
  it('are set by owners and managers, shown to all, and stand on what is ordered afterwards', async () => {
    const { ctx, cookie } = await on(trial(3))
    const references = { intent: 'references', buyerReference: ' Site office ', orderReference: 'PO-17' }
    const form = { ...references, expectedVersion: String(rowOf(ctx)?.updatedAt) }
    const saved = await server.ask('/billing', { cookie, form })
    expect([saved.status, saved.headers.location]).toEqual([303, '/billing'])
    expect(rowOf(ctx)).toMatchObject({ buyerReference: 'Site office', orderReference: 'PO-17' })
    const stale = await server.ask('/billing', { cookie, form: { ...form, buyerReference: 'Late' } })
    expect([stale.status, stale.text.includes('value="Late"')]).toEqual([409, true])
    const long = await server.ask('/billing', { cookie, form: { ...form, buyerReference: 'x'.repeat(101) } })
    expect([long.status, rowOf(ctx)?.buyerReference]).toEqual([422, 'Site office'])
    const member = await signedIn(createPerson(db, { company: ctx.company, companyRole: 'member', now: Date.now() }))
    const page = await server.ask('/billing', { cookie: member.cookie })
    expect(page.text).toContain('Site office')
    expect(page.text).not.toContain('name="buyerReference"')
    const forged = { ...form, expectedVersion: String(rowOf(ctx)?.updatedAt), buyerReference: 'Forged' }
    expect((await server.ask('/billing', { cookie: member.cookie, form: forged })).status).toBe(403)
    expect(rowOf(ctx)?.buyerReference).toBe('Site office')
    const { invoiceId } = choosePlan(ctx, { plan: 'planetary', cycle: 'monthly', currency: 'EUR' }, planWords)
    const invoice = await server.ask(`/invoicing/${invoiceId}`, { cookie })
    for (const text of ['Site office', 'PO-17']) expect(invoice.text).toContain(text)
    expect(invoice.text).not.toContain('PEPPOL-EN16931-R003')
  })
})

describe('a read-only workspace', () => {
  it('says so on every page, refuses what begins something with a link that helps, and keeps what was typed', async () => {
    const { ctx, cookie } = await on({ ...trial(-1), status: 'read_only', accessUntil: 0 })
    expect((await server.ask('/projects', { cookie })).text).toContain('so the workspace is read-only')
    const page = await server.ask('/projects/new', { cookie })
    expect([page.status, page.text.includes('href="/billing"')]).toEqual([403, true])
    const title = 'The roof that was typed'
    const refused = await server.ask('/projects/new', { cookie, form: { title, submissionId: newSubmissionId() } })
    expect([
      refused.status >= 400,
      db.select().from(projects).where(eq(projects.companyId, ctx.company.id)).all(),
    ]).toEqual([true, []])
    expect((await server.ask('/financials/transactions.csv', { cookie })).status).toBe(200)
    expect((await server.ask('/security', { cookie })).status).toBe(200)
    expect((await server.ask(`/billing/plan?${query}`, { cookie })).status).toBe(200)
  })

  it('a quota that is used up refuses with a link to the plan', async () => {
    const { ctx, cookie } = await on({ plan: 'planetary' })
    const bidDeadline = Date.now() + 30 * dayMs
    for (const _ of [1, 2, 3]) createOpenProject(ctx, { bidDeadline })
    const { id } = createDraft(ctx, { bidDeadline })
    const { status, headers } = await server.ask(`/projects/${id}/publish`, {
      cookie,
      form: { submissionId: newSubmissionId() },
    })
    expect([status, headers.location]).toEqual([303, `/projects/${id}`])
    const page = await server.ask(`/projects/${id}`, { cookie })
    expect(page.text).toContain('limit of 3 ongoing projects')
    expect(page.text).toMatch(/<a[^>]*href="\/billing"[^>]*>See plan and use/)
    expect(db.select().from(projects).where(eq(projects.id, id)).get()?.status).toBe('draft')
  })
})

describe('staff', () => {
  it('list subscriptions, mark an invoice as paid, extend a trial and agree on a plan', async () => {
    const { ctx, cookie: owner } = await on(trial(2))
    const companyId = ctx.company.id
    const form = { ...choice, submissionId: newSubmissionId() }
    await server.ask(`/billing/plan?${query}`, { cookie: owner, form })
    const { cookie } = await signedIn(createAdmin(db, 'admin', Date.now()))
    const list = await server.ask('/subscriptions?status=pending', { cookie })
    expect(list.text).toContain(`/subscriptions/${companyId}`)
    const path = `/subscriptions/${companyId}`
    const invoiceId = db
      .select()
      .from(subscriptionOrders)
      .where(eq(subscriptionOrders.companyId, companyId))
      .get()?.invoiceId
    const early = await server.ask(path, {
      cookie,
      form: { intent: 'extend', endsOn: '2020-01-01', reason: 'A reason' },
    })
    expect([early.status, early.text.includes('value="A reason"')]).toEqual([422, true])
    const day = new Date().toISOString().slice(0, 10)
    const paid = await server.ask(path, { cookie, form: { intent: 'paid', invoiceId: invoiceId ?? '', paidOn: day } })
    expect([paid.status, rowOf(ctx)?.status]).toEqual([303, 'active'])
    const limits = { projects: '', bids_per_month: '', active_contracts: '', users: '300' }
    const until = new Date(Date.now() + 400 * dayMs).toISOString().slice(0, 10)
    const terms = { until, price: '', ...limits, reason: 'Signed' }
    const agreed = await server.ask(path, { cookie, form: { intent: 'agree', ...terms } })
    expect(agreed.status).toBe(303)
    expect(rowOf(ctx)).toMatchObject({ plan: 'universe', paidUntil: until })
    expect((await server.ask('/billing', { cookie: owner })).text).toContain('1 of 300')
    expect((await server.ask(path, { cookie: owner })).headers.location).toBe('/dashboard')
    const nothing = await server.ask(path, { cookie, form: { intent: 'agree', ...terms, price: '0' } })
    expect(nothing.status).toBe(422)
    db.$client.prepare('UPDATE companies SET city = NULL WHERE id = ?').run(companyId)
    const homeless = await server.ask(path, { cookie, form: { intent: 'agree', ...terms, price: '6000' } })
    expect([homeless.status, homeless.text.includes('The company has no address yet')]).toEqual([422, true])
    db.$client.prepare("UPDATE companies SET city = 'Turku' WHERE id = ?").run(companyId)
    const priced = await server.ask(path, { cookie, form: { intent: 'agree', ...terms, price: '6000' } })
    expect([priced.status, rowOf(ctx)?.status]).toEqual([303, 'pending'])
    expect((await server.ask('/billing', { cookie: owner })).text).toContain('7,530.00')
  })
})
