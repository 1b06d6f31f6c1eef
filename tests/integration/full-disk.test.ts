// What people get when the disk is full: a clear refusal, their text back, and a record that is whole.
import { existsSync, readdirSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { env } from '#app/platform/env.server.ts'
import { verifyAudit } from '#db/audit.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { messages } from '#db/schema/chat.ts'
import { projects } from '#db/schema/projects.ts'
import { createConversation } from '#tests/factories/chat.ts'
import { fund, signedDeal, withPassword } from '#tests/factories/deal.ts'
import { createAdmin, createPerson } from '#tests/factories/people.ts'
import { createDraft, day } from '#tests/factories/project.ts'
import { ownOrigin } from '#tests/setup/ask.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let server: TestServer
let db: Database
let person: CompanyContext
let cookie: string
beforeAll(async () => {
  testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  db = testDatabase()
  person = createPerson(db, { now: Date.now() })
  cookie = (await signedIn(person)).cookie
})

/** SQLite refuses the next page, as on a full disk, with the same error. */
function fillDisk(): () => void {
  const sqlite = db.$client
  sqlite.exec('CREATE TABLE filler (x)')
  const pages = Number(sqlite.pragma('page_count', { simple: true }))
  sqlite.pragma(`max_page_count = ${pages}`)
  for (const size of [4000, 200, 20, 1]) {
    for (;;) {
      try {
        sqlite.prepare('INSERT INTO filler VALUES (zeroblob(?))').run(size)
      } catch {
        break
      }
    }
  }
  const empty = () => sqlite.pragma('max_page_count = 1000000')
  onTestFinished(() => void empty())
  return empty
}

/** A small change may still fit into the pages that are there; this makes it need new ones. */
function needsSpace(change: string): void {
  db.$client.exec(`CREATE TABLE log (x);
    CREATE TRIGGER needs_space BEFORE ${change} BEGIN INSERT INTO log VALUES (zeroblob(100000)); END`)
}

const description = `What was typed is long: ${'a wall to be moved, '.repeat(200)}`
const form = () => ({
  ...{ submissionId: newId(), title: 'A kitchen', description, category: 'kitchen', location: 'Espoo' },
  bidDeadline: new Date(Date.now() + 12 * day).toISOString().slice(0, 16),
  vatTreatment: 'standard',
})
const told = 'The server has no space left at the moment, so nothing was saved.'

it('a form comes back with what was typed, and is saved once there is space', async () => {
  const empty = fillDisk()
  const typed = form()
  const refused = await server.ask('/projects/new', { cookie, form: typed })
  expect(refused.status).toBe(507)
  expect(refused.text).toContain(told)
  expect(refused.text).toContain(description.trim())
  expect(db.select().from(projects).all()).toEqual([])
  expect(verifyAudit(db).brokenAt).toBeNull()
  expect((await server.ask('/projects', { cookie })).status).toBe(200)
  empty()
  expect((await server.ask('/projects/new', { cookie, form: typed })).status).toBe(303)
  expect(db.select().from(projects).all()).toHaveLength(1)
})

it('a button says so in a line of text', async () => {
  const { id } = createDraft(person, { bidDeadline: person.now + 10 * day })
  needsSpace('INSERT ON audit_log')
  fillDisk()
  const refused = await server.ask(`/projects/${id}/publish`, {
    cookie,
    form: { submissionId: newId() },
    headers: { Accept: 'text/html' },
  })
  expect([refused.status, refused.text.includes(told)]).toEqual([507, true])
  expect(db.select().from(projects).where(eq(projects.id, id)).get()?.status).toBe('draft')
})

it('a page without a form of its own says so, such as the one that logs out', async () => {
  needsSpace('DELETE ON sessions')
  const empty = fillDisk()
  const refused = await server.ask('/logout', { cookie, form: { submit: '' } })
  expect([refused.status, refused.text.includes(told)]).toEqual([507, true])
  empty()
  expect((await server.ask('/logout', { cookie, form: { submit: '' } })).status).toBe(303)
})

it('the API and chat say so in their form', async () => {
  const conversation = createConversation(db, { members: [person, createPerson(db)] })
  fillDisk()
  const text = 'x'.repeat(8000)
  const api = await server.ask(`/api/conversations/${conversation.id}/messages`, {
    cookie,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: ownOrigin },
    body: JSON.stringify({ text, clientId: newId() }),
  })
  expect([api.status, JSON.parse(api.text)]).toEqual([
    507,
    { success: false, code: 'storage_full', error: expect.stringContaining(told) },
  ])
  expect(db.select().from(messages).all()).toEqual([])
})

it('a page can be read though the use of its session cannot be stored', async () => {
  db.$client.exec('UPDATE sessions SET last_seen_at = last_seen_at - 3600000')
  needsSpace('UPDATE ON sessions')
  fillDisk()
  expect((await server.ask('/projects', { cookie })).status).toBe(200)
})

it('a form with files comes back with what was typed before them, when a quota is used up', async () => {
  const deal = await signedDeal(db, {
    client: await withPassword(createPerson(db, { now: Date.now() })),
    provider: await withPassword(person),
    admin: createAdmin(db, 'admin', Date.now()),
  })
  const [milestoneId = ''] = deal.milestoneIds
  fund(deal, milestoneId)
  const own = env.FILES_PER_COMPANY_MB
  env.FILES_PER_COMPANY_MB = 0.000_001
  onTestFinished(() => void Object.assign(env, { FILES_PER_COMPANY_MB: own }))
  const before = existsSync(env.filesDir) ? readdirSync(env.filesDir) : []
  const typed = new FormData()
  typed.append('submissionId', newId())
  typed.append('note', 'All of it is done and cleaned up.')
  typed.append('files', new File(['x'.repeat(2000)], 'plan.txt'))
  const posted = new Response(typed)
  const refused = await server.ask(`/milestones/${milestoneId}/submit`, {
    cookie,
    method: 'POST',
    headers: { 'Content-Type': posted.headers.get('Content-Type') ?? '', Origin: ownOrigin },
    body: Buffer.from(await posted.arrayBuffer()),
  })
  expect(refused.status).toBe(507)
  expect(refused.text).toContain('Your company’s files can take up at most')
  expect(refused.text).toContain('All of it is done and cleaned up.')
  expect(existsSync(env.filesDir) ? readdirSync(env.filesDir) : []).toEqual(before)
})
