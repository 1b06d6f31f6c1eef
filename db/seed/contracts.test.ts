import { asc } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { verifyChangeOrders } from '#app/features/change-orders/verify-change-orders.server.ts'
import { checkLedger } from '#app/features/escrow/check-ledger.server.ts'
import { contracts, contractTerminations } from '#db/schema/contracts.ts'
import { changeOrders, ledgerPostings } from '#db/schema/escrow.ts'
import { testNow } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { seedContracts } from './contracts.ts'
import { seedPeople } from './people.ts'
import { seedProjects } from './projects.ts'

it('creates contracts in several states, among them ended ones with a retention held, released and divided', async () => {
  const db = testDatabase()
  const people = await seedPeople(db, testNow)
  await seedProjects(db, people, testNow)
  await seedContracts(db, people, testNow)
  const ended = db
    .select()
    .from(contracts)
    .all()
    .filter(({ status }) => status === 'terminated')
  expect(ended.map(({ retentionStatus }) => retentionStatus).sort()).toEqual(['held', 'released', 'resolved'])
  const notices = db.select().from(contractTerminations).all()
  expect(notices.map(({ status }) => status).sort()).toEqual(['accepted', 'accepted', 'accepted', 'claimed'])
  expect(
    db
      .select()
      .from(changeOrders)
      .all()
      .map(({ status }) => status),
  ).toEqual(['accepted', 'proposed'])
  const times = db.select({ at: ledgerPostings.at }).from(ledgerPostings).orderBy(asc(ledgerPostings.id)).all()
  expect(times).toEqual(times.toSorted((one, other) => one.at - other.at))
  expect(verifyChangeOrders(db).findings).toEqual([])
  expect(checkLedger(db)).toMatchObject({ sound: true, findings: [] })
})
