import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { getContract } from '#app/features/contracts/queries.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { users } from '#db/schema/accounts.ts'
import { fund, signedDeal, terminateContract } from '#tests/factories/deal.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let db: Database
let server: TestServer
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())

async function ask(person: UserContext, path: string, form?: Record<string, string>) {
  const { cookie } = await signedIn(person)
  return server.ask(path, { cookie, ...(form ? { form: { submissionId: newId(), ...form } } : {}) })
}

it('lets a party give notice with its ground, and the other party answer it', async () => {
  const { client, provider, contractId } = await signedDeal(db)
  const page = `/contracts/${contractId}/termination`
  const form = await ask(client, `/contracts/${contractId}/terminate`)
  expect(form.text).toContain('Delay of the work')
  expect(form.text).not.toContain('Non-payment')
  expect(form.text).toContain('What was said holds.')
  const short = { ground: 'delay', days: '13', reason: 'Nobody came' }
  expect((await ask(client, `/contracts/${contractId}/terminate`, short)).status).toBe(422)
  const given = await ask(client, `/contracts/${contractId}/terminate`, { ...short, days: '14' })
  expect([given.status, given.headers.location]).toEqual([303, page])
  for (const party of [client, provider]) {
    // One notice at a time: the page leads to it, and not to another.
    const { text } = await ask(party, `/contracts/${contractId}`)
    expect([text.includes(`href="${page}"`), text.includes(`href="/contracts/${contractId}/terminate"`)]).toEqual([
      true,
      false,
    ])
  }
  expect((await ask(provider, `/contracts/${contractId}`)).text).toContain('wants to terminate the contract')
  expect((await ask(client, `/contracts/${contractId}/terminate`)).headers.location).toBe(page)
  const toAnswer = await ask(provider, page)
  expect(toAnswer.text).toMatch(/Delay of the work.*Nobody came/s)
  expect(toAnswer.text).toContain('It is remedied')
  db.update(users).set({ timeZone: 'America/New_York' }).where(eq(users.id, provider.actor.id)).run()
  expect((await ask(provider, page)).text).toMatch(/Europe\/Helsinki \(.* America\/New York for you\)/)
  expect(toAnswer.text).not.toContain('Confirm termination')
  expect((await ask(client, page)).text).not.toContain('value="confirm"')
  const early = await ask(client, page, { decision: 'confirm', reason: '' })
  expect([early.status, getContract(client, contractId)?.status]).toEqual([409, 'active'])
  const accepted = await ask(provider, page, { decision: 'accept', reason: '' })
  expect([accepted.status, getContract(client, contractId)?.status]).toEqual([303, 'terminated'])
  expect((await ask(client, page)).text).toContain('Both parties agree that the contract has ended')
})

it('asks for no money once the contract has ended, and says how to settle what is held', async () => {
  const deal = await signedDeal(db)
  const { client, provider, contractId, milestoneIds } = deal
  fund(deal, milestoneIds[0] ?? '')
  terminateContract(client, { contractId, reason: 'Bankrupt' })
  for (const person of [client, provider]) {
    const { text } = await ask(person, `/escrow/${contractId}`)
    expect(text).not.toContain('How to pay')
    expect(text).not.toContain('Fund this milestone')
    expect(text).not.toContain('is working on it')
    expect(text).toContain('The contract has ended, and the money is held')
    expect(text).toContain('The contract has ended; this milestone won’t be carried out')
  }
})
