import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { verifyAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { auditLog } from '#db/schema/audit.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { completeCompanyAddress, getMissingAddress } from './complete-company-address.server.ts'
import { addressSchema } from './schemas.server.ts'

const given = { street: 'Uusikatu 9', postalCode: '33100', city: 'Tampere' }
let ctx: CompanyContext
beforeEach(() => {
  ctx = createPerson(testDatabase())
})

const stored = () => ctx.db.select().from(companies).where(eq(companies.id, ctx.company.id)).get()
const store = (address: Partial<typeof companies.$inferInsert>) =>
  ctx.db.update(companies).set(address).where(eq(companies.id, ctx.company.id)).run()
const complete = (address: Parameters<typeof completeCompanyAddress>[2]) =>
  transact(ctx.db, (tx) => completeCompanyAddress(tx, ctx, address))
const written = () => ctx.db.select().from(auditLog).where(eq(auditLog.action, 'company.complete_address')).all().length

describe('the address of a company', () => {
  it('is filled in where it is empty, and kept where it is not', () => {
    store({ street: null, postalCode: ' ' })
    expect(getMissingAddress(ctx)).toEqual(['street', 'postalCode'])
    complete(given)
    expect(stored()).toMatchObject({ street: 'Uusikatu 9', postalCode: '33100', city: 'Helsinki', updatedAt: ctx.now })
    expect(getMissingAddress(ctx)).toEqual([])
    expect(written()).toBe(1)
    expect(verifyAudit(ctx.db)).toEqual({ rows: 1, brokenAt: null })
  })

  it('stays as it is once it is complete', () => {
    complete(given)
    complete({})
    expect(stored()).toMatchObject({ street: 'Testikatu 1', postalCode: '00100', city: 'Helsinki' })
    expect(written()).toBe(0)
  })

  it('can be completed by individuals and members', () => {
    store({ kind: 'individual', city: null })
    ctx = { ...ctx, company: { ...ctx.company, kind: 'individual' }, actor: { ...ctx.actor, companyRole: 'member' } }
    complete(given)
    expect(stored()?.city).toBe('Tampere')
  })

  it('is not filled in partially', () => {
    store({ street: null, city: null })
    expect(() => complete({ street: 'Uusikatu 9', city: '  ' })).toThrow(expect.objectContaining({ field: 'city' }))
    expect(stored()).toMatchObject({ street: null, city: null })
    expect(written()).toBe(0)
  })

  it('must have a postal code of its country', () => {
    store({ street: null, postalCode: null })
    expect(() => complete({ ...given, postalCode: 'ABCDE' })).toThrow(
      expect.objectContaining({ code: 'invalid', field: 'postalCode' }),
    )
    expect(stored()?.postalCode).toBeNull()
  })

  it('cannot be completed by other companies', () => {
    const other = createPerson(ctx.db)
    store({ street: null })
    transact(ctx.db, (tx) => completeCompanyAddress(tx, other, given))
    expect(stored()?.street).toBeNull()
  })

  it('is read from a form only for the fields the form has', () => {
    expect(addressSchema(['city']).parse({ ...given, street: 'x'.repeat(500) })).toEqual({ city: 'Tampere' })
    expect(
      addressSchema(['city', 'street']).safeParse({ city: ' ', street: 'x'.repeat(161) }).error?.issues,
    ).toMatchObject([
      { path: ['street'], message: 'validation:tooLong?count=160' },
      { path: ['city'], message: 'validation:required' },
    ])
  })
})
