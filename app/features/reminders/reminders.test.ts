import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { contentOf } from '#app/features/clients/client-rows.server.ts'
import { updateClient } from '#app/features/clients/update-client.server.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { updateInvoiceSettings } from '#app/features/invoice-settings/update-invoice-settings.server.ts'
import { getInvoice } from '#app/features/invoicing/queries.server.ts'
import { recordPayment } from '#app/features/invoicing/record-payment.server.ts'
import { sendInvoice } from '#app/features/invoicing/send-invoice.server.ts'
import { unshareInvoice } from '#app/features/invoicing/unshare-invoice.server.ts'
import { newId } from '#db/ids.ts'
import { clients } from '#db/schema/clients.ts'
import { invoiceReminders } from '#db/schema/invoices/invoice-mailing.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { mails } from '#db/schema/notifications.ts'
import { issuedInvoice } from '#tests/factories/invoice.ts'
import { createAdmin, createPerson, testNow } from '#tests/factories/people.ts'
import { businessIdOfNumber } from '#tests/setup/check-digits.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { addReferenceRate } from './add-reference-rate.server.ts'
import { holdReminders } from './hold-reminders.server.ts'
import { remindBuyer } from './remind-buyer.server.ts'
import { isReminderDue, sendReminders } from './send-reminders.server.ts'

const day = 86_400_000
let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const settings = {
  ...{ paymentTermDays: null, lateInterestBp: null, complaintDays: null, note: '', clientLocale: null },
  ...{ eScheme: null, eAddress: null, eOperator: null, reminderDays: [7, 14], termAgreed: true },
  ...{ reminderCharge: null, reminderFeeCents: null },
}
const schedule = (ctx: CompanyContext, change = {}) =>
  updateInvoiceSettings(ctx, { settings: { ...settings, ...change }, submissionId: newId(), expectedVersion: 0 })

/** Issued and sent on 1 June 2026, due on 15 June. */
function sent(ctx: CompanyContext, change: Parameters<typeof issuedInvoice>[1] = {}): string {
  const invoiceId = issuedInvoice(ctx, change)
  sendInvoice(ctx, { invoiceId, email: 'pay@buyer.example', locale: 'en' })
  return invoiceId
}
const after = (ctx: CompanyContext, days: number) => sendReminders(systemContext(ctx.db, testNow + days * day))
const remindersOf = (ctx: CompanyContext, invoiceId: string) =>
  ctx.db.select().from(invoiceReminders).where(eq(invoiceReminders.invoiceId, invoiceId)).all()

it('the clock reminds on the days of the schedule, once each, and one time for those that it missed', () => {
  const ctx = createPerson(testDatabase())
  schedule(ctx)
  const invoiceId = sent(ctx)
  issuedInvoice(ctx)
  expect([after(ctx, 14), after(ctx, 20)]).toEqual([0, 0])
  expect([after(ctx, 21), after(ctx, 21), after(ctx, 27)]).toEqual([1, 0, 0])
  expect([after(ctx, 28), after(ctx, 28), after(ctx, 90)]).toEqual([1, 0, 0])
  // 627.50 at 9.5 % for the 7 days after 15 June: 1.143…
  expect(remindersOf(ctx, invoiceId)[0]).toMatchObject({
    ...{ position: 1, sentOn: '2026-06-22', recipient: 'pay@buyer.example', openCents: 62_750, sentBy: null },
    ...{ interestCents: 114, basis: 'consumer' },
  })
  expect(
    ctx.db
      .select()
      .from(mails)
      .all()
      .filter(({ template }) => template.startsWith('paymentReminder')).length,
  ).toBe(2)
  const late = sent(ctx)
  expect(after(ctx, 90)).toBe(1)
  expect(remindersOf(ctx, late).length).toBe(1)
  const due = { dueDate: '2026-06-13', schedule: [2], lastOn: null }
  // The due day is a Saturday: the two days count from Monday.
  expect([isReminderDue(due, '2026-06-16'), isReminderDue(due, '2026-06-17')]).toEqual([false, true])
})

it('the clock does not remind of what is paid, held, or of a company without a schedule', () => {
  const ctx = createPerson(testDatabase())
  const [paid, held, open] = [sent(ctx), sent(ctx), sent(ctx)]
  expect(after(ctx, 60)).toBe(0)
  schedule(ctx)
  const later = { ...ctx, now: testNow + 60 * day }
  recordPayment(later, { invoiceId: paid, amountCents: 62_750, paidOn: '2026-06-20' })
  holdReminders(later, { invoiceId: held, reason: 'The buyer contests the painting' })
  expect(after(ctx, 60)).toBe(1)
  expect(remindersOf(ctx, open).length).toBe(1)
  holdReminders(later, { invoiceId: held, reason: null })
  expect(after(ctx, 60)).toBe(1)
})

it('a reminder stays as it was sent, and is of an open invoice that was sent and is overdue', () => {
  const ctx = createPerson(testDatabase())
  const invoiceId = sent(ctx)
  const input = { invoiceId, email: null, locale: 'en' }
  expect(() => remindBuyer(ctx, input)).toThrow('invoicing:refused.notOverdue')
  const later = { ...ctx, now: testNow + 40 * day }
  remindBuyer(later, input)
  const inDays = (days: number) => ({ ...later, now: later.now + days * day })
  expect(() => remindBuyer(inDays(6), input)).toThrow('reminders:refused.tooSoon')
  remindBuyer(inDays(6), { ...input, again: true })
  remindBuyer(inDays(13), input)
  expect(() => remindBuyer({ ...createPerson(ctx.db), now: later.now }, input)).toThrow('errors:notFound')
  expect(() => ctx.db.delete(invoiceReminders).run()).toThrow()
  expect(() => ctx.db.update(invoiceReminders).set({ openCents: 1 }).run()).toThrow()
  expect(getInvoice(later, invoiceId)?.history[0]?.action).toBe('invoice.remind')
  // Without an agreed term interest begins 30 days after sending: 2 July, and no reference rate is known for that half.
  expect(remindersOf(ctx, invoiceId)[0]).toMatchObject({ interestCents: 0, interestUntil: '2026-07-01' })
})

it('the page shows what a reminder says, sends it, and prints it', async () => {
  const ctx = createPerson(testDatabase(), { now: Date.now() })
  const cookie = (await signedIn(ctx)).cookie
  const fresh = sent(ctx)
  const early = (await server.ask(`/invoicing/${fresh}/reminders`, { cookie })).text
  expect(early).toContain('once the invoice was sent and is overdue')
  const invoiceId = sent({ ...ctx, now: Date.now() - 100 * day })
  const page = `/invoicing/${invoiceId}/reminders`
  const form = { way: 'mail', email: 'pay@buyer.example', submissionId: newId() }
  expect((await server.ask(page, { cookie, form: { ...form, email: 'nobody' } })).status).toBe(422)
  const first = await server.ask(page, { cookie, form })
  const again = await server.ask(page, { cookie, form })
  expect([first.status, again.headers.location]).toEqual([303, first.headers.location])
  const printed = await server.ask(String(first.headers.location), { cookie })
  expect(printed.text).toContain('Payment reminder, invoice')
  expect(printed.text).toContain('€627.50')
  expect(remindersOf(ctx, invoiceId).length).toBe(1)
  await server.ask(`/invoicing/${invoiceId}/hold-reminders`, { cookie, form: { reason: 'Contested <b>' } })
  expect((await server.ask(page, { cookie })).text).toContain('Contested &lt;b&gt;')
})

it('claims a fee or the compensation of companies alone, never both, and mails the sum', () => {
  const ctx = createPerson(testDatabase())
  const company = { buyerBusinessId: businessIdOfNumber(900) }
  schedule(ctx, { reminderDays: null, reminderCharge: 'fee', reminderFeeCents: 500 })
  const [invoiceId, consumer] = [sent(ctx, company), sent(ctx)]
  const remind = (days: number, id = invoiceId, email: string | null = null) =>
    remindBuyer({ ...ctx, now: testNow + days * day }, { invoiceId: id, email, locale: 'en' })
  for (const days of [15, 24, 34]) remind(days)
  remind(15, consumer)
  const version = ctx.now
  updateInvoiceSettings(ctx, {
    settings: { ...settings, reminderDays: null, reminderCharge: 'compensation' },
    ...{ submissionId: newId(), expectedVersion: version },
  })
  remind(41, invoiceId, 'pay@buyer.example')
  remind(41, consumer)
  expect(remindersOf(ctx, invoiceId).map(({ chargeKind, chargeCents }) => [chargeKind, chargeCents])).toEqual([
    ['fee', 500],
    ['fee', 500],
    ['fee', 1000],
    ['compensation', 4000],
  ])
  expect(remindersOf(ctx, consumer).map(({ chargeCents }) => chargeCents)).toEqual([0, 0])
  const mail = ctx.db.select().from(mails).all().at(-1)
  expect([mail?.template, JSON.stringify(mail?.params)]).toEqual([
    expect.stringContaining('chargedPaymentReminder'),
    expect.stringContaining('40.00'),
  ])
  // What is claimed beside the invoice is no part of what is open of it.
  expect(getInvoice(ctx, invoiceId)?.document.openCents).toBe(62_750)
  const row = remindersOf(ctx, invoiceId)[3] ?? expect.unreachable()
  const insert = (change: object) =>
    ctx.db
      .insert(invoiceReminders)
      .values({ ...row, id: newId(), position: 5, ...change })
      .run()
  expect(() => insert({ chargeCents: 4001 })).toThrow('than the law allows')
  expect(() => insert({ chargeKind: 'fee', chargeCents: 2401 })).toThrow('than the law allows')
})

it('asks of a housing company what it owes, and of any client what its record says that it buys as', () => {
  const ctx = createPerson(testDatabase())
  schedule(ctx, { reminderDays: null, reminderCharge: 'compensation' })
  const buyer = { buyerName: 'Asunto Oy Koivukuja', buyerBusinessId: businessIdOfNumber(901) }
  const [invoiceId, business] = [sent(ctx, buyer), sent(ctx, { buyerBusinessId: businessIdOfNumber(902) })]
  const last = (id: string, days: number) => {
    remindBuyer({ ...ctx, now: testNow + days * day }, { invoiceId: id, email: null, locale: 'en' })
    const { basis, interestCents, chargeCents } = remindersOf(ctx, id).at(-1) ?? expect.unreachable()
    return [basis, interestCents, chargeCents]
  }
  // 627.50 for a day at 9.5 % and at 10.5 %: 0.163… and 0.180…
  expect([last(invoiceId, 15), last(business, 15)]).toEqual([
    ['consumer', 16, 0],
    ['commercial', 18, 4000],
  ])
  const clientOf = (id: string) => {
    const { clientId } = ctx.db.select().from(invoices).where(eq(invoices.id, id)).get() ?? expect.unreachable()
    return (
      ctx.db
        .select()
        .from(clients)
        .where(eq(clients.id, clientId ?? ''))
        .get() ?? expect.unreachable()
    )
  }
  const say = (id: string, buysAs: 'business' | 'other') => {
    const client = clientOf(id)
    updateClient(ctx, { clientId: client.id, content: { ...contentOf(client), buysAs } })
  }
  say(invoiceId, 'business')
  say(business, 'other')
  expect([last(invoiceId, 23)[0], last(business, 23)[0]]).toEqual(['commercial', 'consumer'])
  expect([last(invoiceId, 31)[2], last(business, 31)[2]]).toEqual([4000, 0])
})

it('makes no new link for a mail once the link was revoked: the clock waits, and a person is told', () => {
  const ctx = createPerson(testDatabase())
  schedule(ctx)
  const invoiceId = sent(ctx)
  unshareInvoice(ctx, { invoiceId })
  expect(after(ctx, 60)).toBe(0)
  const later = { ...ctx, now: testNow + 60 * day }
  const input = { invoiceId, locale: 'en' }
  expect(() => remindBuyer(later, { ...input, email: 'pay@buyer.example' })).toThrow('linkRevoked')
  remindBuyer(later, { ...input, email: null })
  expect(getInvoice(later, invoiceId)?.share).toBeNull()
})

it('super admins add the rate of a half of the year, with its source, and reminders reckon with it from then on', async () => {
  const ctx = createPerson(testDatabase(), { now: Date.now() })
  const root = createAdmin(ctx.db, 'super_admin', ctx.now)
  const admin = createAdmin(ctx.db, 'admin', ctx.now)
  const half = `${new Date(ctx.now).getUTCFullYear()}-${new Date(ctx.now).getUTCMonth() < 6 ? 1 : 2}`
  const rate = { half, rateBp: 250, source: 'Bank of Finland, notice of June' }
  expect(() => addReferenceRate(admin, rate)).toThrow('errors:forbidden')
  expect(() => addReferenceRate(root, { ...rate, half: '2024-1' })).toThrow('refused.half')
  expect(() => addReferenceRate(root, { ...rate, half: '2199-1' })).toThrow('refused.half')
  expect(() => addReferenceRate(root, { ...rate, rateBp: 240 })).toThrow('refused.rate')
  const page = '/invoicing/reference-rates'
  const rooted = (await signedIn(root)).cookie
  const form = { half, rate: '3.5 %', source: rate.source, submissionId: newId() }
  expect((await server.ask(page, { cookie: rooted, form: { ...form, rate: 'much' } })).status).toBe(422)
  expect((await server.ask(page, { cookie: rooted, form })).status).toBe(303)
  addReferenceRate({ ...root, now: ctx.now + 1 }, rate)
  expect(() => addReferenceRate(root, rate)).toThrow('rateThere')
  const { cookie } = await signedIn(ctx)
  expect((await server.ask(page, { cookie, form })).status).toBe(403)
  const shown = (await server.ask(page, { cookie })).text
  for (const text of ['Bank of Finland, notice of June', '3.5%', '10.5%', 'Bank of Finland, read on'])
    expect(shown).toContain(text)
  expect(shown).not.toContain(root.actor.name)
  schedule(ctx, { reminderDays: null })
  const invoiceId = sent({ ...ctx, now: ctx.now - 100 * day })
  remindBuyer(ctx, { invoiceId, email: null, locale: 'en' })
  expect(remindersOf(ctx, invoiceId)[0]?.interest.at(-1)).toMatchObject({ rateBp: 950 })
  expect(() => ctx.db.$client.prepare('DELETE FROM reference_rates').run()).toThrow('rates:')
})
