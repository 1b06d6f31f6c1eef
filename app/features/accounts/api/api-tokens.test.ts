import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { resendVerification } from '#app/features/accounts/resend-verification.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { apiTokens, companies, companyMembers, users } from '#db/schema/accounts.ts'
import { auditLog, idempotencyKeys } from '#db/schema/audit.ts'
import { mails } from '#db/schema/notifications.ts'
import type { ApiScope } from '#db/vocabulary/accounts.ts'
import { createVisitor, givePassword, mailedToken, testPassword } from '#tests/factories/accounts.ts'
import { createConversation } from '#tests/factories/chat.ts'
import { createPerson } from '#tests/factories/people.ts'
import { codeOf, giveApp } from '#tests/factories/second-factor.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { findTokenUser } from './api-token-user.server.ts'
import { listApiTokens, maxApiTokens } from './api-tokens.server.ts'
import { createApiToken } from './create-api-token.server.ts'
import { revokeApiToken } from './revoke-api-token.server.ts'

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
  person = { ...createPerson(db), now: Date.now() }
  await givePassword(person)
})

const make = async (scopes: ApiScope[] = ['messages:read'], days = 30) =>
  (await createApiToken(person, { name: 'Export', scopes, days, password: testPassword })).token
const call = (token: string, path = '/api/users', input?: object) => {
  const headers = { Authorization: `Bearer ${token}`, ...(input && { 'Content-Type': 'application/json' }) }
  return server.ask(path, input ? { headers, body: JSON.stringify(input) } : { headers })
}
const day = 24 * 3_600_000

it('is shown once, stored hashed, and mailed about', async () => {
  const token = await make()
  expect(token).toMatch(/^gw_[\w-]{43}$/)
  expect(JSON.stringify(db.select().from(apiTokens).all())).not.toContain(token.slice(3))
  expect(JSON.stringify(db.select().from(auditLog).all())).not.toContain(token.slice(3))
  expect(listApiTokens(person)).toMatchObject([{ name: 'Export', scopes: ['messages:read'], lastUsedAt: null }])
  expect(db.select().from(mails).all()).toMatchObject([{ template: 'apiTokenCreated' }])
})

it('is made once by a form that is sent again', async () => {
  const input = { name: 'Export', scopes: ['messages:read'] as const, days: 30, password: testPassword }
  const submissionId = newId()
  await createApiToken(person, { ...input, submissionId })
  await expect(createApiToken(person, { ...input, submissionId })).rejects.toMatchObject({
    text: { key: 'apitokens:madeBefore' },
  })
  expect(listApiTokens(person)).toHaveLength(1)
  expect(JSON.stringify(db.select().from(idempotencyKeys).all())).not.toContain(testPassword)
})

it('is made forty times a day at most, and mailed to no address that is not verified', async () => {
  const times = async (count: number) => {
    for (let each = 0; each < count; each += 1) {
      await make()
      const [made] = listApiTokens(person)
      revokeApiToken(person, { tokenId: made?.id ?? '' })
    }
  }
  await times(39)
  const mailed = db.select().from(mails).all().length
  db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, person.actor.id)).run()
  await times(1)
  expect([mailed, db.select().from(mails).all().length]).toEqual([39, 39])
  await expect(make()).rejects.toMatchObject({ code: 'rate_limited' })
})

it('takes the password, and a code where there is a second factor', async () => {
  const input = { name: 'Export', scopes: ['messages:read'] as const, days: 30 }
  await expect(createApiToken(person, { ...input, password: 'wrong' })).rejects.toMatchObject({ field: 'password' })
  const secret = giveApp(person)
  await expect(createApiToken(person, { ...input, password: testPassword })).rejects.toMatchObject({ field: 'code' })
  await createApiToken(person, { ...input, password: testPassword, code: codeOf(secret, person.now) })
})

it('acts as its owner within its scopes, and says so in the audit trail', async () => {
  const token = await make(['messages:read'])
  expect((await call(token)).status).toBe(200)
  const input = { text: 'Hello', clientId: '0199a1b2-0000-4000-8000-000000000001' }
  const refused = await call(token, '/api/conversations/x/messages', input)
  expect(refused.status).toBe(403)
  expect(refused.headers['www-authenticate']).toBe('Bearer realm="Groundwork", error="insufficient_scope"')
  expect(refused.json()).toMatchObject({ code: 'forbidden', error: 'The API token does not cover this.' })
  expect((await call(await make(['messages:write']), '/api/conversations/x/messages', input)).status).toBe(404)
  expect((await call(await make(['projects:write']))).status).toBe(403)
  expect(listApiTokens(person).filter(({ lastUsedAt }) => lastUsedAt !== null)).toHaveLength(3)
})

it('reads no conversation of a module that it does not cover, and marks none as read without covering changes', async () => {
  const [narrow, wide, writing] = [
    await make(),
    await make(['messages:read', 'projects:read']),
    await make(['messages:write']),
  ]
  const other = createPerson(db)
  const { id: direct } = createConversation(db, { members: [person, other] })
  const { id: ofProject } = createConversation(db, {
    ...{ members: [person, other], type: 'team', name: 'Roof', subjectType: 'project', subjectId: newId() },
  })
  const listed = async (token: string) => {
    const { data } = (await call(token, '/api/conversations')).json() as { data: Array<{ id: string }> }
    return data.map(({ id }) => id).toSorted()
  }
  const read = async (token: string, id: string) => (await call(token, `/api/conversations/${id}/messages`)).status
  expect([await listed(narrow), await listed(wide)]).toEqual([[direct], [direct, ofProject].toSorted()])
  expect([await read(narrow, direct), await read(narrow, ofProject), await read(wide, ofProject)]).toEqual([
    200, 404, 200,
  ])
  const mark = (token: string, id = direct) => call(token, `/api/conversations/${id}/mark-read`, {})
  expect([(await mark(narrow)).status, (await mark(writing)).status, (await mark(writing, ofProject)).status]).toEqual([
    403, 200, 404,
  ])
})

it('does not confirm the address of its owner', async () => {
  db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, person.actor.id)).run()
  await resendVerification(createVisitor(db, { now: Date.now() }), { email: person.actor.email })
  const token = mailedToken(db, 'verifyEmail')
  expect((await call(await make(['projects:read']), '/api/auth/verify-email', { token })).status).toBe(422)
  expect(db.select().from(users).where(eq(users.id, person.actor.id)).get()?.emailVerifiedAt).toBeNull()
})

it('loses its power at once', async () => {
  const change = (set: Partial<typeof users.$inferInsert>) =>
    db.update(users).set(set).where(eq(users.id, person.actor.id)).run()
  const token = await make()
  const status = async () => (await call(token)).status
  expect(await status()).toBe(200)

  change({ status: 'disabled' })
  expect(await status()).toBe(401)
  change({ status: 'active', mustChangePassword: true })
  expect(await status()).toBe(403)
  change({ mustChangePassword: false })
  db.update(companies).set({ twoFactorRequired: true }).run()
  expect(await status()).toBe(403)
  db.update(companies).set({ twoFactorRequired: false }).run()
  expect(await status()).toBe(200)

  const other = createPerson(db)
  db.update(companyMembers)
    .set({ companyId: other.company.id, role: 'member' })
    .where(eq(companyMembers.userId, person.actor.id))
    .run()
  expect(await status()).toBe(401)
  db.update(companyMembers)
    .set({ companyId: person.company.id })
    .where(eq(companyMembers.userId, person.actor.id))
    .run()
  expect(await status()).toBe(200)

  change({ passwordChangedAt: Date.now() + 1 })
  expect(await status()).toBe(401)
  expect(listApiTokens(person)).toEqual([])
})

it('ends when it expires and when it is revoked, by its owner only', async () => {
  const token = await make()
  expect(findTokenUser(db, token, person.now + 30 * day - 1)).not.toBeNull()
  expect(findTokenUser(db, token, person.now + 30 * day)).toBeNull()
  const [{ id: tokenId } = { id: '' }] = listApiTokens(person)
  expect(() => revokeApiToken(createPerson(db), { tokenId })).toThrow('not_found')
  expect(revokeApiToken(person, { tokenId })).toEqual({ name: 'Export' })
  revokeApiToken(person, { tokenId })
  expect((await call(token)).status).toBe(401)
  const trail = db.select().from(auditLog).all()
  expect(trail.filter(({ action }) => action === 'api_token.revoke')).toHaveLength(1)
})

it('is limited in number', async () => {
  for (let made = 0; made < maxApiTokens; made++) await make()
  await expect(make()).rejects.toMatchObject({ code: 'conflict' })
})

it('is made, shown once, listed and ended on its page, without scripts', async () => {
  const { cookie } = await signedIn(person)
  const path = '/security/api-tokens'
  const form = { name: 'Nightly', scopes: 'invoicing:read', days: '90', password: testPassword }
  const { scopes: _, ...without } = form
  const refused = await server.ask(path, { cookie, form: without })
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('Choose what the token may do.')
  expect((await server.ask(path, { cookie, form: { ...form, days: '9999' } })).status).toBe(422)
  const made = await server.ask(path, { cookie, form })
  const [token = ''] = /gw_[\w-]{43}/.exec(made.text) ?? []
  expect((await call(token, '/api/auth/verify')).json()).toMatchObject({ user: { id: person.actor.id } })
  const page = await server.ask(path, { cookie })
  expect(page.text).toContain('Nightly')
  expect(page.text).not.toContain(token)
  const [{ id } = { id: '' }] = listApiTokens(person)
  expect((await server.ask(`${path}/${id}/revoke`, { cookie, form: { x: '' } })).headers.location).toBe(path)
  expect((await call(token)).status).toBe(401)
})
