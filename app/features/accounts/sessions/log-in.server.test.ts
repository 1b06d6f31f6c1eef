import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import type { Database } from '#db/client.server.ts'
import { users } from '#db/schema/accounts.ts'
import { createVisitor, givePassword, testPassword } from '#tests/factories/accounts.ts'
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

  it('resets the count of wrong passwords after a right one', async () => {
    for (let round = 0; round < 3; round += 1) {
      for (let count = 0; count < 4; count += 1) await tryIn(person.actor.email, 'wrong').catch(() => {})
      expect(await tryIn(person.actor.email, testPassword)).toMatchObject({ userId: person.actor.id })
    }
  })
})
