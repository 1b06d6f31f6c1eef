import { asc, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { noDetails } from '#app/features/invoicing/content/invoice-content.ts'
import { deleteDraft } from '#app/features/invoicing/delete-draft.server.ts'
import type { InvoiceInput } from '#app/features/invoicing/schemas.server.ts'
import { verifyAudit } from '#db/audit.server.ts'
import { newId } from '#db/ids.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { invoiceLines, invoices } from '#db/schema/invoices/invoicing.ts'
import { invoiceSchedules, scheduledInvoices } from '#db/schema/invoices/recurring.ts'
import { mails } from '#db/schema/notifications.ts'
import { draftInvoice, invoiceLine, issuedInvoice } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { setModule } from '#tests/factories/permissions.ts'
import { testDatabase, testDatabaseFile } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { type Call, race, won } from '#tests/setup/race.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { changeSchedule } from './change-schedule.server.ts'
import { getSchedule, scheduleOf } from './queries.server.ts'
import { runSchedules } from './run-schedules.server.ts'
import { maxSchedules } from './schedule.ts'
import { setUpSchedule } from './set-up-schedule.server.ts'
import { steerSchedule } from './steer-schedule.server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const noon = (day: string) => Date.parse(`${day}T12:00:00Z`)
const monthly = {
  ...{ every: 1, unit: 'month' as const, firstOn: '2026-06-30', lastOn: null, maxCount: null },
  ...{ periodStart: '2026-06-01', periodEnd: '2026-06-30', way: 'draft' as const, email: null },
}
type Change = Partial<Parameters<typeof setUpSchedule>[1]>
const repeated = (ctx: CompanyContext, change: Change = {}, invoice: Partial<InvoiceInput> = {}) =>
  setUpSchedule(ctx, { ...monthly, invoiceId: draftInvoice(ctx, invoice), ...change }).id
const sending = { way: 'send' as const, email: 'pay@buyer.example' }
const run = (ctx: CompanyContext, day: string) => runSchedules(systemContext(ctx.db, noon(day)))
const rowOf = (ctx: CompanyContext, id: string) =>
  ctx.db.select().from(invoiceSchedules).where(eq(invoiceSchedules.id, id)).get()
const madeBy = (ctx: CompanyContext, id: string) =>
  ctx.db
    .select()
    .from(scheduledInvoices)
    .innerJoin(invoices, eq(invoices.id, scheduledInvoices.invoiceId))
    .where(eq(scheduledInvoices.scheduleId, id))
    .orderBy(asc(scheduledInvoices.runOn))
    .all()
    .map(({ invoices: invoice }) => invoice)

it('makes a draft on each date, once, with its period moved along', async () => {
  const ctx = createPerson(testDatabase())
  const line = { ...invoiceLine, periodStart: '2026-05-01', periodEnd: '2026-05-31' }
  const of = { periodStart: '2026-05-01', periodEnd: '2026-05-31' }
  const noOther = { buyerReference: 'K-7', orderReference: null, contractReference: null, projectReference: null }
  const details = { ...noOther, ...of, deliverySite: null, lateInterestBp: null, complaintDays: null }
  const id = repeated(ctx, {}, { lines: [line], details })
  expect([await run(ctx, '2026-06-29'), await run(ctx, '2026-06-30'), await run(ctx, '2026-06-30')]).toEqual([0, 1, 0])
  // Two dates were missed: an invoice each.
  expect([await run(ctx, '2026-08-31'), await run(ctx, '2026-08-31')]).toEqual([2, 0])
  const made = madeBy(ctx, id)
  expect(made.map(({ periodStart, periodEnd, deliveryDate }) => [periodStart, periodEnd, deliveryDate])).toEqual([
    ['2026-06-01', '2026-06-30', '2026-06-30'],
    ['2026-07-01', '2026-07-31', '2026-07-31'],
    ['2026-08-01', '2026-08-31', '2026-08-31'],
  ])
  expect(made[2]).toMatchObject({ status: 'draft', number: null, buyerReference: 'K-7', grossCents: 62_750 })
  const lines = ctx.db
    .select()
    .from(invoiceLines)
    .where(eq(invoiceLines.invoiceId, made[1]?.id ?? ''))
    .all()
  expect(lines).toMatchObject([{ periodStart: '2026-07-01', periodEnd: '2026-07-31', unitPriceE4: 500_000 }])
  expect(rowOf(ctx, id)).toMatchObject({ madeCount: 3, nextOn: '2026-09-30', status: 'active' })
  expect(recorded(ctx.db, 'schedule.drafted')).toHaveLength(3)
  expect(scheduleOf(ctx, made[0]?.id ?? '')).toBe(id)
  deleteDraft(ctx, { invoiceId: made[0]?.id ?? '' })
  expect(getSchedule(ctx, id)?.made.map(({ invoiceId }) => invoiceId === null)).toEqual([false, false, true])
  expect(() => ctx.db.delete(scheduledInvoices).run()).toThrow('kept')
  expect(verifyAudit(ctx.db).brokenAt).toBeNull()
})

it('issues and sends in the name of whoever set it up, and ends with the last one', async () => {
  const ctx = createPerson(testDatabase())
  const id = repeated(ctx, { ...sending, maxCount: 2 })
  expect([await run(ctx, '2026-07-30'), await run(ctx, '2026-12-01')]).toEqual([2, 0])
  const made = madeBy(ctx, id)
  expect(made.map(({ status, issueDate, createdBy }) => [status, issueDate, createdBy])).toEqual([
    ['sent', '2026-07-30', ctx.actor.id],
    ['sent', '2026-07-30', ctx.actor.id],
  ])
  expect(new Set(made.map(({ number }) => number)).size).toBe(2)
  const sent = ctx.db.select().from(mails).where(eq(mails.recipient, sending.email)).all()
  expect(sent.length).toBe(2)
  expect(rowOf(ctx, id)).toMatchObject({ status: 'ended', nextOn: null, madeCount: 2 })
  expect(recorded(ctx.db, 'schedule.ended')).toMatchObject([{ scheduleId: id, userIds: [ctx.actor.id] }])
})

it('stops once its person lost the right, left, or the invoice cannot be issued, and then makes up for it', async () => {
  const ctx = createPerson(testDatabase())
  const { id: companyId } = ctx.company
  const member = createPerson(ctx.db, { company: ctx.company, companyRole: 'member' })
  const inName = { ...member, company: ctx.company }
  const id = repeated(inName, sending)
  setModule(ctx.db, member.actor.id, companyId, 'invoicing', 'read')
  expect(await run(ctx, '2026-06-30')).toBe(0)
  expect(rowOf(ctx, id)).toMatchObject({ status: 'stopped', stopReason: { key: 'errors:moduleReadOnly' } })
  // Neither an invoice nor a gap in the numbers is left behind.
  expect(ctx.db.select().from(invoices).where(eq(invoices.status, 'sent')).all()).toEqual([])
  expect(recorded(ctx.db, 'schedule.stopped')).toMatchObject([{ scheduleId: id, companyId }])
  expect(await run(ctx, '2026-08-01')).toBe(0)
  ctx.db.update(companies).set({ iban: null }).where(eq(companies.id, companyId)).run()
  const later = { ...ctx, now: noon('2026-08-01') }
  steerSchedule(later, { scheduleId: id, step: 'resume' })
  expect(await run(ctx, '2026-08-01')).toBe(0)
  expect(rowOf(ctx, id)).toMatchObject({ status: 'stopped', setUpBy: ctx.actor.id })
  ctx.db.update(companies).set({ iban: 'FI7944052020036082' }).where(eq(companies.id, companyId)).run()
  steerSchedule(later, { scheduleId: id, step: 'resume' })
  expect(await run(ctx, '2026-08-01')).toBe(2)
  expect(madeBy(ctx, id).map(({ number }) => number?.endsWith('1') || number?.endsWith('2'))).toEqual([true, true])
  ctx.db.update(users).set({ status: 'disabled' }).where(eq(users.id, ctx.actor.id)).run()
  expect(await run(ctx, '2026-08-30')).toBe(0)
  expect(rowOf(ctx, id)?.stopReason).toEqual({ key: 'recurring:refused.personLeft' })
})

it('leaves out the dates of a pause, and ends for good', async () => {
  const ctx = createPerson(testDatabase())
  const id = repeated(ctx, { lastOn: '2026-10-31' })
  steerSchedule(ctx, { scheduleId: id, step: 'pause' })
  expect(await run(ctx, '2026-09-01')).toBe(0)
  steerSchedule({ ...ctx, now: noon('2026-09-01') }, { scheduleId: id, step: 'resume' })
  expect([await run(ctx, '2026-09-01'), await run(ctx, '2026-09-30')]).toEqual([0, 1])
  expect(madeBy(ctx, id)).toMatchObject([{ periodStart: '2026-09-01', periodEnd: '2026-09-30' }])
  steerSchedule(ctx, { scheduleId: id, step: 'pause' })
  const tooLate = { ...ctx, now: noon('2026-12-01') }
  expect(() => steerSchedule(tooLate, { scheduleId: id, step: 'resume' })).toThrow('recurring:refused.over')
  steerSchedule(ctx, { scheduleId: id, step: 'end' })
  expect(() => steerSchedule(ctx, { scheduleId: id, step: 'resume' })).toThrow('recurring:refused.wrongState')
  expect(getSchedule(ctx, id)).toMatchObject({ dates: [], actions: [] })
})

it('goes on from another date, period and content', async () => {
  const ctx = createPerson(testDatabase())
  const id = repeated(ctx)
  await run(ctx, '2026-06-30')
  const dearer = draftInvoice(ctx, { lines: [{ ...invoiceLine, unitPriceE4: 600_000 }] })
  const next = { ...monthly, firstOn: '2026-08-15', periodStart: '2026-07-01', periodEnd: '2026-09-30' }
  const change = { ...next, unit: 'quarter' as const, scheduleId: id, fromInvoiceId: dearer }
  expect(() => changeSchedule(ctx, { ...change, firstOn: '2026-06-30' })).toThrow('recurring:refused.dateOfLast')
  expect(() => changeSchedule(ctx, { ...change, maxCount: 1 })).toThrow('recurring:refused.madeAlready')
  expect(() => changeSchedule(ctx, { ...change, expectedVersion: 1 })).toThrow('errors:editConflict')
  changeSchedule(ctx, change)
  expect(getSchedule(ctx, id)?.dates.slice(0, 2)).toEqual(['2026-08-15', '2026-11-15'])
  expect(await run(ctx, '2026-11-15')).toBe(2)
  expect(madeBy(ctx, id).at(-1)).toMatchObject({ netCents: 60_000, periodStart: '2026-10-01', periodEnd: '2026-12-31' })
  changeSchedule(ctx, {
    ...monthly,
    firstOn: '2026-12-01',
    periodStart: null,
    periodEnd: null,
    scheduleId: id,
    fromInvoiceId: null,
  })
  await run(ctx, '2026-12-01')
  expect(madeBy(ctx, id).at(-1)).toMatchObject({ netCents: 60_000, periodStart: null, deliveryDate: '2026-12-01' })
})

const december = { periodStart: '2026-12-01', periodEnd: '2026-12-31' }
const november = { periodStart: '2026-11-01', periodEnd: '2026-11-30' }
const linesOf = (ctx: CompanyContext, invoiceId = '') =>
  ctx.db
    .select()
    .from(invoiceLines)
    .where(eq(invoiceLines.invoiceId, invoiceId))
    .orderBy(asc(invoiceLines.position))
    .all()

it('moves the periods of its lines with its own when it is changed, and refuses what leaves them out (INV-34)', async () => {
  const ctx = createPerson(testDatabase())
  const week = { periodStart: '2026-12-08', periodEnd: '2026-12-14' }
  const lines = [{ ...invoiceLine, ...december }, { ...invoiceLine, ...week }, invoiceLine]
  const details = { ...noDetails, ...december }
  const id = repeated(ctx, { ...monthly, ...sending, firstOn: '2026-12-31', ...december }, { lines, details })
  const change = { ...monthly, ...sending, scheduleId: id, fromInvoiceId: null, firstOn: '2026-11-26' }
  expect(() => changeSchedule(ctx, { ...change, periodStart: '2026-11-20', periodEnd: '2026-11-30' })).toThrow(
    'recurring:refused.periodOfLine',
  )
  changeSchedule(ctx, { ...change, ...november })
  expect(await run(ctx, '2026-12-26')).toBe(2)
  const [first, second] = madeBy(ctx, id)
  expect(first).toMatchObject({ status: 'sent', ...november, deliveryDate: '2026-11-30' })
  expect(linesOf(ctx, first?.id)).toMatchObject([
    november,
    { periodStart: '2026-11-08', periodEnd: '2026-11-14' },
    { periodStart: null, periodEnd: null },
  ])
  expect(second).toMatchObject(december)
  expect(linesOf(ctx, second?.id)).toMatchObject([december, week, {}])
  // A line for the whole period is for all of a longer one.
  const quarter = { periodStart: '2027-01-01', periodEnd: '2027-03-31' }
  changeSchedule(ctx, { ...change, unit: 'quarter', firstOn: '2027-03-31', ...quarter })
  expect(await run(ctx, '2027-03-31')).toBe(1)
  expect(linesOf(ctx, madeBy(ctx, id)[2]?.id)).toMatchObject([quarter, { periodStart: '2027-01-08' }, {}])
})

const outside = { way: 'send' as const, email: 'someone@stranger.example' }
const unmailed = (ctx: CompanyContext) =>
  ctx.db
    .select({ mailDueAt: scheduledInvoices.mailDueAt, sentAt: invoices.sentAt, number: invoices.number })
    .from(scheduledInvoices)
    .innerJoin(invoices, eq(invoices.id, scheduledInvoices.invoiceId))
    .where(isNull(invoices.sentAt))
    .all()

it('issues on its date whatever the limit of mails, and mails later', async () => {
  const ctx = createPerson(testDatabase())
  const ids = Array.from({ length: 12 }, () => repeated(ctx, { ...outside, maxCount: 1 }))
  expect(await run(ctx, '2026-06-30')).toBe(12)
  const waiting = unmailed(ctx)
  expect(waiting.map(({ number }) => number)).toEqual(['2026-0011', '2026-0012'])
  expect(waiting.map(({ mailDueAt }) => mailDueAt)).toEqual([
    noon('2026-06-30') + 3_600_000,
    noon('2026-06-30') + 3_600_000,
  ])
  const cookie = (await signedIn(ctx)).cookie
  const pages = await Promise.all(ids.map((id) => server.ask(`/invoicing/recurring/${id}`, { cookie })))
  expect(pages.filter(({ text }) => text.includes('Not mailed yet'))).toHaveLength(2)
  expect(await run(ctx, '2026-07-01')).toBe(0)
  expect(unmailed(ctx)).toEqual([])
  expect(ctx.db.select().from(mails).where(eq(mails.recipient, outside.email)).all()).toHaveLength(12)
  expect(() => ctx.db.update(scheduledInvoices).set({ mailDueAt: 1 }).run()).toThrow('kept')
})

it('lets companies take turns, and requests through, whatever fails', async () => {
  const ctx = createPerson(testDatabase())
  const other = createPerson(ctx.db)
  const broken = Array.from({ length: 6 }, () => repeated(ctx))
  const { template = {} } = rowOf(ctx, broken[0] ?? '') ?? {}
  // The database refuses half a day.
  ctx.db
    .update(invoiceSchedules)
    .set({ template: { ...template, paymentTermDays: 14.5 } })
    .run()
  const good = repeated(other, { firstOn: '2026-07-15' })
  let turns = 0
  const tick = () => {
    turns += 1
    next = setImmediate(tick)
  }
  let next = setImmediate(tick)
  const at = { ...systemContext(ctx.db, noon('2026-07-15')) }
  expect(await runSchedules(at, 2)).toBe(1)
  expect(madeBy(other, good)).toHaveLength(1)
  expect(await runSchedules(at)).toBe(0)
  clearImmediate(next)
  expect(turns).toBeGreaterThanOrEqual(broken.length)
  const retryAt = at.now + 3_600_000
  for (const id of broken)
    expect(rowOf(ctx, id)).toMatchObject({ status: 'active', retryAt, stopReason: { key: 'recurring:refused.failed' } })
  const shown = await server.ask(`/invoicing/recurring/${broken[0]}`, { cookie: (await signedIn(ctx)).cookie })
  expect(shown.text).toContain('could not be made yet')
  // Once it is put right it goes on, and forgets what was wrong.
  ctx.db.update(invoiceSchedules).set({ template }).run()
  expect(await runSchedules(at)).toBe(0)
  expect(await runSchedules({ ...at, now: retryAt }, 6)).toBe(6)
  expect(rowOf(ctx, broken[0] ?? '')).toMatchObject({ retryAt: null, stopReason: null })
})

it('gives a company a limited number', () => {
  const ctx = createPerson(testDatabase())
  const row = rowOf(ctx, repeated(ctx))
  if (!row) throw new Error('no schedule')
  const rest = Array.from({ length: maxSchedules - 1 }, () => ({ ...row, id: newId() }))
  ctx.db.insert(invoiceSchedules).values(rest).run()
  expect(() => repeated(ctx)).toThrow('recurring:refused.tooMany')
  steerSchedule(ctx, { scheduleId: row.id, step: 'end' })
  expect(repeated(ctx)).toBeTruthy()
})

it('repeats neither what a contract nor an advance decides, nor what needs a rate of its day', async () => {
  const ctx = createPerson(testDatabase())
  const advance = draftInvoice(ctx, { isAdvance: true })
  expect(() => repeated(ctx, { invoiceId: advance })).toThrow('recurring:refused.advance')
  const euroRate = { euroRateE6: 1_100_000, euroRateDate: '2026-05-29', euroRateSource: 'ECB' }
  const foreign = { currency: 'USD' as const, euroRate }
  expect(() => repeated(ctx, sending, foreign)).toThrow('recurring:refused.euroRate')
  const id = repeated(ctx, {}, foreign)
  expect(await run(ctx, '2026-06-30')).toBe(1)
  expect(madeBy(ctx, id)).toMatchObject([{ currency: 'USD', euroRateE6: null }])
  const stranger = createPerson(ctx.db)
  expect(() => setUpSchedule(stranger, { ...monthly, invoiceId: issuedInvoice(ctx) })).toThrow('errors:notFound')
  expect(() => steerSchedule(stranger, { scheduleId: id, step: 'end' })).toThrow('errors:notFound')
  expect(getSchedule(stranger, id)).toBeNull()
})

it('makes each invoice once, however many runs there are at a time', async () => {
  const { db, file, remove } = testDatabaseFile()
  const ctx = createPerson(db)
  const id = repeated(ctx, { ...sending, maxCount: 3 })
  const job = { ...systemContext(db, noon('2026-08-31')) }
  const calls = Array.from({ length: 20 }, () => ({ ctx: job as unknown as Call['ctx'], input: null }))
  const outcomes = await race(file, '#app/features/recurring-invoices/run-schedules.server.ts', 'runSchedules', calls)
  expect(won(outcomes)).toHaveLength(20)
  expect(madeBy(ctx, id).map(({ number }) => number?.slice(-1))).toEqual(['1', '2', '3'])
  remove()
})

it('is set up, shown, changed and steered on its pages', async () => {
  const ctx = createPerson(testDatabase(), { now: Date.now() })
  const cookie = (await signedIn(ctx)).cookie
  const invoiceId = issuedInvoice(ctx)
  const empty = await server.ask('/invoicing/recurring', { cookie })
  expect(empty.text).toContain('No recurring invoices yet')
  expect((await server.ask(`/invoicing/${invoiceId}`, { cookie })).text).toContain(`/invoicing/${invoiceId}/repeat`)
  const page = `/invoicing/${invoiceId}/repeat`
  expect((await server.ask(page, { cookie })).text).toContain('Repeat this invoice')
  const typed = {
    every: '1',
    unit: 'month',
    firstOn: '2099-01-31',
    periodStart: '',
    periodEnd: '',
    submissionId: newId(),
  }
  const form = { ...typed, ends: 'after', lastOn: '', maxCount: '12', way: 'send', email: 'pay@buyer.example' }
  const refused = await server.ask(page, { cookie, form: { ...form, firstOn: '2020-01-31', email: '', maxCount: '' } })
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('The date must not be in the past.')
  const first = await server.ask(page, { cookie, form })
  const again = await server.ask(page, { cookie, form })
  expect([first.status, again.headers.location]).toEqual([303, first.headers.location])
  const path = String(first.headers.location)
  const shown = (await server.ask(path, { cookie })).text
  for (const text of ['Every month', '12 invoices in all', 'pay@buyer.example', 'Painting', '€627.50', '28'])
    expect(shown).toContain(text)
  const changed = { ...form, unit: 'year', ends: 'never', fromInvoiceId: '' }
  expect((await server.ask(`${path}/edit`, { cookie })).text).toContain('Change the recurring invoice')
  expect((await server.ask(`${path}/edit`, { cookie, form: changed })).headers.location).toBe(path)
  const paused = await server.ask(`${path}/pause`, { cookie, form: { submissionId: newId() } })
  expect([paused.status, paused.headers.location]).toEqual([303, path])
  const list = (await server.ask('/invoicing/recurring', { cookie })).text
  expect(list).toContain('Every year')
  expect(list).toContain('Paused')
  await server.ask(`${path}/end`, { cookie, form: { submissionId: newId() } })
  expect((await server.ask(path, { cookie })).text).toContain('No more invoices are made.')
})
