import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { sendContract } from '#app/features/contracts/send-contract.server.ts'
import { signContract } from '#app/features/contracts/sign-contract.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { draftedDeal, password } from '#tests/factories/deal.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { findPartyGaps } from './party-gaps.server.ts'

it('tells both parties what is missing, until it is there, too late or not needed any more', async () => {
  const db = testDatabase()
  const { client, provider, contractId } = await draftedDeal(db)
  const told = (by: typeof client) =>
    findPartyGaps(by, contractId).map(({ kind, isOwn }) => `${isOwn ? 'own' : 'other'} ${kind}`)
  expect([told(client), told(provider)]).toEqual([[], []])

  const theirs = eq(companies.id, provider.company.id)
  db.update(companies).set({ businessId: null }).where(theirs).run()
  db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, provider.actor.id)).run()
  const unverified = { ...provider, actor: { ...provider.actor, emailVerified: false } }
  expect(told(client)).toEqual(['other businessId', 'other email'])
  expect(told(unverified)).toEqual(['own businessId', 'own email'])
  expect(told(createPerson(db))).toEqual([])

  db.update(companies).set({ kind: 'individual' }).where(theirs).run()
  expect(told(client)).toEqual(['other email'])
  db.update(companies).set({ kind: 'organization' }).where(theirs).run()

  sendContract(client, { contractId })
  expect(told(client)).toEqual(['other email'])
  db.update(users).set({ emailVerifiedAt: 1 }).where(eq(users.id, provider.actor.id)).run()
  for (const by of [provider, client]) await signContract(by, { contractId, typedName: by.actor.name, password })
  expect(told({ ...client, actor: { ...client.actor, emailVerified: false } })).toEqual([])
})
