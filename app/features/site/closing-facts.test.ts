import { expect, it } from 'vitest'
import { getFinalAccount } from '#app/features/final-accounts/queries.server.ts'
import { callHandover } from '#app/features/handover/call-handover.server.ts'
import { getHandover } from '#app/features/handover/queries.server.ts'
import { signHandover } from '#app/features/handover/sign-handover.server.ts'
import { updateHandover } from '#app/features/handover/update-handover.server.ts'
import { getSecurities } from '#app/features/securities/queries.server.ts'
import { recordSecurity } from '#app/features/securities/record-security.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { password, signedDeal } from '#tests/factories/deal.ts'
import { approvedDeal, handoverInput } from '#tests/factories/handover.ts'
import { testNow } from '#tests/factories/people.ts'
import { securityInput } from '#tests/factories/security.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { closingFactsOf } from './closing-facts.server.ts'

it('says of many contracts what their own pages say of one, while parts are handed over', async () => {
  const db = testDatabase()
  const deal = await signedDeal(db)
  const { client, provider } = deal
  const contractId = approvedDeal(deal)
  recordSecurity(provider, { ...securityInput(), contractId })
  const agrees = () => {
    const facts = closingFactsOf(db, [contractId], businessDay(testNow)).get(contractId)
    const account = getFinalAccount(client, contractId)
    expect(facts?.finalAccount?.isAsked).toBe(account?.isAsked)
    expect(facts?.handover?.standing).toEqual(
      getHandover(client, contractId)?.standing.map(({ defects, ...one }) =>
        expect.objectContaining({ ...one, defects: defects.map((defect) => expect.objectContaining(defect)) }),
      ),
    )
    const page = getSecurities(client, contractId)
    expect(facts?.securities?.demanded.map(({ lack, until }) => [lack, until])).toEqual(
      page?.demanded.map(({ lack, until }) => [lack, until]),
    )
    expect(facts?.securities?.securities.map(({ id }) => id)).toEqual(page?.securities.map(({ id }) => id))
    return account?.isAsked
  }
  const begins = [agrees()]
  for (const milestoneId of deal.milestoneIds) {
    callHandover(provider, { contractId, milestoneIds: [milestoneId] })
    updateHandover(provider, { ...handoverInput(testNow), contractId })
    for (const who of [client, provider]) await signHandover(who, { contractId, typedName: who.actor.name, password })
    begins.push(agrees())
  }
  expect(begins).toEqual([false, false, true])
})
