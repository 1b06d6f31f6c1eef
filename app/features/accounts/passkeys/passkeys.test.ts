import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { CompanyContext, Context } from '#app/features/accounts/context.ts'
import { action as login } from '#app/features/accounts/routes/login.tsx'
import { action as loginCode, loader as loginCodePage } from '#app/features/accounts/routes/login-code.tsx'
import { action as loginPasskey } from '#app/features/accounts/routes/login-passkey.ts'
import { action as challengePage } from '#app/features/accounts/routes/passkey-challenge.ts'
import { action as passkeysPage } from '#app/features/accounts/routes/passkeys.tsx'
import { listLogins } from '#app/features/accounts/sessions/logins.server.ts'
import { findActiveSessions } from '#app/features/accounts/sessions/session-context.server.ts'
import { endApp } from '#app/features/accounts/two-factor/end-app.server.ts'
import { enterCode } from '#app/features/accounts/two-factor/enter-code.server.ts'
import { getTwoFactor } from '#app/features/accounts/two-factor/queries.server.ts'
import { loader as dashboard } from '#app/features/site/routes/dashboard.tsx'
import { requireTwoFactor } from '#app/features/team/require-two-factor.server.ts'
import { resetTwoFactor } from '#app/features/team/reset-two-factor.server.ts'
import { env } from '#app/platform/env.server.ts'
import type { Database } from '#db/client.server.ts'
import { recoveryCodes, sessions, users } from '#db/schema/accounts.ts'
import { auditLog } from '#db/schema/audit.ts'
import { mails } from '#db/schema/notifications.ts'
import { passkeyChallenges, passkeys } from '#db/schema/passkeys.ts'
import { answerOf, browserRequest, createVisitor, givePassword, testPassword } from '#tests/factories/accounts.ts'
import { type Lies, TestPasskey } from '#tests/factories/passkey.ts'
import { createPerson } from '#tests/factories/people.ts'
import { codeOf, giveApp } from '#tests/factories/second-factor.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { addPasskey } from './add-passkey.server.ts'
import { askForPasskey } from './ask-for-passkey.server.ts'
import { deleteOldChallenges } from './challenges.server.ts'
import { logInWithPasskey } from './log-in-with-passkey.server.ts'
import { listPasskeys } from './queries.server.ts'
import { removePasskey } from './remove-passkey.server.ts'
import { startPasskey } from './start-passkey.server.ts'

let db: Database
let person: CompanyContext
let passkey: TestPasskey
beforeEach(async () => {
  db = testDatabase()
  person = createPerson(db)
  await givePassword(person)
  const { hash } = await signedIn(person)
  person = { ...person, sessionHash: hash }
  passkey = new TestPasskey(person.actor.id)
})

const password = testPassword
const at = (ms: number): CompanyContext => ({ ...person, now: person.now + ms })
const visitor = (ms = 0): Context => createVisitor(db, { now: person.now + ms })
const templates = () =>
  db
    .select()
    .from(mails)
    .all()
    .map(({ template }) => template)

/** Adds the passkey to the person's account; returns the recovery codes. */
async function add(lies: Lies = {}, ms = 0) {
  const { challenge } = await startPasskey(person, { password })
  return addPasskey(at(ms), { name: 'Phone', answer: passkey.create(challenge, lies) })
}

/** Logs in with the passkey, for the account if one is known. */
async function enter(lies: Lies = {}, { userId = null as string | null, ms = 0 } = {}) {
  const { challenge } = await askForPasskey(visitor(), { holder: 'browser', purpose: 'login', userId })
  return logInWithPasskey(visitor(ms), { holder: 'browser', answer: passkey.sign(challenge, lies) })
}

describe('adding', () => {
  it('takes the password, stores the public key, mails, ends other sessions and shows codes the first time only', async () => {
    await signedIn(person)
    await expect(startPasskey(person, { password: 'wrong' })).rejects.toMatchObject({ field: 'password' })
    const { codes } = await add()
    expect(codes).toHaveLength(10)
    expect(listPasskeys(person)).toMatchObject([{ name: 'Phone', createdAt: person.now, lastUsedAt: null }])
    expect(db.select().from(passkeys).all()).toMatchObject([
      { publicKey: passkey.publicKey.toString('base64url'), transports: ['internal'] },
    ])
    expect(db.select().from(sessions).all()).toHaveLength(1)
    expect(templates()).toEqual(['passkeyAdded'])
    expect(getTwoFactor(person)).toMatchObject({ isOn: true, since: null, passkeys: 1 })
    passkey = new TestPasskey(person.actor.id)
    await expect(add()).rejects.toMatchObject({ field: 'code' })
    const [code = ''] = codes ?? []
    const { challenge, excludeCredentials } = await startPasskey(person, { password, code })
    expect(excludeCredentials).toHaveLength(1)
    const answer = passkey.create(challenge)
    expect(await addPasskey(person, { name: 'Key', answer })).toEqual({ codes: null })
    await expect(addPasskey(person, { name: 'Again', answer })).rejects.toMatchObject({
      text: { key: 'passkeys:late' },
    })
  })

  it.each<[string, Lies, number]>([
    ['for another origin', { origin: 'https://groundwork.evil.example' }, 0],
    ['for another host', { rpId: 'evil.example' }, 0],
    ['without having verified its person', { verified: false }, 0],
    ['five minutes later', {}, 5 * 60_000],
  ])('refuses one %s', async (_, lies, ms) => {
    await expect(add(lies, ms)).rejects.toMatchObject({ code: 'invalid' })
    expect(listPasskeys(person)).toEqual([])
  })

  it('refuses the challenge of another session, and what is no credential', async () => {
    const { challenge } = await startPasskey(person, { password })
    const answer = passkey.create(challenge)
    const { hash } = await signedIn(person)
    for (const sessionHash of [hash, null]) {
      const elsewhere = addPasskey({ ...person, sessionHash }, { name: 'Phone', answer })
      await expect(elsewhere).rejects.toMatchObject({ text: { key: 'passkeys:late' } })
    }
    for (const broken of ['', '{', '[]', '{"id":"x"}', answer.replace('webauthn', ''), 'x'.repeat(9000)]) {
      await startPasskey(person, { password })
      await expect(addPasskey(person, { name: 'Phone', answer: broken })).rejects.toMatchObject({ code: 'invalid' })
    }
  })

  it('needs a verified address where one is required, and has a limit', async () => {
    const before = env.requireVerifiedEmail
    onTestFinished(() => void Object.assign(env, { requireVerifiedEmail: before }))
    Object.assign(env, { requireVerifiedEmail: true })
    const unproven = { ...person, actor: { ...person.actor, emailVerified: false } }
    await expect(startPasskey(unproven, { password })).rejects.toMatchObject({ code: 'forbidden' })
    for (let made = 0; made < 20; made += 1) new TestPasskey(person.actor.id).give(person)
    const app = giveApp(person)
    const proof = { password, code: codeOf(app, person.now) }
    await expect(startPasskey(person, proof)).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('logging in', () => {
  it('counts as both factors, is in the list of logins, and mails of a new browser', async () => {
    await add()
    expect(await enter()).toEqual({ userId: person.actor.id, mustChangePassword: false })
    await enter()
    expect(listLogins(person).map(({ by }) => by)).toEqual(['passkey', 'passkey'])
    expect(templates()).toEqual(['passkeyAdded', 'newProgram'])
    expect(listPasskeys(person)).toMatchObject([{ lastUsedAt: person.now }])
  })

  it.each<[string, Lies, string]>([
    ['another origin', { origin: 'https://groundwork.evil.example' }, 'refused'],
    ['another host', { rpId: 'evil.example' }, 'refused'],
    ['no verified person', { verified: false }, 'refused'],
    ['another account’s handle', { handle: 'somebody else' }, 'refused'],
    ['no handle', { handle: null }, 'refused'],
  ])('refuses %s', async (_, lies, why) => {
    passkey.give(person)
    await expect(enter(lies)).rejects.toMatchObject({ text: { key: `passkeys:${why}` } })
    expect(listLogins(person)).toEqual([])
  })

  it('refuses a challenge that is used, old, foreign or for somebody else, a changed answer, and an unknown passkey', async () => {
    await expect(enter()).rejects.toMatchObject({ text: { key: 'passkeys:unknown' } })
    passkey.give(person)
    await expect(enter({}, { ms: 5 * 60_000 })).rejects.toMatchObject({ text: { key: 'passkeys:late' } })
    await expect(enter({}, { userId: createPerson(db).actor.id })).rejects.toMatchObject({
      text: { key: 'passkeys:others' },
    })
    const asked = { holder: 'browser', purpose: 'login' as const, userId: null }
    const { challenge } = await askForPasskey(visitor(), asked)
    const answer = passkey.sign(challenge)
    const elsewhere = logInWithPasskey(visitor(), { holder: 'another browser', answer })
    await expect(elsewhere).rejects.toMatchObject({ text: { key: 'passkeys:late' } })
    const both = await Promise.allSettled([1, 2].map(() => logInWithPasskey(visitor(), { holder: 'browser', answer })))
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const again = await askForPasskey(visitor(), asked)
    const other = new TestPasskey(person.actor.id).sign(again.challenge)
    const forged = JSON.stringify({ ...JSON.parse(other), id: passkey.credentialId, rawId: passkey.credentialId })
    await expect(logInWithPasskey(visitor(), { holder: 'browser', answer: forged })).rejects.toMatchObject({
      text: { key: 'passkeys:refused' },
    })
  })

  it('refuses a counter that does not go up, once mailed, and accepts passkeys that never count', async () => {
    passkey.give(person)
    for (const counter of [0, 0, 7]) await enter({ counter })
    for (const counter of [7, 6, 0]) await expect(enter({ counter })).rejects.toMatchObject({ code: 'invalid' })
    expect(templates().filter((template) => template === 'passkeyCopied')).toHaveLength(1)
    const refusals = db.select().from(auditLog).where(eq(auditLog.action, 'passkey.refuse_copy')).all()
    expect(refusals).toHaveLength(3)
    await enter({ counter: 8 })
  })

  it('refuses accounts that are disabled, or whose address has to be verified', async () => {
    passkey.give(person)
    const set = (values: Partial<typeof users.$inferInsert>) =>
      db.update(users).set(values).where(eq(users.id, person.actor.id)).run()
    set({ status: 'disabled' })
    await expect(enter()).rejects.toMatchObject({ code: 'invalid' })
    const before = env.requireVerifiedEmail
    onTestFinished(() => void Object.assign(env, { requireVerifiedEmail: before }))
    Object.assign(env, { requireVerifiedEmail: true })
    set({ status: 'active', emailVerifiedAt: null })
    await expect(enter()).rejects.toMatchObject({ code: 'invalid' })
    set({ emailVerifiedAt: person.now })
    await enter()
  })

  it('has a limit by address, and forgets challenges', async () => {
    const ask = () => askForPasskey(visitor(), { holder: 'browser', purpose: 'login', userId: null })
    for (let count = 0; count < 300; count += 1) await ask()
    await expect(ask()).rejects.toMatchObject({ code: 'rate_limited' })
    expect(db.select().from(passkeyChallenges).all()).toHaveLength(1)
    deleteOldChallenges(db, person.now + 5 * 60_000)
    expect(db.select().from(passkeyChallenges).all()).toEqual([])
  })
})

describe('the pages', () => {
  const call = (handler: (args: never) => unknown, request: Request) =>
    answerOf(() => handler({ request, params: {}, context: {} } as never))
  const cookieOf = ({ headers }: { headers: Headers }) =>
    headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
  /** Asks for a challenge as public/passkeys.js does; returns it with the browser's cookies. */
  async function ask(path: string, cookie = '') {
    const request = new Request(new URL(path, env.origin), { method: 'POST', headers: { Cookie: cookie } })
    const response = (await loginPasskey({ request, params: {}, context: {} })) as Response
    const { options } = await response.json()
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    return { options, cookie: [cookie, cookieOf(response)].filter(Boolean).join('; ') }
  }

  it('log in from /login, remembered, and after the password from /login/code', async () => {
    passkey.give(person)
    const first = await ask('/login/passkey')
    expect(first.options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
    const form = { passkey: passkey.sign(first.options.challenge), rememberMe: 'on' }
    const stranger = await call(login, browserRequest('/login', { form }))
    expect(stranger.status).toBe(422)
    const entered = await call(login, browserRequest('/login', { form, cookie: first.cookie }))
    expect([entered.status, entered.headers.get('Location')]).toEqual([303, '/dashboard'])
    expect(db.select().from(sessions).where(eq(sessions.remember, true)).all()).toHaveLength(1)
    expect((await call(dashboard, browserRequest('/dashboard', { cookie: cookieOf(entered) }))).status).toBe(200)

    const asked = await call(login, browserRequest('/login', { form: { email: person.actor.email, password } }))
    expect(asked.headers.get('Location')).toBe('/login/code')
    const pending = cookieOf(asked)
    const page = await call(loginCodePage, browserRequest('/login/code', { cookie: pending }))
    expect(page.data).toEqual({ takesApp: false, takesPasskey: true })
    const second = await ask('/login/passkey?second=true', pending)
    expect(second.options.allowCredentials).toMatchObject([{ id: passkey.credentialId }])
    const answer = { passkey: passkey.sign(second.options.challenge) }
    const code = await call(loginCode, browserRequest('/login/code', { form: answer, cookie: second.cookie }))
    expect(code.headers.get('Location')).toBe('/dashboard')
  })

  it('confirm a form with a passkey instead of a code, in its own session and once', async () => {
    passkey.give(person)
    const { cookie, hash } = await signedIn(person)
    const request = new Request(new URL('/security/passkeys/challenge', env.origin), {
      method: 'POST',
      headers: { Cookie: cookie },
    })
    const asked = (await challengePage({ request, params: {}, context: {} })) as Response
    const { options } = await asked.json()
    const proof = { password, passkey: passkey.sign(options.challenge) }
    const ctx = { ...person, sessionHash: hash, now: Date.now() }
    await expect(startPasskey({ ...ctx, sessionHash: person.sessionHash }, proof)).rejects.toMatchObject({
      code: 'invalid',
    })
    const form = { intent: 'start', name: 'Key', ...proof }
    const started = await call(passkeysPage, browserRequest('/security/passkeys', { form, cookie }))
    expect(started.data).toMatchObject({ name: 'Key', options: { rp: { id: 'localhost' } } })
    await expect(startPasskey(ctx, proof)).rejects.toMatchObject({ text: { key: 'passkeys:late' } })
    const guest = new Request(request.url, { method: 'POST' })
    expect(((await challengePage({ request: guest, params: {}, context: {} })) as Response).status).toBe(401)
  })
})

describe('as a second factor', () => {
  it('makes the password alone not enough, satisfies a company that requires one, and stays while it is the last', async () => {
    const member = createPerson(db, { company: person.company, companyRole: 'member' })
    const { codes } = await add()
    await requireTwoFactor(person, { required: true, password })
    const { hash } = await signedIn(member)
    const isOpen = () => findActiveSessions(db, [hash], Date.now()).has(hash)
    expect(isOpen()).toBe(false)
    new TestPasskey(member.actor.id).give(member)
    expect(isOpen()).toBe(true)
    const [only] = listPasskeys(person)
    const remove = (code = '') => removePasskey(person, { passkeyId: only?.id ?? '', password, code })
    await expect(remove('000000')).rejects.toMatchObject({ field: 'code' })
    await expect(remove(codes?.[0])).rejects.toMatchObject({ text: { key: 'passkeys:lastOne' } })
    expect(listPasskeys(person)).toHaveLength(1)
    const secret = giveApp(person)
    await remove(codeOf(secret, person.now))
    expect(listPasskeys(person)).toEqual([])
    expect(db.select().from(recoveryCodes).all()).toHaveLength(10)
    expect(templates()).toEqual(['passkeyAdded', 'passkeyRemoved'])
    const proof = { password, code: codeOf(secret, person.now + 60_000) }
    await expect(endApp(at(60_000), proof)).rejects.toMatchObject({ code: 'conflict' })
    passkey.give(person)
    await endApp(at(120_000), { password, code: codeOf(secret, person.now + 120_000) })
    expect(getTwoFactor(person)).toMatchObject({ isOn: true, since: null, passkeys: 1 })
  })

  it('goes with its recovery codes when nothing requires it, and when a colleague resets it; never a stranger’s', async () => {
    const { codes } = await add()
    const [only] = listPasskeys(person)
    const stranger = createPerson(db)
    await givePassword(stranger)
    giveApp(stranger)
    const proof = { passkeyId: only?.id ?? '', password }
    await expect(removePasskey(stranger, { ...proof, code: '000000' })).rejects.toMatchObject({ code: 'not_found' })
    const pending = { userId: person.actor.id, remember: false, since: person.now }
    await enterCode(visitor(), pending, { code: codes?.[0] ?? '' })
    await removePasskey(person, { ...proof, code: codes?.[1] ?? '' })
    expect(getTwoFactor(person)).toMatchObject({ isOn: false, codesLeft: 0 })
    const member = createPerson(db, { company: person.company, companyRole: 'member' })
    passkey.give(member)
    await resetTwoFactor(person, { userId: member.actor.id, password })
    expect(listPasskeys(member)).toEqual([])
  })
})
