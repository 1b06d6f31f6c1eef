// Fifty concurrent signatures over several connections to one file.
import { expect, it, onTestFinished } from 'vitest'
import { proposedChange } from '#tests/factories/change-order.ts'
import { password, signedDeal, withPassword } from '#tests/factories/deal.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabaseFile } from '#tests/setup/database.ts'
import { race, refusals, won } from '#tests/setup/race.ts'

it('a change order is accepted once, whichever of five people accepts it', async () => {
  const { db, file, remove } = testDatabaseFile()
  onTestFinished(remove)
  const count = (sql: string) => db.$client.prepare(sql).pluck().get()
  const deal = await signedDeal(db)
  const { contractId } = deal
  const changeOrderId = await proposedChange(deal.provider, deal)
  const signers = await Promise.all(
    [1, 2, 3, 4, 5].map(() => withPassword(createPerson(db, { company: deal.client.company, companyRole: 'owner' }))),
  )
  const outcomes = await race(
    file,
    '#app/features/change-orders/sign-change-order.server.ts',
    'signChangeOrder',
    Array.from({ length: 50 }, (_, index) => {
      const ctx = signers[index % 5] ?? deal.client
      return { ctx, input: { contractId, changeOrderId, password, typedName: ctx.actor.name } }
    }),
  )
  expect(won(outcomes)).toHaveLength(1)
  const { conflict = 0, rate_limited: limited = 0 } = refusals(outcomes)
  expect(conflict + limited).toBe(49)
  expect(count('SELECT count(*) FROM change_order_signatures')).toBe(2)
  expect(count('SELECT count(*) FROM contract_milestones')).toBe(3)
  expect(count("SELECT count(*) FROM audit_log WHERE action = 'contract.accept_change'")).toBe(1)
})
