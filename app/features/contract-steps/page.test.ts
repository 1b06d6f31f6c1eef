import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#db/client.server.ts'
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

async function opened(who: Deal['client']) {
  const { cookie } = await signedIn(who)
  const path = `/contracts/${deal.contractId}`
  return { cookie, path, text: (await server.ask(path, { cookie })).text }
}

it('says on top of the contract what waits for whom, and drops what is done', async () => {
  const { client, provider } = deal
  const before = await opened(client)
  expect(before.text.indexOf('What you have to do next')).toBeLessThan(before.text.indexOf('Milestones'))
  expect(before.text).toContain('What you have to do next')
  expect(before.text).toContain(`Waiting for ${provider.company.name}`)
  const form = { typedName: client.actor.name, jobTitle: 'Manager', authority: 'procuration', password }
  const signed = await server.ask(`${before.path}/sign`, { cookie: before.cookie, form })
  expect(signed.status).toBe(303)
  const after = await opened(client)
  expect(after.text).toContain('Nothing waits for you now')
  expect(after.text).toContain(`Waiting for ${provider.company.name}`)
  const theirs = await opened(provider)
  expect(theirs.text).toContain('What you have to do next')
  expect(theirs.text).not.toContain('Waiting for')
  expect(theirs.text).toMatch(new RegExp(`<a(?=[^>]*href="${before.path}/sign")[^>]*>Sign the contract`))
})
