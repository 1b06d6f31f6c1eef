import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { addAddendum } from '#app/features/projects/add-addendum.server.ts'
import type { Database } from '#db/client.server.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createOpenProject, day, projectInput } from '#tests/factories/project.ts'
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

it('shows when bidding was closed, where that was before the deadline', async () => {
  const owner = createPerson(db, { now: Date.now() })
  const { id: projectId } = createOpenProject(owner, { bidDeadline: owner.now + 3 * day })
  const { cookie } = await signedIn(owner)
  const page = async () => (await server.ask(`/projects/${projectId}`, { cookie })).text
  expect(await page()).not.toContain('Bidding closed early')
  closeBidding(owner, { projectId })
  expect(await page()).toMatch(/Bidding closed early<\/dt>/)
})

it('warns before bidding is closed, after an addendum, that bids not confirmed since cannot be awarded', async () => {
  const owner = createPerson(db, { now: Date.now() })
  const { id: projectId } = createOpenProject(owner, { bidDeadline: owner.now + 3 * day })
  const { cookie } = await signedIn(owner)
  const page = async () => (await server.ask(`/projects/${projectId}/close-bidding`, { cookie })).text
  expect(await page()).not.toContain('addendum')
  addAddendum(owner, { ...projectInput({ bidDeadline: owner.now + 3 * day }), projectId, summary: 'x' })
  expect(await page()).toContain('Bids that their bidders have not confirmed since the last addendum cannot be awarded')
})
