import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { mails } from '#db/schema/notifications.ts'
import { quoteRequests } from '#db/schema/quote-requests.ts'
import { createAdmin, createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { quoteRequestMachine } from './quote-request.ts'

let db: Database
let server: TestServer
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())

const question = (email: string) => ({
  ...{ plan: 'universe', name: 'Mia Virtanen', organization: 'Virtanen Oy', email, phone: '' },
  ...{ message: 'We are two hundred people. What would it cost?', submissionId: newId() },
})
const post = (form: Record<string, string>) => server.ask('/contact-sales', { form })
const storedOf = (email: string) => db.select().from(quoteRequests).where(eq(quoteRequests.email, email)).all()

describe('the form to sales', () => {
  it('is where the landing and the pricing page lead, with the plan filled in', async () => {
    expect((await server.ask('/')).text).toContain('href="/contact-sales"')
    expect((await server.ask('/pricing')).text).toContain('href="/contact-sales?plan=universe"')
    const { text } = await server.ask('/contact-sales?plan=universe')
    expect(text).toMatch(/<option value="universe" selected=""|<option selected="" value="universe"/)
    expect((await server.ask('/contact-sales?plan=none')).status).toBe(200)
  })

  it('begins with whoever is logged in', async () => {
    const person = createPerson(db, { now: Date.now() })
    const { cookie } = await signedIn(person)
    const { text } = await server.ask('/contact-sales', { cookie })
    for (const value of [person.actor.name, person.actor.email, person.company.name])
      expect(text).toContain(`value="${value}"`)
  })

  it('says everything that is wrong at once, and keeps what was typed', async () => {
    const { status, text } = await post({ plan: 'galaxy', name: '', email: 'mia', phone: 'none', message: '' })
    expect(status).toBe(422)
    for (const field of ['plan', 'name', 'email', 'phone', 'message']) expect(text).toContain(`href="#sales-${field}"`)
    expect(text).toContain('value="mia"')
  })

  it('stores the question, confirms it without what was typed, and tells the admins', async () => {
    const email = 'whole@example.org'
    const sent = await post(question(email))
    expect([sent.status, sent.headers.location]).toEqual([303, '/contact-sales?sent=yes'])
    const [stored] = storedOf(email)
    expect(stored).toMatchObject({ kind: 'sales', plan: 'universe', organization: 'Virtanen Oy', phone: '' })
    expect((stored?.replyBy ?? 0) - (stored?.createdAt ?? 0)).toBe(24 * 3_600_000)
    expect(recorded(db, 'quote_request.sent')).toContainEqual({ requestId: stored?.id, kind: 'sales' })
    const ofMia = eq(mails.recipient, email)
    expect(db.select().from(mails).where(ofMia).all()).toMatchObject([{ template: 'salesRequested', params: {} }])
    const page = await server.ask('/contact-sales?sent=yes')
    expect(page.text).toContain('We will reply within 24 hours.')
  })

  it('is one for a form that is sent twice, and none from a program', async () => {
    const twice = question('twice@example.org')
    await post(twice)
    expect((await post(twice)).status).toBe(303)
    expect(storedOf('twice@example.org')).toHaveLength(1)
    const trapped = await post({ ...question('trap@example.org'), website: 'https://spam.example' })
    expect([trapped.status, storedOf('trap@example.org').length]).toEqual([303, 0])
  })
})

describe('the inbox', () => {
  it('has the question among the quote requests, answered as they are and turned into no project', async () => {
    const email = 'inbox@example.org'
    await post(question(email))
    const id = storedOf(email)[0]?.id ?? ''
    const { cookie } = await signedIn(createAdmin(db))
    const list = await server.ask('/quote-requests', { cookie })
    expect(list.text).toContain('Question about plans')
    expect(list.text).toContain('Virtanen Oy')
    const { text } = await server.ask(`/quote-requests/${id}`, { cookie })
    expect(text).toContain('What would it cost?')
    expect(text).not.toContain('value="convert"')
    const refused = await server.ask(`/quote-requests/${id}`, {
      cookie,
      form: { intent: 'convert', location: 'Espoo' },
    })
    expect(refused.text).toContain('quoteinbox:refused.isSales')
    await server.ask(`/quote-requests/${id}`, { cookie, form: { intent: 'reply', text: 'By agreement.' } })
    expect(storedOf(email)[0]?.status).toBe('answered')
    const reply = db.select().from(mails).where(eq(mails.recipient, email)).all().at(-1)
    expect(reply?.template).toBe('salesReplied')
    const link = new URL(String(reply?.params.link)).pathname
    const page = await server.ask(link)
    expect(page.text).toContain('By agreement.')
    expect(page.text).toContain('about our plans')
  })
})

it.each(['new', 'in_progress', 'answered'] as const)('a question that is %s becomes no project', (status) => {
  expect(quoteRequestMachine.next(status, 'convert', 'staff', { kind: 'sales' })).toEqual({
    ok: false,
    reason: 'quoteinbox:refused.isSales',
  })
})
