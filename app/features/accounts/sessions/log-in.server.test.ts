import { setImmediate } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { hashPassword } from '#app/features/accounts/passwords.server.ts'
import { requestPasswordReset } from '#app/features/accounts/request-password-reset.server.ts'
import { resetPassword } from '#app/features/accounts/reset-password.server.ts'
import { signUp } from '#app/features/accounts/sign-up.server.ts'
import { renderMail } from '#app/features/notifications/render-mail.server.ts'
import { logger } from '#app/platform/logger.server.ts'
import { consumePoint, type RateLimit, rateLimits } from '#app/platform/rate-limit.server.ts'
import type { Database } from '#db/client.server.ts'
import { accountTokens, users } from '#db/schema/accounts.ts'
import { mails } from '#db/schema/notifications.ts'
import { createVisitor, givePassword, mailedToken, testPassword } from '#tests/factories/accounts.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import type { KnownDevices } from './known-devices.server.ts'
import { logIn } from './log-in.server.ts'
import { rememberBrowser } from './remember-browser.server.ts'

let db: Database
let person: CompanyContext
beforeEach(async () => {
  db = testDatabase()
  person = createPerson(db)
  await givePassword(person)
})

const tryIn = (email: string, password: string, ip?: string) => logIn(createVisitor(db, { ip }), { email, password })
const elsewhere = (count: number) => `198.51.100.${count}`
/** Wrong passwords for an account, each from another address, all at once. */
const guessAt = (email: string, tries: number, from = 0) =>
  Promise.all(
    Array.from({ length: tries }, (_, count) => tryIn(email, 'wrong', elsewhere(from + count)).catch(() => {})),
  )
const known = (since = testNow) => ({ id: 'a browser of theirs', since })
const browser = (devices: KnownDevices) =>
  logIn(createVisitor(db, { ip: elsewhere(99) }), { email: person.actor.email, password: testPassword, devices })
async function spend(limit: RateLimit, key: string) {
  for (let count = 0; count < limit.points; count += 1) await consumePoint(db.$client, limit, key)
}
/** Lets some time pass for the limits. */
function pass(seconds: number, { except = '' } = {}) {
  db.$client
    .prepare("UPDATE rate_limits SET expire = expire - ? WHERE key NOT LIKE ? || ':%'")
    .run(seconds * 1000, except)
}
const wrong = { code: 'invalid', text: { key: 'accounts:login.wrong' }, field: undefined }

describe('logIn', () => {
  it('accepts the right password, whatever the case of the email', async () => {
    const { id, email } = person.actor
    db.update(users).set({ email: email.toUpperCase() }).where(eq(users.id, id)).run()
    expect(await tryIn(email, testPassword)).toEqual({ userId: id, mustChangePassword: false, needsCode: false })
  })

  it('logs in sixty times an hour, and after a reset by mail again, with any number of known browsers or none', async () => {
    const { id, email } = person.actor
    for (let count = 0; count < 60; count += 1)
      await (count % 2 === 0 ? tryIn(email, testPassword) : browser({ [id]: known() }))
    await expect(tryIn(email, testPassword)).rejects.toMatchObject({ code: 'rate_limited' })
    await expect(browser({ [id]: known() })).rejects.toMatchObject({ code: 'rate_limited' })
    await requestPasswordReset(createVisitor(db), { email })
    const password = 'another quiet river'
    await resetPassword(createVisitor(db), { token: mailedToken(db, 'resetPassword'), password })
    expect(await tryIn(email, password)).toMatchObject({ userId: id })
  })

  it('mails the owner about ten logins in new browsers in a day, and nobody whose address is not verified', async () => {
    const { id, email } = person.actor
    const at = (ms: number) => logIn(createVisitor(db, { now: testNow + ms }), { email, password: testPassword })
    const mailed = () => db.select().from(mails).all().length
    for (let count = 0; count < 12; count += 1) await at(count)
    // Of the first login ever there is none.
    expect(mailed()).toBe(9)
    await at(24 * 3_600_000 + 1)
    expect(mailed()).toBe(9)
    await at(24 * 3_600_000 + 20)
    expect(mailed()).toBe(10)
    db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, id)).run()
    await at(72 * 3_600_000)
    expect(mailed()).toBe(10)
  })

  it('mails whoever signed up about their first login in another browser', async () => {
    const email = 'nina@example.org'
    const account = {
      accountType: 'individual' as const,
      name: 'Nina Nova',
      email,
      password: testPassword,
      locale: 'en',
    }
    const { userId } = await signUp(createVisitor(db), account)
    db.update(users).set({ emailVerifiedAt: testNow }).where(eq(users.id, userId)).run()
    await tryIn(email, testPassword)
    expect(
      db
        .select()
        .from(mails)
        .all()
        .map(({ template }) => template),
    ).toEqual(['verifyEmail', 'newProgram'])
  })

  it('names the browser in that mail, and says of a program that it is one', async () => {
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
    for (const userAgent of [null, firefox, 'curl/8.5.0'])
      await logIn({ ...createVisitor(db), userAgent }, { email: person.actor.email, password: testPassword })
    const texts = db
      .select()
      .from(mails)
      .all()
      .map((mail) => renderMail(mail).text)
    expect(texts).toEqual([
      expect.stringContaining('in a browser that is new to it: Firefox, Linux, from the address'),
      expect.stringContaining('with a program, or in a browser that we don’t recognize, from the address'),
    ])
  })

  it('reports that the password has to be changed', async () => {
    db.update(users).set({ mustChangePassword: true }).run()
    expect(await tryIn(person.actor.email, testPassword)).toMatchObject({ mustChangePassword: true })
  })

  it('answers alike for a wrong password, an unknown or disabled account, and a pending invitation', async () => {
    const disabled = createPerson(db)
    await givePassword(disabled)
    db.update(users).set({ status: 'disabled' }).where(eq(users.id, disabled.actor.id)).run()
    const invited = createPerson(db)
    await expect(tryIn(person.actor.email, 'wrong')).rejects.toMatchObject(wrong)
    await expect(tryIn('nobody@example.org', testPassword)).rejects.toMatchObject(wrong)
    await expect(tryIn(disabled.actor.email, testPassword)).rejects.toMatchObject(wrong)
    await expect(tryIn(invited.actor.email, testPassword)).rejects.toMatchObject(wrong)
  })

  it('checks five of many concurrent wrong passwords from one address, then one a minute, and the owner’s elsewhere at once', async () => {
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () => tryIn(person.actor.email, 'wrong', '192.0.2.1')),
    )
    const codes = tries.map((result) => (result.status === 'rejected' ? result.reason.code : 'in'))
    expect(codes.filter((code) => code === 'invalid')).toHaveLength(6)
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(14)
    await expect(tryIn(person.actor.email, testPassword, '192.0.2.1')).rejects.toMatchObject({ code: 'rate_limited' })
    expect(await tryIn(person.actor.email, testPassword, '192.0.2.2')).toMatchObject({ userId: person.actor.id })
  })

  it('limits unknown accounts in the same way', async () => {
    for (let count = 0; count < 6; count += 1) await tryIn('nobody@example.org', 'wrong').catch(() => {})
    await expect(tryIn('nobody@example.org', 'wrong')).rejects.toMatchObject({ code: 'rate_limited' })
  })

  it('refuses wrong passwords of an address after fifty across all accounts', async () => {
    const tries = Array.from({ length: 51 }, (_, count) => tryIn(`nobody${count}@example.org`, 'wrong', '2001:db8::1'))
    const codes = (await Promise.allSettled(tries)).map((result) =>
      result.status === 'rejected' ? result.reason.code : '',
    )
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(1)
    await expect(tryIn('somebody@example.org', 'wrong', '2001:db8::2')).rejects.toMatchObject({ code: 'rate_limited' })
  })

  it('lets the right password pass the limit of its address, and answers wrong ones there alike', async () => {
    const ip = '192.0.2.7'
    const [mate, other] = [createPerson(db), createPerson(db)]
    await givePassword(mate)
    await givePassword(other)
    await spend(rateLimits.loginAddress, ip)
    const refusals = []
    for (const email of [other.actor.email, 'nobody@example.org']) {
      const refused = await tryIn(email, 'wrong', ip).catch((error) => error)
      refusals.push([refused.code, refused.text.key, refused.field])
    }
    expect(refusals).toEqual(Array(2).fill(['rate_limited', 'accounts:login.crowded', undefined]))
    expect(await tryIn(mate.actor.email, testPassword, ip)).toMatchObject({ userId: mate.actor.id })
    const flood = Array.from({ length: 6 }, (_, count) => tryIn(`nobody${count}@example.org`, 'wrong', ip))
    const flooded = Promise.allSettled(flood)
    expect(await tryIn(person.actor.email, testPassword, ip)).toMatchObject({ userId: person.actor.id })
    await flooded
  })

  it('hashes for an unknown account what it hashes for a known one, also for a crowded address', async () => {
    const ip = '192.0.2.9'
    await givePassword(person, await hashPassword(testPassword))
    await spend(rateLimits.loginAddress, ip)
    const order: string[] = []
    const attempt = (email: string) => tryIn(email, 'wrong', ip).catch(() => order.push(email))
    const inTurn = [...Array<string>(5).fill(person.actor.email), 'nobody@example.org']
    await Promise.all(inTurn.map(attempt))
    expect(order).toEqual(inTurn)
  })

  it('checks a password each 45 seconds for an account that many addresses guess at, and the right one then', async () => {
    const { id, email } = person.actor
    for (let count = 0; count < 21; count += 1) await tryIn(email, 'wrong', elsewhere(count)).catch(() => {})
    const refused = await tryIn(email, testPassword, elsewhere(30)).catch((error) => error)
    expect(refused).toMatchObject({ code: 'rate_limited', text: { key: 'accounts:login.slowed' } })
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(45)
    pass(45)
    expect(await tryIn(email, testPassword, elsewhere(31))).toMatchObject({ userId: id })
    expect(await tryIn(email, testPassword, elsewhere(32))).toMatchObject({ userId: id })
  })

  it('checks a password each minute for an account and an address with five wrong ones, and the right one then', async () => {
    const { id, email } = person.actor
    for (let count = 0; count < 6; count += 1) await tryIn(email, 'wrong').catch(() => {})
    await expect(tryIn(email, testPassword)).rejects.toMatchObject({ code: 'rate_limited' })
    pass(60)
    expect(await tryIn(email, testPassword)).toMatchObject({ userId: id })
  })

  it('never has more than a hundred passwords of an account checked in an hour', async () => {
    const { email } = person.actor
    const tries: Array<Promise<string>> = []
    for (let second = 0; second < 3_600; second += 15) {
      const address = `198.51.${Math.floor(second / 256)}.${second % 256}`
      tries.push(tryIn(email, 'wrong', address).then(String, (error) => error.code))
      // It is counted now, and answered later: answers about guesses wait on purpose.
      await setImmediate()
      pass(15, { except: rateLimits.loginAccount.name })
    }
    const codes = await Promise.all(tries)
    const checked = codes.filter((code) => code === 'invalid').length
    expect([checked > 90, checked <= 100]).toEqual([true, true])
  })

  it('limits neither a known browser nor a reset by mail, whatever others guess', async () => {
    const { id, email } = person.actor
    await guessAt(email, 21)
    await expect(browser({ [createPerson(db).actor.id]: known() })).rejects.toMatchObject({ code: 'rate_limited' })
    expect(await browser({ [id]: known() })).toMatchObject({ userId: id })
    await requestPasswordReset(createVisitor(db), { email })
    const password = 'another quiet river'
    await resetPassword(createVisitor(db), { token: mailedToken(db, 'resetPassword'), password })
    expect(await tryIn(email, password, elsewhere(32))).toMatchObject({ userId: id })
  })

  it('answers for an unknown account as late as for one whose owner it tells of the guesses', async () => {
    for (const email of [person.actor.email, 'nobody@example.org']) {
      for (let count = 0; count < 9; count += 1) await tryIn(email, 'wrong', elsewhere(count)).catch(() => {})
      const before = performance.now()
      await tryIn(email, 'wrong', elsewhere(9)).catch(() => {})
      // Only a lower bound: the notice is written in a time that the answer waits out for everybody.
      expect(performance.now() - before).toBeGreaterThanOrEqual(119)
    }
    expect(db.select().from(mails).all()).toHaveLength(1)
  })

  it('clears the guesses at a reset also for an account whose address is in the spelling of before', async () => {
    const { id } = person.actor
    const [stored, typed] = ['Nina@bücher.example', 'nina@xn--bcher-kva.example']
    db.update(users).set({ email: stored }).where(eq(users.id, id)).run()
    await guessAt(typed, 21)
    await requestPasswordReset(createVisitor(db), { email: typed })
    const password = 'another quiet river'
    await resetPassword(createVisitor(db), { token: mailedToken(db, 'resetPassword'), password })
    expect(await tryIn(typed, password, elsewhere(32))).toMatchObject({ userId: id })
  })

  it('always leaves the owner a mailed link that works, however many were asked for', async () => {
    const { email } = person.actor
    for (let count = 0; count < 10; count += 1)
      await consumePoint(db.$client, rateLimits.mailAccountDay, `reset|${email}`)
    const mailed = () => db.select().from(mails).all().length
    const ask = () => requestPasswordReset(createVisitor(db), { email })
    await ask()
    expect(mailed()).toBe(1)
    const { resetLink } = await ask()
    expect(mailed()).toBe(1)
    rememberBrowser(createVisitor(db), { token: new URL(resetLink ?? '').searchParams.get('token') ?? '' })
    await ask()
    expect(mailed()).toBe(2)
    db.update(users).set({ emailVerifiedAt: null }).run()
    db.delete(accountTokens).run()
    await ask()
    expect(mailed()).toBe(2)
  })

  it('knows no browser from before the password was changed', async () => {
    const { id, email } = person.actor
    await guessAt(email, 21)
    db.update(users).set({ passwordChangedAt: testNow }).run()
    await expect(browser({ [id]: known(testNow - 1) })).rejects.toMatchObject({ code: 'rate_limited' })
    expect(await browser({ [id]: known(testNow) })).toMatchObject({ userId: id })
  })

  it('knows no browser for longer than its cookie lasts, whatever the browser keeps', async () => {
    const { id, email } = person.actor
    await guessAt(email, 21)
    const year = 365 * 24 * 3_600_000
    db.update(users)
      .set({ passwordChangedAt: testNow - 2 * year })
      .run()
    await expect(browser({ [id]: known(testNow - year) })).rejects.toMatchObject({ code: 'rate_limited' })
    expect(await browser({ [id]: known(testNow - year + 1) })).toMatchObject({ userId: id })
  })

  it('lets nobody in with a password that was changed, or an account that was disabled, while it was checked', async () => {
    const { id, email } = person.actor
    const passwordHash = await hashPassword('another quiet river')
    const before = tryIn(email, testPassword)
    db.update(users).set({ passwordHash }).where(eq(users.id, id)).run()
    await expect(before).rejects.toMatchObject(wrong)
    const after = tryIn(email, 'another quiet river')
    db.update(users).set({ status: 'disabled' }).where(eq(users.id, id)).run()
    await expect(after).rejects.toMatchObject(wrong)
  })

  it('logs whose account was tried from where, and neither address nor password that was typed', async () => {
    const { id, email } = person.actor
    const logged = vi.spyOn(logger, 'info').mockImplementation(() => {})
    await tryIn(email, 'wrong', '192.0.2.5').catch(() => {})
    await tryIn('nobody@example.org', 'wrong', '192.0.2.6').catch(() => {})
    expect(logged.mock.calls.map(([fields]) => fields)).toEqual([
      { event: 'login refused', user: id, ip: '192.0.2.5' },
      { event: 'login refused', user: null, ip: '192.0.2.6' },
    ])
    logged.mockRestore()
  })

  it('counts wrong passwords from a known browser too, and mails its owner about five', async () => {
    const { id, email } = person.actor
    const from = (password: string, ip: string) =>
      logIn(createVisitor(db, { ip }), { email, password, devices: { [id]: known() } })
    for (let count = 0; count < 4; count += 1) await from('wrong', `203.0.113.${count}`).catch(() => {})
    expect(db.select().from(mails).all()).toEqual([])
    for (let count = 4; count < 6; count += 1) await from('wrong', `203.0.113.${count}`).catch(() => {})
    await expect(from(testPassword, '203.0.113.9')).rejects.toMatchObject({ code: 'rate_limited' })
    expect(db.select().from(mails).all()).toMatchObject([{ template: 'loginAttempts', recipient: email }])
  })

  it('mails the owner after ten wrong passwords, once a day', async () => {
    const { email } = person.actor
    const mailed = () => db.select().from(mails).all()
    for (let count = 0; count < 9; count += 1) await tryIn(email, 'wrong', elsewhere(count)).catch(() => {})
    expect(mailed()).toEqual([])
    await guessAt(email, 16, 9)
    expect(mailed()).toMatchObject([{ template: 'loginAttempts', recipient: email }])
    await guessAt('nobody@example.org', 12)
    expect(mailed()).toHaveLength(1)
  })

  it('resets the count of wrong passwords after a right one', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 4; count += 1) await tryIn(person.actor.email, 'wrong').catch(() => {})
      expect(await tryIn(person.actor.email, testPassword)).toMatchObject({ userId: person.actor.id })
    }
  })
})
