import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { listSessions } from '#app/features/accounts/queries.server.ts'
import { action as login } from '#app/features/accounts/routes/login.tsx'
import { action as loginCode, loader as loginCodePage } from '#app/features/accounts/routes/login-code.tsx'
import { listLogins } from '#app/features/accounts/sessions/logins.server.ts'
import { findActiveSessions, sessionContext } from '#app/features/accounts/sessions/session-context.server.ts'
import { loader as dashboard } from '#app/features/site/routes/dashboard.tsx'
import { requireTwoFactor } from '#app/features/team/require-two-factor.server.ts'
import { resetTwoFactor } from '#app/features/team/reset-two-factor.server.ts'
import type { Database } from '#db/client.server.ts'
import { authenticatorApps, recoveryCodes, sessions, users } from '#db/schema/accounts.ts'
import { mails } from '#db/schema/notifications.ts'
import { answerOf, browserRequest, givePassword, testPassword } from '#tests/factories/accounts.ts'
import { createPerson } from '#tests/factories/people.ts'
import { codeOf, giveApp } from '#tests/factories/second-factor.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { confirmApp } from './confirm-app.server.ts'
import { endApp, renewRecoveryCodes } from './end-app.server.ts'
import { enterCode } from './enter-code.server.ts'
import { getTwoFactor } from './queries.server.ts'
import { startApp } from './start-app.server.ts'
import { stepOfCode } from './totp.server.ts'

let db: Database
let person: CompanyContext
beforeEach(async () => {
  db = testDatabase()
  person = createPerson(db)
  await givePassword(person)
})

const at = (ms: number): CompanyContext => ({ ...person, now: person.now + ms })
const password = testPassword
const templates = () =>
  db
    .select()
    .from(mails)
    .all()
    .map(({ template }) => template)
/** Sets the person's second factor up; returns its secret and recovery codes. */
async function setUp(): Promise<{ secret: string; codes: string[] }> {
  await startApp(person, { password })
  const secret = getTwoFactor(person).app?.secret ?? ''
  return { secret, ...(await confirmApp(person, { code: codeOf(secret, person.now) })) }
}

it('accepts the published codes of RFC 6238, shortened to six digits, in their time step and its neighbours only', () => {
  // Appendix B, SHA-1: the last six digits of its eight.
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const published = [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ] as const
  for (const [seconds, code] of published) {
    const step = Math.floor(seconds / 30)
    for (const [offset, found] of [
      [-60, null],
      [-30, step],
      [0, step],
      [30, step],
      [60, null],
    ] as const) {
      expect(stepOfCode(secret, code, (seconds + offset) * 1000)).toBe(found)
    }
  }
})

describe('setting up', () => {
  it('is in force only after a first code, ends other sessions, mails, and shows ten codes once', async () => {
    const { hash } = await signedIn(person)
    person = { ...person, sessionHash: hash }
    await signedIn(person)
    await startApp(person, { password })
    expect(getTwoFactor(person)).toMatchObject({ since: null, codesLeft: 0 })
    const secret = getTwoFactor(person).app?.secret ?? ''
    await expect(confirmApp(person, { code: '000000' })).rejects.toMatchObject({ code: 'invalid', field: 'code' })
    const { codes } = await confirmApp(person, { code: codeOf(secret, person.now) })
    expect(new Set(codes).size).toBe(10)
    expect(codes.every((code) => /^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/.test(code))).toBe(true)
    expect(getTwoFactor(person)).toEqual({ isOn: true, passkeys: 0, since: person.now, codesLeft: 10, app: null })
    expect(listSessions(person)).toHaveLength(1)
    expect(templates()).toEqual(['twoFactorOn'])
    // A reloaded page sends the code again.
    await expect(confirmApp(person, { code: codeOf(secret, person.now) })).rejects.toMatchObject({
      text: { key: 'twofactor:isOn' },
    })
    const stored = JSON.stringify([db.select().from(authenticatorApps).all(), db.select().from(recoveryCodes).all()])
    for (const each of [secret, ...codes]) expect(stored).not.toContain(each)
  })

  it('asks for the password, forgets a key after 15 minutes, and keeps the app in force until another is confirmed', async () => {
    await expect(startApp(person, { password: 'wrong' })).rejects.toMatchObject({ field: 'password' })
    await startApp(person, { password })
    const late = at(15 * 60_000)
    const pending = getTwoFactor(person).app?.secret ?? ''
    expect(getTwoFactor(late).app).toBeNull()
    await expect(confirmApp(late, { code: codeOf(pending, late.now) })).rejects.toMatchObject({ code: 'conflict' })
    const { secret } = await setUp()
    await expect(startApp(at(60_000), { password })).rejects.toMatchObject({ field: 'code' })
    await startApp(at(60_000), { password, code: codeOf(secret, person.now + 60_000) })
    expect(getTwoFactor(at(60_000)).since).toBe(person.now)
    await renewRecoveryCodes(at(120_000), { password, code: codeOf(secret, person.now + 120_000) })
  })

  it('is turned off with password and code, unless the company requires it', async () => {
    const { secret, codes } = await setUp()
    const code = (ms: number) => codeOf(secret, person.now + ms)
    await expect(endApp(at(60_000), { password: 'wrong', code: code(60_000) })).rejects.toMatchObject({
      field: 'password',
    })
    await requireTwoFactor(person, { required: true, password })
    await expect(endApp(at(60_000), { password, code: code(60_000) })).rejects.toMatchObject({ code: 'conflict' })
    await requireTwoFactor(person, { required: false, password })
    await endApp(at(60_000), { password, code: codes[0] ?? '' })
    expect(getTwoFactor(person)).toEqual({ isOn: false, passkeys: 0, since: null, codesLeft: 0, app: null })
    expect(templates()).toEqual(['twoFactorOn', 'twoFactorOff'])
  })
})

describe('logging in', () => {
  const pending = (ms = 0) => ({ userId: person.actor.id, remember: false, since: person.now + ms })
  const enter = (code: string, ms: number, extra = {}) => enterCode(at(ms), { ...pending(), ...extra }, { code })

  it('takes each code once, also when two arrive together, and each recovery code once', async () => {
    const { secret, codes } = await setUp()
    const code = codeOf(secret, person.now + 60_000)
    const both = await Promise.allSettled([enter(code, 60_000), enter(`${code.slice(0, 3)} ${code.slice(3)}`, 60_000)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const typed = (codes[3] ?? '').toLowerCase().replaceAll('-', ' ')
    expect(await enter(typed, 61_000)).toEqual({ mustChangePassword: false, codesLeft: 9 })
    await expect(enter(typed, 62_000)).rejects.toMatchObject({ code: 'invalid', field: 'code' })
    expect(listLogins(person).map(({ by }) => by)).toEqual(['recovery', 'app'])
    expect(templates()).toContain('recoveryCodeUsed')
  })

  it('refuses a code when the password has changed since, and for somebody disabled', async () => {
    const { secret } = await setUp()
    const code = codeOf(secret, person.now + 60_000)
    const set = (values: Partial<typeof users.$inferInsert>) =>
      db.update(users).set(values).where(eq(users.id, person.actor.id)).run()
    set({ passwordChangedAt: person.now + 1 })
    await expect(enter(code, 60_000)).rejects.toMatchObject({ code: 'invalid' })
    set({ passwordChangedAt: person.now, status: 'disabled' })
    await expect(enter(code, 60_000)).rejects.toMatchObject({ code: 'invalid' })
  })

  it('stops after five wrong codes and tells the owner once, whose own browser still gets in', async () => {
    const { secret } = await setUp()
    const answers: string[] = []
    for (let count = 0; count < 8; count += 1) await enter('000000', 60_000).catch(({ code }) => answers.push(code))
    expect(answers).toEqual([...Array(5).fill('invalid'), ...Array(3).fill('rate_limited')])
    expect(templates().filter((template) => template === 'codeAttempts')).toHaveLength(1)
    await expect(enter(codeOf(secret, person.now + 60_000), 60_000)).rejects.toMatchObject({ code: 'rate_limited' })
    await enter(codeOf(secret, person.now + 60_000), 60_000, { device: 'known' })
  })

  it('opens nothing with the password alone, and a session with the code, in the browser that gave the password', async () => {
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
    const secret = giveApp({ ...person, now: Date.now() })
    const call = (handler: (args: never) => unknown, request: Request) =>
      answerOf(() => handler({ request, params: {}, context: {} } as never))
    const form = { email: person.actor.email, password }
    const first = await call(login, browserRequest('/login', { form }))
    expect(first.headers.get('Location')).toBe('/login/code')
    expect(db.select().from(sessions).all()).toEqual([])
    const cookie = String(first.headers.getSetCookie()[0]).split(';')[0] ?? ''
    expect(first.headers.getSetCookie()[0]).toMatch(/HttpOnly; SameSite=Lax/i)
    expect((await call(dashboard, browserRequest('/dashboard', { cookie }))).headers.get('Location')).toBe('/login')
    expect((await call(loginCodePage, browserRequest('/login/code'))).headers.get('Location')).toBe('/login')
    const code = { code: codeOf(secret, Date.now()) }
    const stranger = await call(loginCode, browserRequest('/login/code', { form: code }))
    expect(stranger.headers.get('Location')).toBe('/login?late=true')
    const wrong = await call(loginCode, browserRequest('/login/code', { form: { code: '12' }, cookie }))
    expect(wrong.status).toBe(422)
    const entered = await call(loginCode, browserRequest('/login/code', { form: code, cookie }))
    expect(entered.headers.get('Location')).toBe('/dashboard')
    expect(db.select().from(sessions).all()).toMatchObject([{ userId: person.actor.id }])
    expect(entered.headers.getSetCookie().some((each) => /pending-login=;.*Max-Age=0/i.test(each))).toBe(true)
    vi.setSystemTime(Date.now() + 10 * 60_000)
    const late = await call(loginCode, browserRequest('/login/code', { form: code, cookie }))
    expect(late.headers.get('Location')).toBe('/login?late=true')
    vi.useRealTimers()
  })
})

describe('a company that requires it', () => {
  it('opens only the security pages, and no socket, to whoever has none yet', async () => {
    const member = createPerson(db, { company: person.company, companyRole: 'member' })
    const { cookie, hash } = await signedIn(member)
    const open = (path: string) =>
      answerOf(() => dashboard({ request: browserRequest(path, { cookie }), params: {}, context: {} } as never))
    await expect(requireTwoFactor(person, { required: true, password })).rejects.toMatchObject({ code: 'conflict' })
    expect((await open('/dashboard')).status).toBe(200)
    await setUp()
    await requireTwoFactor(person, { required: true, password })
    expect((await open('/dashboard')).headers.get('Location')).toBe('/security/two-factor')
    const socket = { ip: null, userAgent: null }
    expect(sessionContext(db, hash, socket)).toBeNull()
    expect([...findActiveSessions(db, [hash], Date.now())]).toEqual([])
    giveApp(member)
    expect((await open('/dashboard')).status).toBe(200)
    expect(sessionContext(db, hash, socket)).not.toBeNull()
  })

  it('has owners who can help a colleague without app and codes, but not themselves or others', async () => {
    const member = createPerson(db, { company: person.company, companyRole: 'member' })
    const stranger = createPerson(db)
    for (const each of [member, stranger]) giveApp(each)
    await signedIn(member)
    const reset = (userId: string, ctx = person) => resetTwoFactor(ctx, { userId, password })
    await expect(reset(person.actor.id)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(reset(stranger.actor.id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(reset(person.actor.id, member)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(resetTwoFactor(person, { userId: member.actor.id, password: 'wrong' })).rejects.toMatchObject({
      field: 'password',
    })
    expect(await reset(member.actor.id)).toEqual({ name: member.actor.name })
    await expect(reset(member.actor.id)).rejects.toMatchObject({ code: 'conflict' })
    expect(getTwoFactor(member).since).toBeNull()
    expect(listSessions(member)).toEqual([])
    expect(templates()).toEqual(['twoFactorReset'])
  })
})
