import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { languageCookie } from '#app/i18n/i18n.server.ts'
import type { Database } from '#db/client.server.ts'
import { quoteRequests } from '#db/schema/quote-requests.ts'
import { createAdmin, createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let db: Database
let server: TestServer
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())
let next = 0
beforeEach(() => {
  next += 1
})

const services = { services: 'kitchen' }
const contact = () => ({
  ...{ name: 'Mia Virtanen', email: `mia${next}@example.org`, phone: '+358 40 123 4567', city: 'Espoo' },
  preferredContact: 'phone',
})
const post = (form: Record<string, string>, cookie?: string) =>
  server.ask('/quote', { form, ...(cookie ? { cookie } : {}) })
const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${value}"/>`
const stored = () => db.select().from(quoteRequests).all().at(-1)

describe('the three steps', () => {
  it('take everything along, back and forth', async () => {
    const second = await post({ step: '1', go: '2', ...services })
    expect([second.status, second.text.includes('How do we reach you?')]).toEqual([200, true])
    expect(second.text).toContain(hidden('services', 'kitchen'))
    const third = await post({ step: '2', go: '3', ...services, ...contact() })
    expect(third.text).toContain('What should we know?')
    expect(third.text).toContain(hidden('name', 'Mia Virtanen'))
    const rooms = { 'rooms[0].type': 'Cellar', 'rooms[0].area': '12', totalArea: 'much' }
    const back = await post({ step: '3', go: '1', ...services, ...contact(), ...rooms })
    expect([back.status, back.text.includes('What is it about?')]).toEqual([200, true])
    for (const [name, value] of [
      ['rooms[0].type', 'Cellar'],
      ['totalArea', 'much'],
      ['city', 'Espoo'],
    ] as const)
      expect(back.text).toContain(hidden(name, value))
  })

  it.each([
    [{ step: '1', go: '2' }, 'Please choose at least one service', 'What is it about?'],
    [{ step: '2', go: '3', ...services }, 'Please choose at least one way to contact you', 'How do we reach you?'],
    [{ step: '2', go: '3', ...services, phone: 'none' }, 'such as +358 40 123 4567', 'How do we reach you?'],
    [{ step: '2', go: '3', ...services, email: 'mia' }, 'Please enter a valid email', 'How do we reach you?'],
  ])('%j says: %s', async (form, message, heading) => {
    const { status, text } = await post(form)
    expect(status).toBe(422)
    expect(text).toContain(message)
    expect(text).toContain(heading)
  })

  it('add and remove rooms without scripts', async () => {
    const whole = { step: '3', ...services, ...contact(), 'rooms[0].type': 'Cellar', 'rooms[0].area': '' }
    const intent = (type: string, payload: object) => JSON.stringify({ type, payload })
    const more = await post({
      ...whole,
      __intent__: intent('insert', { name: 'rooms', defaultValue: { type: '', area: '' } }),
    })
    expect([more.status, more.text.includes('name="rooms[1].type"')]).toEqual([200, true])
    expect(more.text).toContain('value="Cellar"')
    expect(more.text).toContain(hidden('email', `mia${next}@example.org`))
    const less = await post({ ...whole, __intent__: intent('remove', { name: 'rooms', index: 0 }) })
    expect([less.status, less.text.includes('rooms[0].type')]).toEqual([200, false])
  })

  it('send the request, and say what is promised', async () => {
    const cookie = String((await languageCookie.serialize('de')).split(';')[0])
    const details = { totalArea: '1.012,5', 'rooms[0].type': 'Küche', 'rooms[0].area': '12,5', timeline: 'urgent' }
    const sent = await post({ step: '3', go: 'send', ...services, ...contact(), ...details }, cookie)
    expect([sent.status, sent.headers.location]).toEqual([303, '/quote?sent=yes'])
    expect(stored()).toMatchObject({
      ...{ locale: 'de', totalAreaCenti: 101_250, rooms: [{ type: 'Küche', areaCenti: 1250 }], timeline: 'urgent' },
      ...{ services: ['kitchen'], preferredContact: ['phone'], budget: 'not_sure' },
    })
    expect((await server.ask('/quote?sent=yes')).text).toContain('We will reply within 24 hours.')
  })

  it('show a wrong answer of another step on that step', async () => {
    const { status, text } = await post({ step: '3', go: 'send', ...services, ...contact(), email: 'mia' })
    expect([status, text.includes('How do we reach you?')]).toEqual([422, true])
    expect(text).toContain('value="mia"')
  })

  it('begin with an estimate, and with whoever is logged in', async () => {
    const { cookie } = await signedIn(createPerson(db, { now: Date.now() }))
    const query = 'projectTypes=bathroom&area=12.5&quality=premium&urgency=urgent&location=Espoo'
    const { text } = await server.ask(`/quote?${query}`, { cookie })
    expect(text).toMatch(/<input[^>]*checked=""[^>]*value="bathroom"|<input[^>]*value="bathroom"[^>]*checked/)
    for (const [name, value] of [
      ['totalArea', '12.5'],
      ['timeline', 'urgent'],
      ['city', 'Espoo'],
      ['description', 'Quality: Premium'],
    ] as const)
      expect(text).toContain(hidden(name, value))
  })
})

describe('the inbox', () => {
  it('is for the platform’s staff', async () => {
    await post({ step: '3', go: 'send', ...services, ...contact() })
    const id = stored()?.id ?? ''
    const { cookie: others } = await signedIn(createPerson(db, { now: Date.now() }))
    for (const path of ['/quote-requests', `/quote-requests/${id}`])
      expect((await server.ask(path, { cookie: others })).headers.location).toBe('/dashboard')
    const { cookie } = await signedIn(createAdmin(db))
    const list = await server.ask('/quote-requests', { cookie })
    expect(list.text).toContain('Mia Virtanen')
    expect(list.text).toContain('Due in 24 hours')
    const page = await server.ask(`/quote-requests/${id}`, { cookie })
    expect(page.text).toContain(`mia${next}@example.org`)
    expect((await server.ask('/dashboard', { cookie })).text).toContain('href="/quote-requests"')
    const refused = await server.ask(`/quote-requests/${id}`, { cookie, form: { intent: 'reply', text: '' } })
    expect([refused.status, refused.text.includes('This field is required')]).toEqual([422, true])
    const replied = await server.ask(`/quote-requests/${id}`, { cookie, form: { intent: 'reply', text: 'On Monday.' } })
    expect(replied.status).toBe(303)
    const gone = await server.ask(`/quote-requests/${id}`, { cookie, form: { intent: 'delete' } })
    expect(gone.headers.location).toBe('/quote-requests')
    expect((await server.ask(`/quote-requests/${id}`, { cookie })).status).toBe(404)
  })

  it('has replies that only their links lead to', async () => {
    const { status, text } = await server.ask('/quote/replies/none')
    expect(status).toBe(404)
    expect(text).not.toContain('Mia')
  })
})
