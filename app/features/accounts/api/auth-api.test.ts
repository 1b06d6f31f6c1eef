import { eq } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { keyFor } from '#app/platform/encryption.server.ts'
import { env } from '#app/platform/env.server.ts'
import type { Database } from '#db/client.server.ts'
import { sessions, users } from '#db/schema/accounts.ts'
import { auditLog } from '#db/schema/audit.ts'
import { givePassword, mailedToken, testPassword } from '#tests/factories/accounts.ts'
import { createPerson } from '#tests/factories/people.ts'
import { codeOf, giveApp } from '#tests/factories/second-factor.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { issuePendingToken, readAccessToken } from './access-token.server.ts'

let server: TestServer
let db: Database
let person: CompanyContext
beforeAll(async () => {
  testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  db = testDatabase()
  person = createPerson(db)
  await givePassword(person)
})

type Body = Record<string, unknown> & { accessToken: string; refreshToken: string; pendingToken: string }
type Said = { status: number; body: Body; headers: Record<string, unknown> }

async function call(path: string, input?: object, headers: Record<string, string> = {}): Promise<Said> {
  const type = { 'Content-Type': 'application/json' }
  const asked = input ? { body: JSON.stringify(input), headers: { ...type, ...headers } } : { headers }
  const answer = await server.ask(`/api/auth/${path}`, asked)
  return { status: answer.status, body: answer.json() as Body, headers: answer.headers }
}
const credentials = () => ({ email: person.actor.email, password: testPassword })
const login = async () => (await call('login', credentials())).body
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
const verify = (token: string) => call('verify', undefined, bearer(token))

describe('logging in', () => {
  it('answers with tokens and their owner, in no cache, and without a cookie', async () => {
    const { status, body, headers } = await call('login', credentials())
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['set-cookie']).toBeUndefined()
    const user = { id: person.actor.id, email: person.actor.email, name: person.actor.name }
    expect(body).toMatchObject({ success: true, user, must_change_password: false })
    expect((await verify(body.accessToken)).body).toMatchObject({ success: true, user })
    const stored = JSON.stringify(db.select().from(sessions).all())
    for (const part of body.refreshToken.split('.')) expect(stored).not.toContain(part)
    expect(db.select().from(auditLog).all().at(-1)).toMatchObject({ action: 'session.start', via: 'token' })
  })

  it('refuses wrong credentials alike, with a challenge', async () => {
    const wrong = await call('login', { ...credentials(), password: 'wrong' })
    const unknown = await call('login', { email: 'nobody@example.org', password: 'wrong' })
    expect(wrong.status).toBe(401)
    expect(wrong.headers['www-authenticate']).toBe('Bearer realm="Groundwork"')
    expect(wrong.body).toEqual({ success: false, error: 'Invalid email or password', code: 'unauthenticated' })
    expect(unknown.body).toEqual(wrong.body)
    expect(await call('login', { email: 'x', password: 'y' })).toMatchObject({
      status: 422,
      body: { error: 'Please enter a valid email', field: 'email' },
    })
    expect((await call('signup', { ...credentials(), password: 'short', name: 'Nina' })).body).toMatchObject({
      error: 'Password must be at least 8 characters',
      field: 'password',
    })
    expect((await server.ask('/api/auth/login')).status).toBe(405)
  })

  it('says what is missing or wrong as the page of the same form does', async () => {
    const refused = async (path: string, sent: object) => {
      const { status, body } = await call(path, sent)
      expect(status).toBe(422)
      return [body.field, body.error]
    }
    for (const email of ['', undefined]) {
      expect(await refused('login', { email, password: 'y' })).toEqual(['email', 'This field is required'])
      expect(await refused('forgot-password', { email })).toEqual(['email', 'Email is required'])
      expect(await refused('resend-verification', { email })).toEqual(['email', 'Please enter your email address'])
    }
    for (const password of ['', undefined]) {
      const { email } = credentials()
      expect(await refused('login', { email, password })).toEqual(['password', 'This field is required'])
    }
    const short = await refused('forgot-password', { email: 'nobody' })
    expect(short).toEqual(['email', 'Please enter a valid email address'])
  })

  it('asks for a code where there is a second factor, and never gives tokens without it', async () => {
    const secret = giveApp(person)
    const first = await call('login', credentials())
    expect(first.status).toBe(200)
    expect(Object.keys(first.body).toSorted()).toEqual(['pendingToken', 'success', 'two_factor_required'])
    const { pendingToken } = first.body
    expect((await verify(pendingToken)).status).toBe(401)
    expect(await call('login/code', { pendingToken, code: '000000' })).toMatchObject({ status: 422 })
    expect((await call('login/code', { pendingToken: 'x', code: codeOf(secret, Date.now()) })).status).toBe(401)
    const { body } = await call('login/code', { pendingToken, code: codeOf(secret, Date.now()) })
    expect((await verify(body.accessToken)).status).toBe(200)
    // The password has changed since.
    const late = await issuePendingToken(Date.now(), person.actor.id)
    db.update(users)
      .set({ passwordChangedAt: Date.now() + 1000 })
      .run()
    expect(await call('login/code', { pendingToken: late, code: codeOf(secret, Date.now() + 30_000) })).toMatchObject({
      status: 422,
    })
  })

  it('tells of a forced change of the password, before which nothing else opens', async () => {
    db.update(users).set({ mustChangePassword: true }).run()
    const body = await login()
    expect(body.must_change_password).toBe(true)
    expect((await verify(body.accessToken)).status).toBe(200)
    const refused = await server.ask('/api/users', { headers: bearer(body.accessToken) })
    expect(refused.status).toBe(403)
  })
})

describe('access tokens', () => {
  it('end with their session: logout, another session that ends it, a new password, a disabled account', async () => {
    const { accessToken, refreshToken } = await login()
    expect((await call('logout', {}, bearer(accessToken))).body).toEqual({ success: true })
    expect((await verify(accessToken)).status).toBe(401)
    expect((await call('refresh', { refreshToken })).status).toBe(401)
    const second = await login()
    expect((await call('logout', { refreshToken: second.refreshToken })).status).toBe(200)
    expect((await verify(second.accessToken)).status).toBe(401)
    const third = await login()
    db.update(users).set({ status: 'disabled' }).where(eq(users.id, person.actor.id)).run()
    expect((await verify(third.accessToken)).status).toBe(401)
    expect((await call('refresh', { refreshToken: third.refreshToken })).status).toBe(401)
  })

  it('end by a logout with any refresh token of their login, also one that was exchanged before', async () => {
    const { refreshToken } = await login()
    const { body } = await call('refresh', { refreshToken })
    expect((await call('logout', { refreshToken })).body).toEqual({ success: true })
    expect((await verify(body.accessToken)).status).toBe(401)
    expect((await call('refresh', { refreshToken: body.refreshToken })).status).toBe(401)
    expect(db.select().from(auditLog).all().at(-1)).toMatchObject({ action: 'session.end_reused' })
    expect((await call('logout', { refreshToken })).status).toBe(200)
  })

  it('are refused when they are late, of another key, kind, algorithm or owner', async () => {
    const { accessToken } = await login()
    expect(await readAccessToken(Date.now() + 14 * 60_000, accessToken)).not.toBeNull()
    expect(await readAccessToken(Date.now() + 16 * 60_000, accessToken)).toBeNull()
    const claims = await readAccessToken(Date.now(), accessToken)
    const forge = (typ: string, key: Uint8Array, sub = claims?.sub ?? '') =>
      new SignJWT({ sid: claims?.sid })
        .setProtectedHeader({ alg: 'HS256', typ })
        .setIssuer(env.origin)
        .setAudience(`${env.origin}/api`)
        .setSubject(sub)
        .setJti('1')
        .setIssuedAt()
        .setExpirationTime('10m')
        .sign(key)
    const own = keyFor('at+jwt')
    expect((await verify(await forge('at+jwt', own))).status).toBe(200)
    const [header, payload] = accessToken.split('.')
    const unsigned = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${payload}.`
    for (const token of [
      await forge('at+jwt', keyFor('pending-login+jwt')),
      await forge('JWT', own),
      await forge('at+jwt', own, createPerson(db).actor.id),
      unsigned,
      `${header}.${payload}.`,
      '',
      'x',
    ]) {
      const { status, headers } = await verify(token)
      expect(status).toBe(401)
      expect(headers['www-authenticate']).toBe('Bearer realm="Groundwork", error="invalid_token"')
    }
  })

  it('count alone: a cookie beside them opens nothing, and they open no page', async () => {
    const { cookie } = await signedIn(person)
    expect((await server.ask('/api/users', { cookie })).status).toBe(200)
    expect((await server.ask('/api/users', { cookie, headers: bearer('x') })).status).toBe(401)
    const { accessToken } = await login()
    expect((await server.ask('/dashboard', { headers: bearer(accessToken) })).headers.location).toBe('/login')
  })

  it('are free of the check of origins under /api, and nowhere else', async () => {
    const { cookie } = await signedIn(person)
    const { accessToken } = await login()
    const foreign = { Origin: 'https://evil.example', ...bearer(accessToken) }
    expect((await call('logout', {}, foreign)).status).toBe(200)
    for (const path of ['/logout', '/api/../logout', '/api/%2e%2e/logout']) {
      expect((await server.ask(path, { method: 'POST', cookie, headers: foreign, body: 'x=1' })).status).toBe(403)
    }
    expect((await call('logout', {}, { Origin: 'https://evil.example' })).status).toBe(403)
  })
})

describe('refresh tokens', () => {
  it('work once; an old one ends the login for both who hold it', async () => {
    const { refreshToken, accessToken } = await login()
    const { body: next } = await call('refresh', { refreshToken })
    expect((await verify(next.accessToken)).status).toBe(200)
    expect((await call('refresh', { refreshToken })).status).toBe(401)
    expect((await call('refresh', { refreshToken: next.refreshToken })).status).toBe(401)
    for (const token of [accessToken, next.accessToken]) expect((await verify(token)).status).toBe(401)
    expect(db.select().from(auditLog).all().at(-1)).toMatchObject({ action: 'session.end_reused', via: 'token' })
  })

  it('give new tokens to one of two who use the same at once, and then to neither', async () => {
    const { refreshToken } = await login()
    const both = await Promise.all([call('refresh', { refreshToken }), call('refresh', { refreshToken })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 401])
    expect(db.select().from(sessions).all()).toEqual([])
  })

  it('are not the ids of browser sessions', async () => {
    const { hash } = await signedIn(person)
    expect((await call('refresh', { refreshToken: `${hash}.x` })).status).toBe(401)
    expect(db.select().from(sessions).all()).toHaveLength(1)
  })
})

describe('accounts', () => {
  it('are made and verified', async () => {
    const input = { email: 'ada@example.org', password: 'gravel-Otter-79-lantern', name: 'Ada', role: 'enterprise' }
    expect((await call('signup', input)).body).toMatchObject({ success: false, field: 'organization' })
    const { status, body } = await call('signup', { ...input, organization: 'Ada Oy' })
    expect(status).toBe(201)
    expect(body.user).toMatchObject({ role: 'enterprise', organization: 'Ada Oy', permissions: expect.any(Array) })
    const token = mailedToken(db, 'verifyEmail')
    expect((await call('verify-email', { token })).status).toBe(422)
    const verified = await call('verify-email', { token }, bearer(body.accessToken))
    expect(verified.body).toEqual({ success: true, message: 'Your email address is verified.' })
    expect((await call('resend-verification', { email: input.email })).status).toBe(200)
    expect((await call('signup', { ...input, organization: 'Ada Oy' })).body).toMatchObject({ field: 'email' })
  })

  it('get a new password by a mailed link, which ends every login', async () => {
    const { accessToken } = await login()
    const { body } = await call('forgot-password', { email: person.actor.email })
    const token = new URL(String(body.resetLink)).searchParams.get('token') ?? ''
    expect((await call(`verify-reset-token/${token}`)).body).toEqual({ success: true, email: person.actor.email })
    expect((await call('reset-password', { token, password: 'x' })).status).toBe(422)
    expect((await call('reset-password', { token, password: 'gravel-Otter-79-lantern' })).status).toBe(200)
    expect((await verify(accessToken)).status).toBe(401)
    expect(await call(`verify-reset-token/${token}`)).toMatchObject({
      status: 404,
      body: { success: false, error: 'Invalid or expired reset token' },
    })
    const unknown = await call('forgot-password', { email: 'nobody@example.org' })
    expect(unknown).toMatchObject({ status: 200, body: { success: true } })
  })

  it('say whether an invitation is valid', async () => {
    expect(await call('verify-invite/x')).toMatchObject({
      status: 404,
      body: { success: false, valid: false, error: 'Invalid invite token' },
    })
    expect((await call('set-password', { token: 'x', password: 'gravel-Otter-79-lantern' })).status).toBe(422)
  })
})
