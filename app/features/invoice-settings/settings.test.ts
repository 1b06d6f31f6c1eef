import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { blankClient } from '#app/features/clients/client.ts'
import { createClient } from '#app/features/clients/create-client.server.ts'
import { getInvoice } from '#app/features/invoicing/queries.server.ts'
import { sendInvoice } from '#app/features/invoicing/send-invoice.server.ts'
import { newId } from '#db/ids.ts'
import { mails } from '#db/schema/notifications.ts'
import { issuedInvoice } from '#tests/factories/invoice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { getInvoiceSettings } from './queries.server.ts'

const page = '/company-settings/invoicing'
let server: TestServer
let ctx: CompanyContext
let cookie: string
beforeAll(async () => {
  const db = testDatabase()
  server = await startServer()
  ctx = createPerson(db, { now: Date.now() })
  cookie = (await signedIn(ctx)).cookie
})
afterAll(() => server.stop())

const form = {
  ...{ paymentTermDays: '21', lateInterest: '12.5', complaintDays: '8', note: 'Ring us first', clientLocale: 'fi' },
  ...{ eScheme: '0216', eAddress: '0037 1234 5671', eOperator: 'DABAFIHH' },
}
const value = (text: string, name: string) => new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(text)?.[1]

it('new invoices begin with the settings, after the record of the client, and issued ones keep their own', async () => {
  const before = issuedInvoice(ctx)
  const saved = await server.ask(page, { cookie, form: { ...form, submissionId: newId(), expectedVersion: '0' } })
  expect(saved.status).toBe(303)
  const { text } = await server.ask('/invoicing/new', { cookie })
  expect(value(text, 'paymentTermDays')).toBe('21')
  expect(value(text, 'lateInterest')).toBe('12.5')
  expect(value(text, 'complaintDays')).toBe('8')
  expect(text).toContain('Ring us first</textarea>')
  const content = { ...blankClient('FI'), name: 'Maksaja Oy', paymentTermDays: 7, lateInterestBp: 700 }
  const { id } = createClient(ctx, { content })
  const ofClient = (await server.ask(`/invoicing/new?client=${id}`, { cookie })).text
  expect(value(ofClient, 'paymentTermDays')).toBe('7')
  expect(value(ofClient, 'lateInterest')).toBe('7')
  expect(value(ofClient, 'complaintDays')).toBe('8')
  expect(getInvoice(ctx, before)?.document.seller.eAddress).toBeNull()
  expect(getInvoice(ctx, issuedInvoice(ctx))?.document.seller).toMatchObject({
    ...{ eScheme: '0216', eAddress: '003712345671', eOperator: 'DABAFIHH' },
  })
})

it('refuses an address that its scheme does not have, and a form that is older than what is stored', async () => {
  const wrong = await server.ask(page, { cookie, form: { ...form, submissionId: newId(), eAddress: '003700000000' } })
  expect(wrong.status).toBe(422)
  expect(wrong.text).toContain('This is no address of the chosen kind')
  const old = { ...form, submissionId: newId(), expectedVersion: '1', note: 'Late' }
  expect((await server.ask(page, { cookie, form: old })).status).toBe(409)
  expect(getInvoiceSettings(ctx).note).toBe('Ring us first')
})

it('is for owners and managers', async () => {
  const member = createPerson(ctx.db, { company: ctx.company, companyRole: 'member', now: Date.now() })
  const theirs = (await signedIn(member)).cookie
  expect((await server.ask(page, { cookie: theirs })).status).toBe(403)
  const forged = { ...form, submissionId: newId(), note: 'Forged' }
  await server.ask(page, { cookie: theirs, form: forged })
  expect(getInvoiceSettings(ctx).note).toBe('Ring us first')
})

it('mails an invoice in the language of the client, then of clients, then of the sender', () => {
  const send = (client: string | null) => {
    const { id: clientId } = createClient(ctx, { content: { ...blankClient('FI'), name: 'Kieli Oy', locale: client } })
    const invoiceId = issuedInvoice(ctx, { buyerName: 'Kieli Oy', clientId })
    sendInvoice(ctx, { invoiceId, email: 'a@example.com', locale: 'de' })
    const last = ctx.db.select().from(mails).all().at(-1)
    return last?.locale
  }
  expect(send('sv')).toBe('sv')
  expect(send(null)).toBe('fi')
})
