import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { loader as dashboard } from '#app/features/site/routes/dashboard.tsx'
import { loader as team } from '#app/features/team/routes/team.tsx'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import { locales } from '#app/i18n/locale.ts'
import { env } from '#app/platform/env.server.ts'
import type { Database } from '#db/client.server.ts'
import { sessions, users } from '#db/schema/accounts.ts'
import { mails } from '#db/schema/notifications.ts'
import { answerOf, browserRequest, givePassword, mailedToken, testPassword } from '#tests/factories/accounts.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import type { CompanyContext } from './context.ts'
import { action as forgot } from './routes/forgot-password.tsx'
import { action as login, loader as loginPage } from './routes/login.tsx'
import { action as logout } from './routes/logout.tsx'
import { action as reset, loader as resetPage } from './routes/reset-password.tsx'
import { action as security, loader as securityPage } from './routes/security.tsx'
import { loader as invitePage } from './routes/set-password.tsx'
import { action as signup } from './routes/signup.tsx'
import { loader as verifyPage } from './routes/verify-email.tsx'
import { endOtherSessions } from './sessions/end-other-sessions.server.ts'

let db: Database
let person: CompanyContext
beforeEach(async () => {
  db = testDatabase()
  person = createPerson(db)
  await givePassword(person)
})

/** Calls a route's loader or action. Handlers take more arguments than these tests pass. */
const call = (handler: (args: never) => unknown, request: Request, params = {}) =>
  answerOf(() => handler({ request, params, context: {} } as never))
const cookieOf = ({ headers }: { headers: Headers }) => headers.get('Set-Cookie')?.split(';')[0] ?? ''
const credentials = () => ({ email: person.actor.email, password: testPassword })
const errorsOf = (data: unknown) => (data as { lastResult: { error: Record<string, string[]> } }).lastResult.error

describe('the login', () => {
  it('redirects to the page that was requested before, under a new session', async () => {
    const asked = await call(team, browserRequest('/team?q=nina'))
    expect(asked.headers.get('Location')).toBe('/login')
    const before = cookieOf(asked)
    const answer = await call(login, browserRequest('/login', { form: credentials(), cookie: before }))
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/team?q=nina'])
    expect(cookieOf(answer)).not.toBe(before)
    expect(db.select().from(sessions).all()).toMatchObject([{ userId: person.actor.id }])
    expect((await call(team, browserRequest('/team', { cookie: before }))).headers.get('Location')).toBe('/login')
    expect((await call(team, browserRequest('/team', { cookie: cookieOf(answer) }))).status).toBe(200)
  })

  it('says why a guest was sent to it: a page that was requested, or a session that has ended', async () => {
    const reasonAt = async (path: string, cookie: string) =>
      ((await call(loginPage, browserRequest(path, { cookie }))).data as { reason: string | null }).reason
    expect(await reasonAt('/login', '')).toBeNull()
    const asked = cookieOf(await call(team, browserRequest('/team')))
    expect(await reasonAt('/login', asked)).toBe('login.asked')
    const { cookie } = await signedIn(person, { expiresIn: -60_000 })
    const expired = `${cookie}; ${cookieOf(await call(team, browserRequest('/team', { cookie })))}`
    expect(await reasonAt('/login', expired)).toBe('login.expired')
    expect(await reasonAt('/login?unsent=true', expired)).toBeNull()
    const there = await signedIn(person)
    endOtherSessions({ ...person, sessionHash: null }, {})
    const out = `${there.cookie}; ${cookieOf(await call(team, browserRequest('/team', { cookie: there.cookie })))}`
    expect(await reasonAt('/login', out)).toBe('login.expired')
  })

  it('goes to the dashboard when no page was requested, and remembers the user only if asked to', async () => {
    const answer = await call(login, browserRequest('/login', { form: credentials() }))
    expect(answer.headers.get('Location')).toBe('/dashboard')
    expect(answer.headers.getSetCookie()[0]).not.toMatch(/Max-Age/i)
    const remembered = await call(login, browserRequest('/login', { form: { ...credentials(), rememberMe: 'on' } }))
    expect(remembered.headers.getSetCookie()[0]).toMatch(/Max-Age=7776000/i)
    expect(remembered.headers.getSetCookie()[0]).toMatch(/HttpOnly; SameSite=Lax/i)
  })

  it('answers a wrong password and an unknown account alike, and never echoes the password', async () => {
    const answers = []
    for (const email of [person.actor.email, 'nobody@example.org']) {
      const answer = await call(login, browserRequest('/login', { form: { email, password: 'wrong one' } }))
      expect(JSON.stringify(answer.data)).not.toContain('wrong one')
      answers.push([answer.status, errorsOf(answer.data), answer.headers.get('Set-Cookie')])
    }
    expect(answers[0]).toEqual([422, { '': ['accounts:login.wrong'] }, null])
    expect(answers[1]).toEqual(answers[0])
  })

  it('names the missing fields', async () => {
    const answer = await call(login, browserRequest('/login', { form: { email: 'nina@' } }))
    expect(errorsOf(answer.data)).toEqual({ email: ['validation:email'], password: ['validation:required'] })
  })

  it('is for guests only', async () => {
    const { cookie } = await signedIn(person)
    expect((await call(loginPage, browserRequest('/login', { cookie }))).headers.get('Location')).toBe('/dashboard')
  })
})

describe('a forced password change', () => {
  it('blocks everything else until it is done, then opens the page that was requested', async () => {
    db.update(users).set({ mustChangePassword: true }).where(eq(users.id, person.actor.id)).run()
    const asked = cookieOf(await call(team, browserRequest('/team?q=nina')))
    const first = await call(login, browserRequest('/login', { form: credentials(), cookie: asked }))
    expect(first.headers.get('Location')).toBe('/security?force_change=true')
    const cookie = cookieOf(first)
    for (const page of [dashboard, team]) {
      const away = await call(page, browserRequest('/dashboard', { cookie }))
      expect(away.headers.get('Location')).toBe('/security?force_change=true')
    }
    expect((await call(securityPage, browserRequest('/security', { cookie }))).data).toMatchObject({
      forced: true,
      sessions: [],
    })
    const ignored = await call(security, browserRequest('/security', { cookie, form: { intent: 'end-others' } }))
    expect(ignored.status).toBe(422)
    const form = { currentPassword: testPassword, password: 'another river', confirmPassword: 'another river' }
    const done = await call(security, browserRequest('/security', { cookie: `${cookie}; ${asked}`, form }))
    expect([done.status, done.headers.get('Location')]).toEqual([303, '/team?q=nina'])
    expect((await call(team, browserRequest('/team', { cookie }))).headers.get('Location')).toBe('/login')
    expect((await call(team, browserRequest('/team', { cookie: cookieOf(done) }))).status).toBe(200)
  })
})

it('shows how to log in, and apart from it where one is logged in, by links', async () => {
  const { cookie } = await signedIn(person)
  const page = async (path: string) => (await call(securityPage, browserRequest(path, { cookie }))).data
  expect(await page('/security')).toMatchObject({ forced: false, tab: 'login', sessions: [], logins: [] })
  const { sessions } = (await page('/security?tab=sessions')) as { sessions: { current: boolean }[] }
  expect(sessions.filter(({ current }) => current)).toHaveLength(1)
  const form = { intent: 'end-others' }
  const ended = await call(security, browserRequest('/security?tab=sessions', { cookie, form }))
  expect(ended.headers.get('Location')).toBe('/security?tab=sessions')
})

describe('logging out', () => {
  it('ends the session in the database, not only in the browser', async () => {
    const { cookie } = await signedIn(person)
    const answer = await call(logout, browserRequest('/logout', { cookie, form: {} }))
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/login'])
    expect(db.select().from(sessions).all()).toEqual([])
    expect((await call(team, browserRequest('/team', { cookie }))).headers.get('Location')).toBe('/login')
  })
})

describe('signing up', () => {
  const form = {
    accountType: 'individual',
    name: 'Nina Nova',
    email: ' Nina@Example.org ',
    password: testPassword,
    confirmPassword: testPassword,
  }

  it('signs in and redirects to the dashboard; no field makes an admin', async () => {
    const answer = await call(
      signup,
      browserRequest('/signup', { form: { ...form, role: 'admin', status: 'disabled', companyId: person.company.id } }),
    )
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/dashboard'])
    const user = db.select().from(users).where(eq(users.email, 'nina@example.org')).get()
    expect(user).toMatchObject({ role: 'user', status: 'active' })
    expect((await call(team, browserRequest('/team', { cookie: cookieOf(answer) }))).data).toMatchObject({
      counts: { total: 1 },
    })
  })

  it('is the first of the account’s logins, and makes the browser known', async () => {
    const answer = await call(signup, browserRequest('/signup', { form }))
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
    db.update(users).set({ emailVerifiedAt: 1 }).where(eq(users.email, 'nina@example.org')).run()
    await call(logout, browserRequest('/logout', { form: {}, cookie: cookies.join('; ') }))
    const device = cookies.slice(1).join('; ')
    const again = await call(
      login,
      browserRequest('/login', { form: { email: 'nina@example.org', password: testPassword }, cookie: device }),
    )
    const page = await call(securityPage, browserRequest('/security?tab=sessions', { cookie: cookieOf(again) }))
    expect(page.data).toMatchObject({ logins: [{ by: 'password', isKnown: true }, { by: 'signUp' }] })
    const mailed = db.select().from(mails).all()
    expect(mailed.map(({ template }) => template)).toEqual(['verifyEmail'])
  })

  it.each([
    [{ name: ' ' }, { name: ['validation:required'] }],
    [{ name: '\u200b\u2060' }, { name: ['validation:required'] }],
    [{ email: 'nina' }, { email: ['validation:email'] }],
    [{ email: 'a@b.example,c@d.example' }, { email: ['validation:email'] }],
    [{ password: '1234567', confirmPassword: '1234567' }, { password: ['accounts:password.tooShort?count=8'] }],
    [{ confirmPassword: 'other' }, { confirmPassword: ['accounts:password.different'] }],
    [{ accountType: 'enterprise' }, { organization: ['validation:required'] }],
    [{ accountType: 'admin' }, { accountType: ['validation:choice'] }],
    [{ password: 'password123', confirmPassword: 'password123' }, { password: ['accounts:password.common'] }],
  ])('refuses %o', async (wrong, errors) => {
    const answer = await call(signup, browserRequest('/signup', { form: { ...form, ...wrong } }))
    expect([answer.status, errorsOf(answer.data)]).toEqual([422, errors])
    expect(JSON.stringify(answer.data)).not.toContain(testPassword)
  })
})

describe('forgetting and resetting', () => {
  it('does not say in any language that only the newest link works (ACC-6)', () => {
    const newest = /newest|reciente|récent|letzte|uusin|senaste|nyeste|e fundit/
    for (const locale of locales) {
      const { t } = i18nFor(locale)
      const told = [t('accounts:reset.invalidHint'), t('accounts:verify.resendHint')]
      expect(told.filter((text) => newest.test(text))).toEqual([])
    }
  })

  it('gives the same answer in production whether or not the account exists', async () => {
    const answers = []
    env.development = false
    try {
      for (const email of [person.actor.email, 'nobody@example.org']) {
        const { status, headers, data } = await call(forgot, browserRequest('/forgot-password', { form: { email } }))
        answers.push([status, [...headers], { ...(data as object), email: '' }])
      }
    } finally {
      env.development = true
    }
    expect(answers[0]).toEqual([200, [], { sent: true, email: '', resetLink: null }])
    expect(answers[1]).toEqual(answers[0])
  })

  it('shows the link in development', async () => {
    const { email } = person.actor
    const { data } = await call(forgot, browserRequest('/forgot-password', { form: { email } }))
    expect(data).toMatchObject({ resetLink: `${env.origin}/reset-password?token=${mailedToken(db, 'resetPassword')}` })
  })

  it('checks the token before it shows the form, then sets the password', async () => {
    await call(forgot, browserRequest('/forgot-password', { form: { email: person.actor.email } }))
    const token = mailedToken(db, 'resetPassword')
    const path = `/reset-password?token=${token}`
    expect((await call(resetPage, browserRequest(path))).data).toMatchObject({
      state: 'form',
      email: person.actor.email,
    })
    const form = { token, password: 'new 1', confirmPassword: 'new 2' }
    expect(errorsOf((await call(reset, browserRequest(path, { form }))).data)).toEqual({
      password: ['accounts:password.tooShort?count=8'],
      confirmPassword: ['accounts:password.different'],
    })
    const right = { token, password: 'new river', confirmPassword: 'new river' }
    expect((await call(reset, browserRequest(path, { form: right }))).headers.get('Location')).toBe(
      '/reset-password?done=true',
    )
    expect((await call(resetPage, browserRequest(path))).data).toMatchObject({
      state: 'invalid',
      reason: 'reset.tokenInvalid',
    })
  })

  it.each([
    [resetPage, '/reset-password', 400, 'reset.noToken'],
    [resetPage, '/reset-password?token=x', 410, 'reset.tokenInvalid'],
    [invitePage, '/set-password', 400, 'invite.noToken'],
    [invitePage, '/set-password?token=x', 410, 'invite.tokenInvalid'],
    [verifyPage, '/verify-email', 400, 'verify.noToken'],
    [verifyPage, '/verify-email?token=x', 410, 'verify.failed'],
  ])('%# reports what is wrong with a link', async (page, path, status, reason) => {
    const answer = await call(page, browserRequest(path))
    expect([answer.status, answer.data]).toEqual([status, expect.objectContaining({ reason })])
  })
})
