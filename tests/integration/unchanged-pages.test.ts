// Pages that a browser has stored: 304 only if the stored page equals the current one.
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { markAllRead } from '#app/features/notifications/mark-all-read.server.ts'
import type { Notice } from '#app/features/notifications/notify.server.ts'
import { chooseStatus } from '#app/features/presence/choose-status.server.ts'
import { connected, disconnected } from '#app/features/presence/presence.server.ts'
import { chooseLanguage } from '#app/features/settings/choose-language.server.ts'
import type { Database } from '#db/client.server.ts'
import { createConversation } from '#tests/factories/chat.ts'
import { createNotice } from '#tests/factories/notice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createDraft, createOpenProject } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

let db: Database
let server: TestServer
let person: CompanyContext
let cookie: string
beforeAll(async () => {
  // Pages show times to the minute, so everything here happens within one minute.
  vi.useFakeTimers({ toFake: ['Date'] })
  db = testDatabase()
  server = await startServer()
})
afterAll(async () => {
  await server.stop()
  vi.useRealTimers()
})
beforeEach(async () => {
  person = createPerson(db)
  cookie = (await signedIn(person)).cookie
})

const notice: Notice = { category: 'offer', text: 'bidAwarded', params: { title: 'Roof' }, actionUrl: '/bids/1' }

/** Requests a page, then again as a browser that has it. */
async function twice(path: string, between: () => unknown = () => {}) {
  const first = await server.ask(path, { cookie })
  await between()
  const { etag } = first.headers
  const second = await server.ask(path, { cookie, headers: etag ? { 'If-None-Match': etag } : {} })
  return { first, second }
}

it.each(['/projects/new', '/invoicing/new', '/messages/groups/new'])(
  'is not sent for a page whose form can be submitted once: %s has its own id each time',
  async (path) => {
    const { first, second } = await twice(path)
    const id = /name="submissionId"[^>]*value="([^"]+)"/.exec(first.text)?.[1] ?? ''
    expect([first.status, second.status, id.length]).toEqual([200, 200, 36])
    expect(second.text).not.toContain(id)
  },
)

it('is not sent for a page with presence after somebody has come online', async () => {
  const other = createPerson(db)
  const conversation = createConversation(db, { type: 'direct', members: [person, other] }).id
  onTestFinished(() => void disconnected(db, Date.now(), other.actor.id, 'socket'))
  const { first, second } = await twice(`/messages/${conversation}`, () => connected(other.actor.id, 'socket'))
  expect([first.status, second.status]).toEqual([200, 200])
  expect(first.text === second.text).toBe(false)
})

it('is sent for an identical page, and keeps the policy with its nonce', async () => {
  const { first, second } = await twice('/support')
  expect([first.status, second.status, second.text]).toEqual([200, 304, ''])
  expect(first.headers['content-security-policy']).toContain('nonce-')
  expect(second.headers['content-security-policy']).toBeUndefined()
  expect(second.headers['cache-control']).toBe('private, no-cache')
  // A forced reload gets the page again.
  const { etag = '' } = first.headers
  const forced = await server.ask('/support', {
    cookie,
    headers: { 'If-None-Match': etag, 'Cache-Control': 'no-cache' },
  })
  expect(forced.status).toBe(200)
})

it('is not sent for another language, a guest, or the response to a form', async () => {
  const etag = String((await server.ask('/support', { cookie })).headers.etag)
  const finnish = { 'If-None-Match': etag, 'Accept-Language': 'fi' }
  expect((await server.ask('/support', { cookie, headers: finnish })).status).toBe(200)
  const visited = await server.ask('/signup')
  expect([visited.headers['cache-control'], visited.headers.etag]).toEqual(['no-store', undefined])
  const refused = await server.ask('/projects/new', { cookie, form: { title: '' } })
  expect([refused.status, refused.headers['cache-control'], refused.headers.etag]).toEqual([422, 'no-store', undefined])
})

it('is not sent for a list in which somebody else has put something', async () => {
  const { first, second } = await twice('/projects?view=open', () => void createOpenProject(createPerson(db)))
  expect([first.status, second.status]).toEqual([200, 200])
})

describe.each(['/projects?view=open', '/bids', '/contracts', '/invoicing'])('the list %s', (path) => {
  it('is 304 while nothing has changed, without loading the list', async () => {
    const { first, second } = await twice(path)
    expect([first.status, second.status, second.text]).toEqual([200, 304, ''])
    expect(second.headers['content-security-policy']).toBeUndefined()
  })

  it.each([
    ['a notice', () => void createNotice(db, Date.now(), [person.actor.id], notice)],
    ['a notice that is read', () => void markAllRead(person)],
    ['a status that is chosen', () => chooseStatus(person, { status: 'away', customText: '' })],
    ['another language', () => void chooseLanguage(person, { language: 'fi' })],
  ])('is made anew after %s', async (name, change) => {
    if (name === 'a notice that is read') createNotice(db, Date.now(), [person.actor.id], notice)
    const { first, second } = await twice(path, change)
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.headers.etag).not.toBe(first.headers.etag)
  })

  it('is 304 after a change that it does not show, with a tag that says so', async () => {
    const { first, second } = await twice(path, () => void createDraft(createPerson(db)))
    expect([first.status, second.status, second.text]).toEqual([200, 304, ''])
    const { etag = '' } = second.headers
    expect(etag).not.toBe(first.headers.etag)
    expect((await server.ask(path, { cookie, headers: { 'If-None-Match': etag } })).status).toBe(304)
  })

  it('shows a flash message once, and is not stored with it', async () => {
    const posted = await server.ask('/theme', { cookie, form: { theme: 'sweden', returnTo: path } })
    const chosen = (posted.headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ')
    const shown = await server.ask(path, { cookie: `${cookie}; ${chosen}` })
    expect(shown.text).toContain('Sweden activated')
    expect([shown.headers['cache-control'], shown.headers.etag]).toEqual(['no-store', undefined])
    const { etag } = (await server.ask(path, { cookie: `${cookie}; ${chosen}` })).headers
    expect(etag).toBeTruthy()
  })
})
