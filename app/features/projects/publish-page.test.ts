import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#db/client.server.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createDraft, day } from '#tests/factories/project.ts'
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

it.each([
  [true, '/invitations'],
  [false, ''],
])('leads to where bidders are invited, if a project is by invitation (%s)', async (invitedOnly, place) => {
  const now = Date.now()
  const owner = createPerson(db, { now })
  const { id } = createDraft(owner, { bidDeadline: now + 10 * day, invitedOnly })
  const { cookie } = await signedIn(owner)
  const page = await server.ask(`/projects/${id}/publish`, { cookie })
  const version = /name="expectedVersion" value="(\d+)"/.exec(page.text)?.[1] ?? ''
  const { status, headers } = await server.ask(`/projects/${id}/publish`, {
    cookie,
    form: { expectedVersion: version },
  })
  expect([status, headers.location]).toEqual([303, `/projects/${id}${place}`])
})
