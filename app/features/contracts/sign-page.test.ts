import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#db/client.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { contractSignatures, contracts } from '#db/schema/contracts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { type Deal, draftedDeal, password, sentDeal, withPassword } from '#tests/factories/deal.ts'
import { createAdmin, createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

const role = { jobTitle: 'Site manager', authority: 'procuration' }

let db: Database
let server: TestServer
let deal: Deal
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  const now = Date.now()
  const [client, provider] = [createPerson(db, { now }), createPerson(db, { now })]
  deal = await sentDeal(db, {
    client: await withPassword(client),
    provider: await withPassword(provider),
    admin: createAdmin(db),
  })
})
afterAll(() => server.stop())

const legend = 'Your address, for the contract and its invoices'

it('asks for missing address fields, keeps the input after an error, and saves them with the signature', async () => {
  const { client, contractId } = deal
  const { cookie } = await signedIn(client)
  const ours = eq(companies.id, client.company.id)
  db.update(companies).set({ street: null, postalCode: null, city: null }).where(ours).run()
  const path = `/contracts/${contractId}/sign`
  const page = await server.ask(path, { cookie })
  expect(page.text).toContain(legend)
  expect(page.text).toContain(
    'The names, the reason for another name, the email address and the time stand on the public',
  )
  for (const name of ['street', 'postalCode', 'city'])
    expect(page.text).toMatch(new RegExp(`<input(?=[^>]*name="${name}")(?=[^>]*required)`))
  const typed = { typedName: client.actor.name, ...role, password, street: 'Uusikatu 9', postalCode: '' }
  const refused = await server.ask(path, { cookie, form: typed })
  expect(refused.status).toBe(422)
  expect(refused.text).toMatch(/<input(?=[^>]*name="street")(?=[^>]*value="Uusikatu 9")/)
  expect(refused.text).toMatch(/<input(?=[^>]*name="jobTitle")(?=[^>]*value="Site manager")/)
  for (const name of ['postalCode', 'city'])
    expect(refused.text).toMatch(new RegExp(`<input(?=[^>]*name="${name}")(?=[^>]*aria-invalid="true")`))
  expect(db.select().from(contractSignatures).all()).toEqual([])
  const form = { ...typed, postalCode: '33100', city: 'Tampere' }
  const signed = await server.ask(path, { cookie, form })
  expect([signed.status, signed.headers.location]).toEqual([303, `/contracts/${contractId}`])
  expect(db.select().from(companies).where(ours).get()).toMatchObject({
    street: 'Uusikatu 9',
    postalCode: '33100',
    city: 'Tampere',
  })
})

it('does not ask for a complete address', async () => {
  const { provider, contractId } = deal
  const { cookie } = await signedIn(provider)
  const { text } = await server.ask(`/contracts/${contractId}/sign`, { cookie })
  expect(text).toContain('Your full name')
  expect(text).not.toContain(legend)
  expect(text).not.toContain('name="street"')
})

it('asks for the reason of another name at its field, and shows it on the public certificate', async () => {
  const { provider, contractId } = deal
  const { cookie } = await signedIn(provider)
  const path = `/contracts/${contractId}/sign`
  const typed = { typedName: 'Matti Meikäläinen', ...role, password, nameReason: '' }
  const refused = await server.ask(path, { cookie, form: typed })
  expect(refused.status).toBe(422)
  expect(refused.text).toMatch(/<textarea(?=[^>]*name="nameReason")(?=[^>]*aria-invalid="true")/)
  expect(refused.text).toMatch(/<input(?=[^>]*name="typedName")(?=[^>]*value="Matti Meikäläinen")/)
  await server.ask(path, { cookie, form: { ...typed, nameReason: 'By power of attorney' } })
  const { documentHash } = db.select().from(contractSignatures).get() ?? {}
  db.update(companies).set({ name: 'Quite Another Oy' }).run()
  for (const page of [`/verify/${documentHash}`, `/contracts/${contractId}`]) {
    const { text } = await server.ask(page, { cookie })
    expect(text).toContain('Matti Meikäläinen')
    expect(text).toContain(`the account of ${provider.actor.name}, verified email address ${provider.actor.email}`)
    expect(text).toContain('Reason given: By power of attorney')
    expect(text).toContain('Site manager · Procuration')
    expect(text).toContain('Record of the signature (SHA-256)')
    expect(text).toContain(`For ${provider.company.name}`)
    expect(text.includes('Quite Another Oy')).toBe(page.startsWith('/contracts'))
  }
})

it('asks for the name from before the contract was sent, and shows on the certificate that it was changed', async () => {
  const now = Date.now() - 60_000
  const client = await withPassword(createPerson(db, { now }))
  const provider = await withPassword(createPerson(db, { now }))
  const { contractId } = await sentDeal(db, { client, provider, admin: deal.admin })
  const { cookie } = await signedIn(provider)
  const { name } = provider.actor
  await server.ask('/profile', { cookie, form: { name: 'Somebody Else', timeZone: 'Europe/Helsinki' } })
  const path = `/contracts/${contractId}/sign`
  expect((await server.ask(path, { cookie })).text).toContain(`Only if the name above isn’t ${name}`)
  const refused = await server.ask(path, { cookie, form: { typedName: 'Somebody Else', ...role, password } })
  expect([refused.status, refused.text.includes('had when the contract was sent')]).toEqual([422, true])
  await server.ask(path, { cookie, form: { typedName: name, ...role, password } })
  const signed = db.select().from(contractSignatures).where(eq(contractSignatures.contractId, contractId)).get()
  const { text } = await server.ask(`/verify/${signed?.documentHash}`)
  expect(text).toContain('the account of Somebody Else')
  expect(text).toContain(`Before that its name was ${name}.`)
})

it('says on the page of an unverified person that the address has to be verified first', async () => {
  const [client, provider] = [createPerson(db, { now: Date.now() }), createPerson(db, { now: Date.now() })]
  const { contractId } = await sentDeal(db, {
    client: await withPassword(client),
    provider: await withPassword(provider),
    admin: deal.admin,
  })
  db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, provider.actor.id)).run()
  const { cookie } = await signedIn(provider)
  const path = `/contracts/${contractId}/sign`
  expect((await server.ask(path, { cookie })).text).toContain(`${provider.actor.email}, is verified`)
  const refused = await server.ask(path, { cookie, form: { typedName: provider.actor.name, ...role, password } })
  expect([refused.status, refused.text.includes('Please verify your email address first')]).toEqual([403, true])
})

it('asks the sender for missing address fields before the text is frozen, and freezes them with it', async () => {
  const [client, provider] = [createPerson(db, { now: Date.now() }), createPerson(db, { now: Date.now() })]
  const { contractId } = await draftedDeal(db, {
    client: await withPassword(client),
    provider: await withPassword(provider),
    admin: deal.admin,
  })
  db.update(companies).set({ street: null, city: null }).where(eq(companies.id, client.company.id)).run()
  const { cookie } = await signedIn(client)
  const path = `/contracts/${contractId}/send`
  const page = await server.ask(path, { cookie })
  expect(page.text).toContain(legend)
  const refused = await server.ask(path, { cookie, form: { street: 'Uusikatu 9', city: '' } })
  expect(refused.status).toBe(422)
  expect(refused.text).toMatch(/<input(?=[^>]*name="street")(?=[^>]*value="Uusikatu 9")/)
  const sent = await server.ask(path, { cookie, form: { street: 'Uusikatu 9', city: 'Tampere' } })
  expect([sent.status, sent.headers.location]).toEqual([303, `/contracts/${contractId}`])
  const { documentText } = db.select().from(contracts).where(eq(contracts.id, contractId)).get() ?? {}
  expect(documentText).toContain('street:\n    | Uusikatu 9\n  postal code:\n    | 00100\n  city:\n    | Tampere')
})

it('verifies a hash in capitals, and says of an unknown one that no document has it', async () => {
  const { contractId } = deal
  const { documentHash } = db.select().from(contracts).where(eq(contracts.id, contractId)).get() ?? {}
  expect(await server.ask(`/verify/${documentHash?.toUpperCase()}`)).toMatchObject({
    status: 200,
    text: expect.stringContaining('The document is intact'),
  })
  for (const unknown of ['0'.repeat(64), documentHash?.slice(1), 'nonsense', 'Call+358 for help']) {
    expect(await server.ask(`/verify/${encodeURIComponent(unknown ?? '')}`)).toMatchObject({
      status: 404,
      text: expect.stringMatching(
        /<title>Verify a document – .*No document has this hash.*Do not rely on.*not that of its PDF file.*href="\/seal"(?!.*(nonsense<|Call\+358))/s,
      ),
    })
  }
})

it('tells on the public page and on the contract’s that its rows say something else than the document', async () => {
  const { client, contractId } = await sentDeal(db, {
    client: await withPassword(createPerson(db, { now: Date.now() })),
    provider: await withPassword(createPerson(db, { now: Date.now() })),
    admin: deal.admin,
  })
  const { documentHash } = db.select().from(contracts).where(eq(contracts.id, contractId)).get() ?? {}
  const { cookie } = await signedIn(client)
  const pages = () =>
    Promise.all([server.ask(`/verify/${documentHash}`), server.ask(`/contracts/${contractId}`, { cookie })])
  const told = 'The records differ from the document'
  for (const { text } of await pages()) expect(text).not.toContain(told)
  // The amounts of a milestone are in the text, and in nothing else that the page shows: only a comparison can tell.
  const trigger = db.$client
    .prepare<[], string>("SELECT sql FROM sqlite_master WHERE name = 'contract_milestones_amounts'")
    .pluck()
    .get()
  db.$client.exec('DROP TRIGGER contract_milestones_amounts')
  db.update(milestones).set({ amountCents: 1 }).where(eq(milestones.contractId, contractId)).run()
  db.$client.exec(trigger ?? '')
  for (const { text } of await pages()) expect(text).toContain(told)
})
