import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requestPasswordReset } from '#app/features/accounts/request-password-reset.server.ts'
import { resetPassword } from '#app/features/accounts/reset-password.server.ts'
import { consumePoint, rateLimits } from '#app/platform/rate-limit.server.ts'
import type { Database } from '#db/client.server.ts'
import { users } from '#db/schema/accounts.ts'
import { mails } from '#db/schema/notifications.ts'
import { createVisitor, givePassword, mailedToken, testPassword } from '#tests/factories/accounts.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { logIn } from './log-in.server.ts'

let db: Database
let person: CompanyContext
beforeEach(async () => {
  db = testDatabase()
  person = createPerson(db)
  await givePassword(person)
})

const tryIn = (email: string, password: string, ip?: string) => logIn(createVisitor(db, { ip }), { email, password })
const wrong = { code: 'invalid', text: { key: 'accounts:login.wrong' }, field: undefined }

describe('logIn', () => {
  it('accepts the right password, whatever the case of the email', async () => {
    const { id, email } = person.actor
    db.update(users).set({ email: email.toUpperCase() }).where(eq(users.id, id)).run()
    expect(await tryIn(email, testPassword)).toEqual({ userId: id, mustChangePassword: false })
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

  it('blocks an IP address after five concurrent wrong passwords, but not the owner elsewhere', async () => {
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () => tryIn(person.actor.email, 'wrong', '192.0.2.1')),
    )
    const codes = tries.map((result) => (result.status === 'rejected' ? result.reason.code : 'in'))
    expect(codes.filter((code) => code === 'invalid')).toHaveLength(5)
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(15)
    await expect(tryIn(person.actor.email, testPassword, '192.0.2.1')).rejects.toMatchObject({ code: 'rate_limited' })
    expect(await tryIn(person.actor.email, testPassword, '192.0.2.2')).toMatchObject({ userId: person.actor.id })
  })

  it('limits unknown accounts in the same way', async () => {
    for (let count = 0; count < 5; count += 1) await tryIn('nobody@example.org', 'wrong').catch(() => {})
    await expect(tryIn('nobody@example.org', 'wrong')).rejects.toMatchObject({ code: 'rate_limited' })
  })

  it('blocks an IP address after fifty wrong passwords across all accounts', async () => {
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
    const wrongs = Array.from({ length: 50 }, (_, count) => tryIn(`nobody${count}@example.org`, 'wrong', ip))
    await Promise.allSettled(wrongs)
    const refusals = []
    for (const email of [other.actor.email, 'nobody@example.org']) {
      const refused = await tryIn(email, 'wrong', ip).catch((error) => error)
      refusals.push([refused.code, refused.text.key, refused.field])
    }
    expect(refusals).toEqual(Array(2).fill(['rate_limited', 'errors:rateLimited', undefined]))
    expect(await tryIn(mate.actor.email, testPassword, ip)).toMatchObject({ userId: mate.actor.id })
    expect(await tryIn(person.actor.email, testPassword, ip)).toMatchObject({ userId: person.actor.id })
  })

  it('checks a hundred passwords in a quarter of an hour for such an address, except from known browsers', async () => {
    const ip = '192.0.2.8'
    for (let count = 0; count < 50; count += 1) await consumePoint(db.$client, rateLimits.loginAddress, ip)
    for (let count = 0; count < 100; count += 1) await consumePoint(db.$client, rateLimits.loginCrowded, ip)
    const { id, email } = person.actor
    await expect(tryIn(email, testPassword, ip)).rejects.toMatchObject({ code: 'rate_limited' })
    const known = { email, password: testPassword, devices: { [id]: 'a browser of theirs' } }
    expect(await logIn(createVisitor(db, { ip }), known)).toMatchObject({ userId: id })
  })

  it('limits guesses at one account from all addresses, but neither a known browser nor a reset by mail', async () => {
    const { id, email } = person.actor
    const elsewhere = (count: number) => `198.51.100.${count}`
    for (let count = 0; count < 20; count += 1) await tryIn(email, 'wrong', elsewhere(count)).catch(() => {})
    await expect(tryIn(email, testPassword, elsewhere(30))).rejects.toMatchObject({ code: 'rate_limited' })
    const browser = (devices: Record<string, string>) =>
      logIn(createVisitor(db, { ip: elsewhere(31) }), { email, password: testPassword, devices })
    await expect(browser({ [createPerson(db).actor.id]: 'of somebody else' })).rejects.toMatchObject({
      code: 'rate_limited',
    })
    expect(await browser({ [id]: 'a browser of theirs' })).toMatchObject({ userId: id })
    await requestPasswordReset(createVisitor(db), { email })
    const password = 'another quiet river'
    await resetPassword(createVisitor(db), { token: mailedToken(db, 'resetPassword'), password })
    expect(await tryIn(email, password, elsewhere(32))).toMatchObject({ userId: id })
  })

  it('counts wrong passwords from a known browser too', async () => {
    const { id, email } = person.actor
    const from = (password: string, ip: string) =>
      logIn(createVisitor(db, { ip }), { email, password, devices: { [id]: 'stolen' } })
    for (let count = 0; count < 5; count += 1) await from('wrong', `203.0.113.${count}`).catch(() => {})
    await expect(from(testPassword, '203.0.113.9')).rejects.toMatchObject({ code: 'rate_limited' })
  })

  it('mails the owner after ten wrong passwords, once a day', async () => {
    const { email } = person.actor
    const mailed = () => db.select().from(mails).all()
    for (let count = 0; count < 9; count += 1) await tryIn(email, 'wrong', `198.51.100.${count}`).catch(() => {})
    expect(mailed()).toEqual([])
    for (let count = 9; count < 25; count += 1) await tryIn(email, 'wrong', `198.51.100.${count}`).catch(() => {})
    expect(mailed()).toMatchObject([{ template: 'loginAttempts', recipient: email }])
    for (let count = 0; count < 12; count += 1)
      await tryIn('nobody@example.org', 'wrong', `192.0.2.${count}`).catch(() => {})
    expect(mailed()).toHaveLength(1)
  })

  it('resets the count of wrong passwords after a right one', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 4; count += 1) await tryIn(person.actor.email, 'wrong').catch(() => {})
      expect(await tryIn(person.actor.email, testPassword)).toMatchObject({ userId: person.actor.id })
    }
  })
})
