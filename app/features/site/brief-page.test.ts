import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countForm } from '#app/platform/forms/form-limit.server.ts'
import { blockPerson } from '#app/platform/requests/blocked-people.server.ts'
import { backgroundContext, runInContext } from '#app/platform/requests/request-context.server.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

const db = testDatabase()
let server: TestServer
beforeAll(async () => {
  server = await startServer()
  // Somebody at this address has sent as many wrong forms as it may.
  const here = { ...backgroundContext(), ip: '127.0.0.1', address: '127.0.0.1' }
  await runInContext(here, () => countForm(2400)).catch(() => {})
})
afterAll(() => server.stop())

const page = { Accept: 'text/html,*/*;q=0.8' }
const wrong = { email: 'anna@example.com', password: 'a wrong one', note: '<b>"typed"</b>' }
const logIn = ({ path = '/login', form = wrong as Record<string, string>, headers = {} } = {}) =>
  server.ask(path, { form, headers: { ...page, ...headers } })

describe('a guest whose address has sent too many wrong forms', () => {
  it.each([
    ['en', undefined, 'Back to the form'],
    ['fi', undefined, 'Takaisin lomakkeeseen'],
    ['sv', 'session=made-up.signature', 'Tillbaka till formuläret'],
  ])('gets a brief page with what was typed: %s, cookie %s', async (language, cookie, back) => {
    const headers = { 'Accept-Language': language, ...(cookie ? { Cookie: cookie } : {}) }
    const answer = await logIn({ headers })
    expect([answer.status, answer.headers['content-type']]).toEqual([422, 'text/html; charset=utf-8'])
    expect(answer.text).toContain(`<html lang="${language}">`)
    expect(answer.text).toContain(back)
    expect(answer.text).toContain('name="email" value="anna@example.com"')
    expect(answer.text).toContain('value="&lt;b&gt;&quot;typed&quot;&lt;/b&gt;"')
    expect(answer.text).not.toContain(wrong.password)
    expect(answer.text).not.toContain('<script')
    expect(answer.text.length).toBeLessThan(2500)
  })

  it('gets the form back from it', async () => {
    const answer = await logIn({ form: { ...wrong, __restore__: 'true' } })
    expect(answer.status).toBe(200)
    expect(answer.text).toMatch(/<input(?=[^>]*name="email")(?=[^>]*value="anna@example.com")/)
  })

  it('gets data for a script, as always', async () => {
    const answer = await logIn({ path: '/login.data' })
    expect([answer.status, answer.text.includes('lastResult')]).toEqual([422, true])
  })
})

it('tells a blocked person the way back to what was typed, in all sessions', async () => {
  const person = createPerson(db, { now: Date.now() })
  const sessions = [await signedIn(person), await signedIn(person)]
  runInContext({ ...backgroundContext(), person: person.actor.id }, blockPerson)
  for (const { cookie } of sessions) {
    const got = await server.ask('/dashboard', { cookie, headers: page })
    expect([got.status, got.text.includes('href="/dashboard"')]).toEqual([429, true])
    const sent = await server.ask('/projects/new', { cookie, headers: page, form: { title: 'Roof' } })
    expect([sent.status, sent.text.includes('Back to the form')]).toEqual([429, true])
    expect(sent.text).toContain('name="title" value="Roof"')
    const large = { title: 'Roof', description: 'x'.repeat(65_536) }
    const unread = await server.ask('/projects/new', { cookie, headers: page, form: large })
    expect([unread.status, unread.text.includes('go back in your browser')]).toEqual([429, true])
  }
})

it('says of a form with more rows than ours have what to do, and where what was typed still is', async () => {
  const { cookie } = await signedIn(createPerson(db, { now: Date.now() }))
  const form = { title: 'Roof', 'lines[200].description': 'Tiles' }
  const answer = await server.ask('/projects/new', { cookie, headers: page, form })
  expect(answer.status).toBe(413)
  expect(answer.text).toMatch(/Remove some rows in the form(?!.*Back to the form).*go back in your browser/s)
  expect(answer.text.length).toBeLessThan(2500)
})
