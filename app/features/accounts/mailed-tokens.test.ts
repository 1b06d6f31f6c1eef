import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#db/client.server.ts'
import { transact } from '#db/client.server.ts'
import { accountTokens, users } from '#db/schema/accounts.ts'
import { mails } from '#db/schema/notifications.ts'
import { createVisitor, givePassword, mailedToken, testPassword } from '#tests/factories/accounts.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { createToken } from './account-tokens.server.ts'
import type { CompanyContext } from './context.ts'
import { verifyPassword } from './passwords.server.ts'
import { listSessions } from './queries.server.ts'
import { requestPasswordReset } from './request-password-reset.server.ts'
import { resendVerification } from './resend-verification.server.ts'
import { resetPassword } from './reset-password.server.ts'
import { rememberBrowser } from './sessions/remember-browser.server.ts'
import { verifyEmail } from './verify-email.server.ts'

const hour = 3_600_000
let db: Database
let person: CompanyContext
beforeEach(async () => {
  db = testDatabase()
  person = createPerson(db, { emailVerified: false })
  db.update(users).set({ emailVerifiedAt: null }).run()
  await givePassword(person)
})

const user = () => db.select().from(users).where(eq(users.id, person.actor.id)).get()
const tokenFor = (purpose: 'reset_password' | 'verify_email') =>
  transact(db, (tx) => createToken(tx, testNow, { purpose, userId: person.actor.id, email: person.actor.email }))
const later = (ms: number) => createVisitor(db, { now: testNow + ms })
const fulfilled = (results: PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length

describe('forgotten password', () => {
  it('mails a link that sets a new password once and ends every session', async () => {
    const sessions = [await signedIn(person), await signedIn(person)]
    await requestPasswordReset(createVisitor(db), { email: person.actor.email })
    const token = mailedToken(db, 'resetPassword')
    await resetPassword(later(hour - 1), { token, password: 'a new one' })
    expect(await verifyPassword(user()?.passwordHash ?? null, 'a new one')).toBe(true)
    expect(user()?.emailVerifiedAt).toBe(testNow + hour - 1)
    expect(listSessions(person)).toEqual([])
    const ended = recorded(db, 'session.ended').flatMap(({ sessionHashes }) => sessionHashes)
    expect(ended.toSorted()).toEqual(sessions.map(({ hash }) => hash).toSorted())
    await expect(resetPassword(later(0), { token, password: 'again one' })).rejects.toMatchObject({
      text: { key: 'accounts:reset.tokenInvalid' },
    })
  })

  it('lets one of fifty parallel uses of a token win', async () => {
    const token = tokenFor('reset_password')
    const tries = Array.from({ length: 50 }, (_, count) =>
      resetPassword(later(0), { token, password: `number ${count} of all` }),
    )
    expect(fulfilled(await Promise.allSettled(tries))).toBe(1)
  })

  it('keeps each link working, whoever asks for another, until one is used, which ends all', async () => {
    const [first, second, third] = [1, 2, 3].map(() => tokenFor('reset_password'))
    const refused = (token = '') =>
      expect(resetPassword(later(0), { token, password: 'a new one' })).rejects.toMatchObject({ code: 'invalid' })
    await resetPassword(later(0), { token: first ?? '', password: 'a new one' })
    for (const token of [first, second, third]) await refused(token)
    const [fourth, fifth] = [1, 2].map(() => tokenFor('reset_password'))
    rememberBrowser(later(0), { token: fifth ?? '' })
    await refused(fourth)
  })

  it('stores no token as it is, and drops the ones that are used up', async () => {
    const first = tokenFor('reset_password')
    const stored = () => JSON.stringify(db.select().from(accountTokens).all())
    expect(stored()).not.toContain(first)
    await resetPassword(later(0), { token: first, password: 'a new one' })
    tokenFor('reset_password')
    expect(db.select().from(accountTokens).all()).toHaveLength(1)
  })

  it('refuses a token that has expired, has another purpose, or whose owner changed address or was disabled', async () => {
    const refused = async (token: string, at = 0) =>
      expect(resetPassword(later(at), { token, password: 'a new one' })).rejects.toMatchObject({ code: 'invalid' })
    await refused(tokenFor('reset_password'), hour)
    await refused(tokenFor('verify_email'))
    await refused('')
    const token = tokenFor('reset_password')
    db.update(users).set({ status: 'disabled' }).where(eq(users.id, person.actor.id)).run()
    await refused(token)
    db.update(users).set({ status: 'active', email: 'moved@example.org' }).where(eq(users.id, person.actor.id)).run()
    await refused(token)
  })

  it('keeps a token valid when the new password is refused', async () => {
    const token = tokenFor('reset_password')
    await expect(resetPassword(later(0), { token, password: 'qwerty' })).rejects.toMatchObject({ field: 'password' })
    await resetPassword(later(0), { token, password: 'a new one' })
  })

  it('mails nothing without an account, and at most three times an hour to one account', async () => {
    await requestPasswordReset(createVisitor(db), { email: 'nobody@example.org' })
    expect(db.select().from(mails).all()).toEqual([])
    for (let count = 0; count < 5; count += 1)
      await requestPasswordReset(createVisitor(db), { email: person.actor.email })
    expect(db.select().from(mails).all()).toHaveLength(3)
  })

  it('takes as long without an account as with one', async () => {
    const took = async (email: string) => {
      const start = performance.now()
      await requestPasswordReset(createVisitor(db), { email })
      return performance.now() - start
    }
    expect(await took('nobody@example.org')).toBeGreaterThanOrEqual(115)
    expect(await took(person.actor.email)).toBeGreaterThanOrEqual(115)
  })
})

describe('verifying an address', () => {
  const password = testPassword
  const signedInAs = (ctx: CompanyContext, ms = 0) => ({ ...ctx, now: testNow + ms })

  it('happens once; a second use of the same link reports success', async () => {
    const token = tokenFor('verify_email')
    await verifyEmail(signedInAs(person, 24 * hour - 1), { token })
    await verifyEmail(later(25 * hour), { token })
    expect(user()?.emailVerifiedAt).toBe(testNow + 24 * hour - 1)
  })

  it('works with any link that was mailed, and reports success for the others', async () => {
    const [first, second] = [tokenFor('verify_email'), tokenFor('verify_email')]
    await verifyEmail(signedInAs(person), { token: first })
    expect(user()?.emailVerifiedAt).toBe(testNow)
    await verifyEmail(later(1), { token: second })
    expect(user()?.emailVerifiedAt).toBe(testNow)
  })

  it('takes the account’s session, or its password', async () => {
    const token = tokenFor('verify_email')
    const wrong = { code: 'invalid', field: 'password' }
    await expect(verifyEmail(later(0), { token })).rejects.toMatchObject(wrong)
    await expect(verifyEmail(later(0), { token, password: 'a guess of mine' })).rejects.toMatchObject(wrong)
    await expect(verifyEmail(createPerson(db), { token })).rejects.toMatchObject(wrong)
    expect(user()?.emailVerifiedAt).toBeNull()
    await verifyEmail(later(0), { token, password })
    expect(user()?.emailVerifiedAt).toBe(testNow)
  })

  it('refuses a token that has expired, has another purpose, or whose address changed', async () => {
    const refused = (token: string, at = 0) =>
      expect(verifyEmail(signedInAs(person, at), { token })).rejects.toThrow('accounts:verify.failed')
    await refused(tokenFor('verify_email'), 24 * hour)
    await refused(tokenFor('reset_password'))
    const token = tokenFor('verify_email')
    await verifyEmail(signedInAs(person), { token })
    db.update(users)
      .set({ email: 'moved@example.org', emailVerifiedAt: null })
      .where(eq(users.id, person.actor.id))
      .run()
    await refused(token)
    expect(user()?.emailVerifiedAt).toBeNull()
  })

  it('is mailed again to unverified users only', async () => {
    await resendVerification(createVisitor(db), { email: person.actor.email })
    await resendVerification(createVisitor(db), { email: 'nobody@example.org' })
    expect(db.select().from(mails).all()).toHaveLength(1)
    await verifyEmail(person, { token: mailedToken(db, 'verifyEmail') })
    await resendVerification(createVisitor(db), { email: person.actor.email })
    expect(db.select().from(mails).all()).toHaveLength(1)
  })
})
