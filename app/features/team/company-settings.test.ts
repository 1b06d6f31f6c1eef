import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { env } from '#app/platform/env.server.ts'
import { newId } from '#db/ids.ts'
import { companies } from '#db/schema/accounts.ts'
import { answerOf, browserRequest } from '#tests/factories/accounts.ts'
import { password, withPassword } from '#tests/factories/deal.ts'
import { createPerson } from '#tests/factories/people.ts'
import { businessIdOfNumber } from '#tests/setup/check-digits.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { countries, countriesWith } from './countries.ts'
import { getCompany } from './queries.server.ts'
import { action as changeAction } from './routes/bank-account.tsx'
import { action, loader } from './routes/company-settings.tsx'
import { bankAccountSchema, companySchema } from './schemas.server.ts'
import { updateCompany } from './update-company.server.ts'

let owner: CompanyContext
beforeEach(() => {
  owner = createPerson(testDatabase())
})

afterEach(() => vi.restoreAllMocks())

const given = {
  name: 'Nova Oy',
  businessId: '31842075',
  vatNumber: 'fi 31842075',
  country: 'FI' as const,
}
const wrongFields = (input: object) =>
  companySchema.safeParse({ ...given, ...input }).error?.issues.map(({ path }) => path[0])

const refusalOf = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    return error
  }
  return null
}

describe('company settings', () => {
  it('are normalized, however they were typed', () => {
    updateCompany(owner, companySchema.parse(given))
    expect(getCompany(owner)).toMatchObject({
      name: 'Nova Oy',
      businessId: '3184207-5',
      vatNumber: 'FI31842075',
      street: null,
    })
  })

  it.each([
    [{ businessId: '3184207-6', vatNumber: undefined }, ['businessId']],
    [{ vatNumber: 'FI31842076' }, ['vatNumber']],
    [{ vatNumber: 'FI12345671' }, ['vatNumber']],
    [{ vatNumber: 'SE556703748501' }, ['vatNumber']],
    [{ country: 'XX' }, ['country']],
    [{ postalCode: 'ABCDE' }, ['postalCode']],
    [{ country: 'SE', businessId: undefined, vatNumber: 'SE123', postalCode: undefined }, ['vatNumber']],
    [{ name: 'Nova\u202e Oy' }, ['name']],
    [{ name: ' ' }, ['name']],
    [{ email: 'nina@' }, ['email']],
  ])('refuse %o at %s', (input, fields) => {
    expect(wrongFields(input)).toEqual(fields)
  })

  it('accept the business ids of other countries', () => {
    expect(wrongFields({ country: 'SE', businessId: '556677-8899', vatNumber: 'SE556703748501' })).toBeUndefined()
  })

  it.each(['3184207-5', '31842075'])(
    'refuse the business id of another company, typed as %s, and do not tell whose',
    (businessId) => {
      const other = createPerson(owner.db)
      updateCompany(owner, companySchema.parse(given))
      const input = companySchema.parse({ ...given, name: 'Nova Two Oy', businessId })
      expect(refusalOf(() => updateCompany(other, input))).toMatchObject({
        ...{ code: 'invalid', field: 'businessId' },
        text: { key: 'team:company.businessIdTaken', params: { email: 'support@groundwork.example' } },
      })
      expect(getCompany(other)?.name).not.toBe('Nova Two Oy')
      // In another country's register it is another company's, in Åland the same; and saving one's own again is no conflict.
      updateCompany(owner, companySchema.parse(given))
      const abroad = { ...given, country: 'DE', businessId: '3184207-5', vatNumber: undefined }
      updateCompany(other, companySchema.parse(abroad))
      expect(getCompany(other)).toMatchObject({ country: 'DE', businessId: '3184207-5' })
      expect(() => updateCompany(other, companySchema.parse({ ...abroad, country: 'AX' }))).toThrow('businessIdTaken')
    },
  )

  describe('sent by a browser', () => {
    const { vatNumber: _none, ...named } = given
    const send = async (ctx: CompanyContext, businessId: string) => {
      const { cookie } = await signedIn(ctx)
      const request = browserRequest('/company-settings', { cookie, form: { ...named, businessId } })
      return answerOf(() => action({ request, params: {}, context: {} }))
    }

    it('tell of ten business ids an hour that other companies have, to one company and to one address', async () => {
      updateCompany(owner, companySchema.parse(given))
      const [one, two] = [createPerson(owner.db), createPerson(owner.db)]
      for (let round = 0; round < 10; round += 1) expect((await send(one, given.businessId)).status).toBe(422)
      // The answer is the same for a free id, and for another company at the address.
      for (const ctx of [one, two])
        for (const id of [given.businessId, '1234567-1']) expect((await send(ctx, id)).status).toBe(429)
      expect(getCompany(two)?.businessId).not.toBe('1234567-1')
      expect((await send(two, getCompany(two)?.businessId ?? '')).status).toBe(303)
    })

    it('try ten business ids an hour, also free ones, which others at the address can then save', async () => {
      const [one, two] = [createPerson(owner.db), createPerson(owner.db)]
      for (let round = 0; round < 10; round += 1)
        expect((await send(one, businessIdOfNumber(400_000 + round))).status).toBe(303)
      expect((await send(one, given.businessId)).status).toBe(429)
      expect((await send(two, given.businessId)).status).toBe(303)
    })

    it('need a verified address for a new business id, where the setting says so, and for nothing else', async () => {
      vi.spyOn(env, 'requireVerifiedEmail', 'get').mockReturnValue(true)
      const squatter = createPerson(owner.db, { emailVerified: false })
      const refused = await send(squatter, given.businessId)
      expect(refused.status).toBe(422)
      expect(refused.data).toMatchObject({ lastResult: { error: { businessId: ['errors:verifyEmailFirst'] } } })
      const own = getCompany(squatter)?.businessId ?? ''
      expect((await send(squatter, own)).status).toBe(303)
      expect((await send(owner, given.businessId)).status).toBe(303)
    })
  })

  it('hold a business id once, by the database too', () => {
    const other = createPerson(owner.db)
    const set = (country: string, businessId: string) => () =>
      owner.db.update(companies).set({ country, businessId }).where(eq(companies.id, other.company.id)).run()
    owner.db.update(companies).set({ businessId: '3184207-5' }).where(eq(companies.id, owner.company.id)).run()
    for (const spelling of ['3184207-5', '3184207 5', '31842075'])
      for (const country of ['FI', 'AX']) expect(set(country, spelling)).toThrow('UNIQUE')
    set('SE', '3184207-5')()
  })

  it('ask a company whose business id another had first to correct it', async () => {
    owner.db.update(companies).set({ businessIdDisputed: true }).run()
    const { cookie } = await signedIn(owner)
    const page = () =>
      answerOf(() => loader({ request: browserRequest('/company-settings', { cookie }), params: {}, context: {} }))
    expect((await page()).data).toMatchObject({ company: { businessIdDisputed: true } })
    updateCompany(owner, companySchema.parse(given))
    expect((await page()).data).toMatchObject({ company: { businessIdDisputed: false } })
  })

  it('keep a country that the form does not offer', () => {
    expect(wrongFields({ country: 'MX', businessId: undefined, vatNumber: undefined })).toBeUndefined()
    expect(countriesWith('MX')).toEqual([...countries, 'MX'])
    expect(countriesWith('XK')).toEqual([...countries])
    // Whatever a program posts is no option of the form that it gets back: there is no name for it.
    for (const posted of ['', '\0', 'Finland']) expect(countriesWith(posted)).toEqual([...countries])
  })

  it('can be read by members and changed by owners and managers', () => {
    const member = createPerson(owner.db, { company: owner.company, companyRole: 'member' })
    const manager = createPerson(owner.db, { company: owner.company, companyRole: 'manager' })
    expect(() => updateCompany(member, companySchema.parse(given))).toThrow('forbidden')
    expect(getCompany(member)?.name).not.toBe('Nova Oy')
    updateCompany(manager, companySchema.parse(given))
    expect(getCompany(member)?.name).toBe('Nova Oy')
  })

  it('overwrite no concurrent change except one by the same form', async () => {
    const save = (seconds: number, name: string, expectedVersion: number, submissionId: string) =>
      updateCompany(
        { ...owner, now: owner.now + seconds * 1000 },
        companySchema.parse({ ...given, name, expectedVersion, submissionId }),
      )
    const opened = newId()
    const version = getCompany(owner)?.updatedAt ?? 0
    save(1, 'One', version, opened)
    expect(() => save(2, 'Two', version, newId())).toThrow('errors:editConflict')
    expect(getCompany(owner)?.name).toBe('One')
    save(3, 'Three', version, opened)
    expect(getCompany(owner)?.name).toBe('Three')
    const { cookie } = await signedIn(owner)
    const request = browserRequest('/company-settings', {
      cookie,
      form: { ...given, expectedVersion: String(version) },
    })
    const refused = await answerOf(() => action({ request, params: {}, context: {} }))
    expect(refused.status).toBe(409)
    expect(refused.data).toMatchObject({ lastResult: { error: { '': ['errors:editConflict'] } } })
    save(4, 'Two', owner.now + 3000, newId())
    expect(getCompany(owner)?.name).toBe('Two')
  })

  it('exist for individuals too, because invoices need them', async () => {
    owner.db.update(companies).set({ kind: 'individual' }).run()
    const individual: CompanyContext = { ...owner, company: { ...owner.company, kind: 'individual' } }
    updateCompany(individual, companySchema.parse(given))
    expect(getCompany(individual)).toMatchObject({ businessId: '3184207-5' })
    const { cookie } = await signedIn(individual)
    const page = await answerOf(() =>
      loader({ request: browserRequest('/company-settings', { cookie }), params: {}, context: {} }),
    )
    expect(page.data).toMatchObject({ editable: true, company: { businessId: '3184207-5' } })
  })

  it.each([
    ['', '/company-settings'],
    ['?returnTo=%2Finvoicing%2F1%2Fissue', '/invoicing/1/issue'],
    ['?returnTo=%2F%2Fevil.example', '/company-settings'],
    ['?returnTo=https%3A%2F%2Fevil.example%2F', '/company-settings'],
  ])('redirect from %j to %s after saving', async (query, to) => {
    const { cookie } = await signedIn(owner)
    const request = browserRequest(`/company-settings${query}`, { cookie, form: given })
    const { status, headers } = await answerOf(() => action({ request, params: {}, context: {} }))
    expect([status, headers.get('Location')]).toEqual([303, to])
  })

  it('keep the user’s input when something is wrong', async () => {
    const { cookie } = await signedIn(owner)
    const form = { ...given, vatNumber: 'FI00', country: 'FI' }
    const answer = await answerOf(() =>
      action({ request: browserRequest('/company-settings', { cookie, form }), params: {}, context: {} }),
    )
    expect(answer.status).toBe(422)
    expect(answer.data).toMatchObject({
      lastResult: {
        error: { vatNumber: ['team:company.vatNumberWrong'] },
        initialValue: { vatNumber: 'FI00', name: 'Nova Oy' },
      },
    })
    const page = await answerOf(() =>
      loader({ request: browserRequest('/company-settings', { cookie }), params: {}, context: {} }),
    )
    expect(page.data).toMatchObject({ editable: true, company: { iban: 'FI79 4405 2020 0360 82' }, change: null })
  })
})

describe('a bank account', () => {
  const typed = { iban: 'fi21 1234 5600 0007 85', bic: 'ndeafihh', password }
  const wrong = (input: object) =>
    bankAccountSchema.safeParse({ ...typed, ...input }).error?.issues.map(({ path }) => path[0])

  it('is normalized, however it was typed', () => {
    expect(bankAccountSchema.parse(typed)).toMatchObject({ iban: 'FI2112345600000785', bic: 'NDEAFIHH' })
    expect(bankAccountSchema.parse({ ...typed, bic: '' })).toMatchObject({ bic: null })
    expect(wrong({ iban: 'FI2112345600000786' })).toEqual(['iban'])
    expect(wrong({ iban: undefined })).toEqual(['iban'])
    expect(wrong({ bic: 'HELS' })).toEqual(['bic'])
    expect(wrong({ password: undefined })).toEqual(['password'])
  })

  it('is changed by its page, and the settings say from when and by whom', async () => {
    await withPassword(owner)
    const { cookie } = await signedIn(owner)
    const changed = await answerOf(() =>
      changeAction({
        request: browserRequest('/company-settings/bank-account', { cookie, form: typed }),
        params: {},
        context: {},
      }),
    )
    expect([changed.status, changed.headers.get('Location')]).toEqual([303, '/company-settings'])
    const page = await answerOf(() =>
      loader({ request: browserRequest('/company-settings', { cookie }), params: {}, context: {} }),
    )
    expect(page.data).toMatchObject({
      company: { iban: 'FI79 4405 2020 0360 82' },
      change: { iban: 'FI21 1234 5600 0007 85', requestedBy: owner.actor.name },
      cancellable: true,
    })
  })
})
