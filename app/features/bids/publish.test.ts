import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { getProject } from '#app/features/projects/queries.server.ts'
import type { Database } from '#db/client.server.ts'
import { createDocument } from '#tests/factories/document.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createDraft, day } from '#tests/factories/project.ts'
import { createVisit } from '#tests/factories/visit.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let db: Database
let server: TestServer
let owner: CompanyContext
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  owner = createPerson(db, { now: Date.now() })
})
afterAll(() => server.stop())

const gaps = [
  'This project has no lines',
  'No documents yet',
  'no dates for the work',
  'less than a week',
  'No site visit',
]

it('shows a draft as bidders will see it, with what is missing, and publishes it by one button', async () => {
  const bare = createDraft(owner, {
    ...{ bidDeadline: Date.now() + 2 * day, lines: [], startDate: null, endDate: null },
    ...{ title: 'Sauna of the boat house', description: 'Cladding and benches.' },
  })
  const { cookie } = await signedIn(owner)
  const path = `/projects/${bare.id}/publish`
  expect((await server.ask(`/projects/${bare.id}`, { cookie })).text).toContain(`href="${path}"`)
  const { text } = await server.ask(path, { cookie })
  const shown = ['Sauna of the boat house', 'Cladding and benches.', ...gaps]
  expect(shown.filter((part) => !text.includes(part))).toEqual([])
  expect([text.match(/Publish project/g)?.length, text.includes('Save as template')]).toEqual([1, false])
  const form = Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="(submissionId|expectedVersion)" value="([^"]+)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  )
  expect((await server.ask(path, { cookie, form })).status).toBe(303)
  expect(getProject(owner, bare.id)?.status).toBe('open')
  // What is published has no such page any more.
  expect((await server.ask(path, { cookie })).headers.location).toBe(`/projects/${bare.id}`)
})

it('warns of nothing where nothing is missing', async () => {
  const start = new Date(Date.now() + 60 * day).toISOString().slice(0, 10)
  const { id } = createDraft(owner, { bidDeadline: Date.now() + 20 * day, startDate: start, endDate: null })
  createDocument(owner, id)
  createVisit(owner, id)
  const { text } = await server.ask(`/projects/${id}/publish`, { cookie: (await signedIn(owner)).cookie })
  expect([...gaps, 'Check before you publish'].filter((part) => text.includes(part))).toEqual([])
})
