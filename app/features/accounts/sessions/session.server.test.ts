import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { redirectWithFlash } from '#app/features/accounts/flash.server.ts'
import { requireUser, visitorContext } from '#app/features/accounts/guards.server.ts'
import { backgroundContext, runInContext } from '#app/platform/requests/request-context.server.ts'
import type { Database } from '#db/client.server.ts'
import { sessions } from '#db/schema/accounts.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { readReturnTo } from './return-to.server.ts'
import { commitSession, loadSession, readFlash, signIn, takeShownFlash } from './session.server.ts'

const day = 24 * 3_600_000
let db: Database
beforeEach(() => {
  db = testDatabase()
})

const requestWith = (cookie?: string, path = '/') =>
  new Request(`http://localhost:3000${path}`, { headers: cookie ? { Cookie: cookie } : {} })

/** Runs `work` as a request of its own at the time `now`. */
const at = <T>(now: number, work: () => Promise<T>) => runInContext(backgroundContext(now), work)

/** The cookie that a browser sends back after a Set-Cookie header. */
const cookieOf = (header: string | null) => String(header).split(';')[0] ?? ''

it('keeps a visitor’s flash message even if their cookie names an ended session', async () => {
  const now = Date.now()
  const person = createPerson(db)
  const { cookie, hash } = await signedIn(person)
  db.delete(sessions).where(eq(sessions.idHash, hash)).run()
  const flash = { tone: 'info', text: { key: 'ui:save' } } as const
  const answer = await at(now, () => redirectWithFlash(requestWith(cookie), '/pricing', flash))
  expect(answer.headers.get('Location')).toBe('/pricing')
  const next = cookieOf(answer.headers.get('Set-Cookie'))
  expect(next).not.toBe(cookie)
  expect(await at(now, () => readFlash(requestWith(next)))).toEqual(flash)
  expect(db.select().from(sessions).all()).toEqual([])
})

it('remembers the requested page even if the session has expired', async () => {
  const { cookie } = await signedIn(createPerson(db), { expiresIn: -1 })
  const answer = await at(Date.now(), () =>
    requireUser(requestWith(cookie, '/projects?page=2')).catch((thrown: Response) => thrown as Response),
  )
  if (!(answer instanceof Response)) throw new Error('somebody who is nobody was let in')
  expect(await readReturnTo(requestWith(cookieOf(answer.headers.get('Set-Cookie'))))).toBe('/projects?page=2')
})

it('writes nothing for a visitor who is redirected to the login page', async () => {
  const answer = await at(Date.now(), () => requireUser(requestWith(undefined, '/dashboard')).catch((thrown) => thrown))
  expect((answer as Response).headers.get('Location')).toBe('/login')
  expect(db.select().from(sessions).all()).toEqual([])
})

it('keeps a flash message until a page that shows it is rendered', async () => {
  const { cookie } = await signedIn(createPerson(db))
  const flash = { tone: 'info', text: { key: 'ui:save' } } as const
  await at(Date.now(), () => redirectWithFlash(requestWith(cookie), '/settings', flash))
  expect(await at(Date.now(), () => readFlash(requestWith(cookie)))).toEqual(flash)
  await at(Date.now(), async () => {
    expect(await readFlash(requestWith(cookie))).toEqual(flash)
    expect(await takeShownFlash(requestWith(cookie))).toContain('session=')
  })
  await at(Date.now(), async () => {
    expect(await readFlash(requestWith(cookie))).toBeNull()
    expect(await takeShownFlash(requestWith(cookie))).toBeNull()
  })
})

it('never accepts a session id that it did not issue', async () => {
  const person = createPerson(db)
  const { cookie, hash } = await signedIn(person)
  db.delete(sessions).where(eq(sessions.idHash, hash)).run()
  const fresh = await at(Date.now(), () => signIn(requestWith(cookie), person.actor.id, false))
  expect(cookieOf(fresh)).not.toBe(cookie)
  expect((await at(Date.now(), () => visitorContext(requestWith(cookie)))).actor).toBeNull()
  const ctx = await at(Date.now(), () => visitorContext(requestWith(cookieOf(fresh))))
  expect(ctx).toMatchObject({ actor: { id: person.actor.id }, via: 'page' })
})

it('keeps a remembered user who returns every week signed in until the absolute expiry', async () => {
  const person = createPerson(db)
  const start = Date.now()
  const header = await at(start, () => signIn(requestWith(), person.actor.id, true))
  expect(header).toContain(`Max-Age=${(90 * day) / 1000}`)
  const cookie = cookieOf(header)
  const who = async (now: number) => (await at(now, () => visitorContext(requestWith(cookie)))).actor?.id ?? null
  for (let days = 7; days < 90; days += 7) expect(await who(start + days * day), `day ${days}`).toBe(person.actor.id)
  expect(await who(start + 90 * day)).toBeNull()
})

it('signs out an idle user, sooner if they did not ask to be remembered', async () => {
  const person = createPerson(db)
  const start = Date.now()
  for (const [remember, idle] of [
    [true, 30 * day],
    [false, day / 2],
  ] as const) {
    const cookie = cookieOf(await at(start, () => signIn(requestWith(), person.actor.id, remember)))
    const who = async (now: number) => (await at(now, () => visitorContext(requestWith(cookie)))).actor?.id ?? null
    expect(await who(start + idle)).toBeNull()
  }
})

it('does not restore a session that ended while its request was being answered', async () => {
  const person = createPerson(db)
  const { cookie, hash } = await signedIn(person)
  await at(Date.now(), async () => {
    const { session } = await loadSession(requestWith(cookie))
    db.delete(sessions).where(eq(sessions.idHash, hash)).run()
    session.set('answers', { estimate: randomUUID() })
    await expect(commitSession(session)).rejects.toBeInstanceOf(Response)
  })
  expect(db.select().from(sessions).all()).toEqual([])
})
