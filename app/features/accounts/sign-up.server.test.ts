import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { verifyAudit } from '#db/audit.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { accountTokens, companies, companyMembers, users } from '#db/schema/accounts.ts'
import { mails } from '#db/schema/notifications.ts'
import { createVisitor, mailedToken, testPassword } from '#tests/factories/accounts.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { type SignUpInput, signUp } from './sign-up.server.ts'

let db: Database
beforeEach(() => {
  db = testDatabase()
})

const input: SignUpInput = {
  accountType: 'enterprise',
  name: 'Nina Nova',
  email: 'nina@example.org',
  organization: 'Nova Oy',
  password: testPassword,
  locale: 'fi',
}

describe('signUp', () => {
  it('creates an account, its organization with an owner, and mails a link', async () => {
    const { userId } = await signUp(createVisitor(db), input)
    const user = db.select().from(users).get()
    expect(user).toMatchObject({
      id: userId,
      role: 'enterprise',
      emailVerifiedAt: null,
      locale: 'fi',
      status: 'active',
    })
    expect(user?.passwordHash).toMatch(/^\$argon2id\$/)
    const company = db.select().from(companies).get()
    expect(company).toMatchObject({ kind: 'organization', name: 'Nova Oy' })
    expect(db.select().from(companyMembers).all()).toMatchObject([{ companyId: company?.id, userId, role: 'owner' }])
    expect(db.select().from(mails).all()).toMatchObject([
      { recipient: input.email, template: 'verifyEmail', locale: 'fi' },
    ])
    expect(verifyAudit(db)).toEqual({ rows: 1, brokenAt: null })
  })

  it('gives an individual their own company, and never another role', async () => {
    await signUp(createVisitor(db), { ...input, accountType: 'individual', organization: 'Ignored' })
    expect(db.select().from(users).get()).toMatchObject({ role: 'user', accountType: 'individual' })
    expect(db.select().from(companies).get()).toMatchObject({ kind: 'individual', name: 'Nina Nova' })
  })

  it('stores only a hash of the token that it mails', async () => {
    await signUp(createVisitor(db), input)
    const token = mailedToken(db, 'verifyEmail')
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(JSON.stringify(db.select().from(accountTokens).all())).not.toContain(token)
  })

  it('lets one of many concurrent signups with one email win', async () => {
    const tries = Array.from({ length: 8 }, () => signUp(createVisitor(db), input))
    const results = await Promise.allSettled(tries)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(db.select().from(users).all()).toHaveLength(1)
    expect(db.select().from(companies).all()).toHaveLength(1)
    const refusals = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason.text.key)
    expect(new Set(refusals)).toEqual(new Set(['accounts:signup.taken']))
  })

  it('treats a stored email in different case as the same', async () => {
    await signUp(createVisitor(db), input)
    db.update(users).set({ email: 'NINA@Example.org' }).run()
    await expect(signUp(createVisitor(db), input)).rejects.toMatchObject({ field: 'email' })
  })

  it('returns the same account for a second submit of the same form', async () => {
    const submissionId = newId()
    const first = await signUp(createVisitor(db), { ...input, submissionId })
    expect(await signUp(createVisitor(db), { ...input, submissionId })).toEqual(first)
    expect(db.select().from(users).all()).toHaveLength(1)
    expect(db.select().from(mails).all()).toHaveLength(1)
  })

  it('opens no account to somebody who only knows the form’s id', async () => {
    const submissionId = newId()
    const { userId } = await signUp(createVisitor(db), { ...input, submissionId })
    const other = { ...input, password: 'some other password', submissionId }
    await expect(signUp(createVisitor(db), other)).rejects.toMatchObject({ text: { key: 'accounts:signup.taken' } })
    const elsewhere = await signUp(createVisitor(db), { ...other, email: 'other@example.org' })
    expect(elsewhere.userId).not.toBe(userId)
  })

  it('limits how often it reports that an email is taken', async () => {
    await signUp(createVisitor(db), input)
    const codes: string[] = []
    for (let count = 0; count < 12; count += 1) {
      await signUp(createVisitor(db), input).catch((error) => codes.push(error.code))
    }
    expect(codes).toEqual([...Array<string>(10).fill('invalid'), 'rate_limited', 'rate_limited'])
  })

  it('refuses short and common passwords, and writes nothing', async () => {
    await expect(signUp(createVisitor(db), { ...input, password: '1234567' })).rejects.toMatchObject({
      field: 'password',
    })
    await expect(signUp(createVisitor(db), { ...input, password: 'password123' })).rejects.toMatchObject({
      field: 'password',
    })
    expect(db.select().from(users).where(eq(users.email, input.email)).get()).toBeUndefined()
  })
})
