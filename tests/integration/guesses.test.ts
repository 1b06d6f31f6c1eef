// What an attacker tried with the passwords and the mailbox of somebody else, as a browser sends it.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#db/client.server.ts'
import { mails } from '#db/schema/notifications.ts'
import { givePassword, mailedToken, testPassword } from '#tests/factories/accounts.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'

let db: Database
let server: TestServer
beforeAll(async () => {
  testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(() => {
  db = testDatabase()
})

const mailsTo = (recipient: string) => db.select().from(mails).where(eq(mails.recipient, recipient)).all()
const cookiesOf = (headers: { 'set-cookie'?: string[] }) =>
  (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ')
const signUp = (email: string) => {
  const passwords = { password: testPassword, confirmPassword: testPassword }
  return server.ask('/signup', { form: { accountType: 'individual', name: 'Victoria Victim', email, ...passwords } })
}

describe('guesses at an account', () => {
  async function guessed() {
    const owner = createPerson(db, { now: Date.now() })
    await givePassword(owner)
    const { email } = owner.actor
    const logIn = (password: string, cookie?: string) => server.ask('/login', { form: { email, password }, cookie })
    const guess = async (cookie?: string) => {
      const { status } = await logIn('not the password', cookie)
      return status
    }
    while ((await guess()) === 422);
    return { email, logIn, guess }
  }
  const linkFor = async (email: string) => {
    const asked = await server.ask('/forgot-password', { form: { email } })
    expect([asked.status, asked.text.includes('Check your email')]).toEqual([200, true])
    return `/reset-password?token=${mailedToken(db, 'resetPassword')}`
  }
  const postTo = (link: string, form: Record<string, string>) =>
    server.ask(link, { form: { token: new URL(link, server.url).searchParams.get('token') ?? '', ...form } })

  it('make a new browser wait a minute, and say so; a mailed link lets it in at once with the same password', async () => {
    const { email, logIn, guess } = await guessed()
    const refused = await logIn(testPassword)
    expect([refused.status, Number(refused.headers['retry-after']) <= 60]).toEqual([429, true])
    expect(refused.text).toContain('the mailed link also lets this browser in')
    const link = await linkFor(email)
    expect((await server.ask(link)).text).toContain('Keep Password')
    const kept = await postTo(link, { intent: 'keep' })
    expect([kept.status, kept.headers.location]).toEqual([303, '/login?known=true'])
    const cookie = cookiesOf(kept.headers)
    expect((await server.ask('/dashboard', { cookie })).headers.location).toBe('/login')
    expect(await guess()).toBe(429)
    expect((await logIn(testPassword, cookie)).headers.location).toBe('/dashboard')
    expect((await postTo(link, { intent: 'keep' })).status).toBe(422)
    expect((await server.ask(link)).status).toBe(410)
  })

  it('do not concern the browser that has chosen a new password, which voids the ones before', async () => {
    const { email, logIn, guess } = await guessed()
    const before = cookiesOf((await postTo(await linkFor(email), { intent: 'keep' })).headers)
    const password = 'another quiet river'
    const reset = await postTo(await linkFor(email), { password, confirmPassword: password })
    expect(reset.status).toBe(303)
    while ((await guess()) === 422);
    expect((await logIn(password, before)).status).toBe(429)
    expect((await logIn(password, cookiesOf(reset.headers))).headers.location).toBe('/dashboard')
  })
})

describe('mails to one mailbox under many names', () => {
  it('are three in an hour, for signing up and for each kind of link; its plain address is not among them', async () => {
    const plain = 'victim@example.org'
    const names = Array.from({ length: 4 }, (_, count) => `victim+${count}@example.org`)
    const statuses = []
    for (const email of names) statuses.push((await signUp(email)).status)
    expect(statuses).toEqual([303, 303, 303, 429])
    for (let round = 0; round < 3; round += 1)
      await Promise.all(names.map((email) => server.ask('/verify-email', { form: { email } })))
    expect(db.select().from(mails).all()).toHaveLength(6)
    expect((await signUp(plain)).status).toBe(303)
    await server.ask('/verify-email', { form: { email: plain } })
    expect(mailsTo(plain)).toHaveLength(2)
  })

  it('are counted together whatever dots Gmail ignores in them, but each is an account of its own', async () => {
    const statuses = []
    for (const email of ['v.ictim@gmail.com', 'vi.ctim@gmail.com', 'victim@googlemail.com', 'vic.tim+a@gmail.com'])
      statuses.push((await signUp(email)).status)
    expect(statuses).toEqual([303, 303, 303, 429])
    expect((await signUp('victim@gmail.com')).status).toBe(303)
    expect(mailsTo('vi.ctim@gmail.com')).toHaveLength(1)
    for (const email of ['v.ictim@example.org', 'vi.ctim@example.org', 'vic.tim@example.org', 'vict.im@example.org'])
      expect((await signUp(email)).status).toBe(303)
  })

  it('leave the address that its owner writes with dots its own sign-up and links, however many others are made up', async () => {
    for (const name of ['j.o.h.n.smith', 'jo.h.n.smith', 'j.o.hn.smith', 'john.smith+a'])
      await signUp(`${name}@gmail.com`)
    expect((await signUp('j.o.h.nsmith@gmail.com')).status).toBe(429)
    const own = 'john.smith@gmail.com'
    expect((await signUp(own)).status).toBe(303)
    for (const path of ['/verify-email', '/forgot-password']) {
      const made = ['j.o.h.n.smith', 'jo.h.n.smith', 'j.o.hn.smith', 'john.smith+a']
      await Promise.all(made.map((name) => server.ask(path, { form: { email: `${name}@gmail.com` } })))
      const before = mailsTo(own).length
      await server.ask(path, { form: { email: own } })
      expect(mailsTo(own)).toHaveLength(before + 1)
      await server.ask(path, { form: { email: own } })
      expect(mailsTo(own)).toHaveLength(before + 1)
    }
  })
})
