import { expect, it } from 'vitest'
import { lapseRequests } from '#app/features/approvals/lapse-requests.server.ts'
import { listApprovalsToDecide } from '#app/features/approvals/queries.server.ts'
import { testNow } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { seedApprovals } from './approvals.ts'
import { seedContracts } from './contracts.ts'
import { seedPeople } from './people.ts'
import { seedProjects } from './projects.ts'

it('leaves one request that the owner of the company can approve', async () => {
  const db = testDatabase()
  const people = await seedPeople(db, testNow)
  await seedProjects(db, people, testNow)
  await seedContracts(db, people, testNow)
  await seedApprovals(db, people, testNow)
  const { bathrooms, tiler } = people
  expect(lapseRequests({ ...bathrooms, now: testNow })).toBe(0)
  expect(listApprovalsToDecide({ ...bathrooms, now: testNow }, 10)).toHaveLength(1)
  expect(listApprovalsToDecide({ ...tiler, now: testNow }, 10)).toEqual([])
})
