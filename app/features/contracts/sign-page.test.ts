import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#db/client.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { contractSignatures } from '#db/schema/contracts.ts'
import { type Deal, password, sentDeal, withPassword } from '#tests/factories/deal.ts'
import { createAdmin, createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

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
  for (const name of ['street', 'postalCode', 'city'])
    expect(page.text).toMatch(new RegExp(`<input(?=[^>]*name="${name}")(?=[^>]*required)`))
  const typed = { typedName: 'Aino Lehtonen', password, street: 'Uusikatu 9', postalCode: '' }
  const refused = await server.ask(path, { cookie, form: typed })
  expect(refused.status).toBe(422)
  expect(refused.text).toMatch(/<input(?=[^>]*name="street")(?=[^>]*value="Uusikatu 9")/)
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
