import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import type { Database } from '#db/client.server.ts'
import { createNotice } from '#tests/factories/notice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { ownOrigin } from '#tests/setup/ask.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import type { Notice } from './notify.server.ts'

let db: Database
let server: TestServer
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())

const awarded: Notice = { category: 'offer', text: 'bidAwarded', params: { title: 'Roof' }, actionUrl: '/bids/1' }
const paid: Notice = {
  category: 'payment',
  text: 'invoicePaid',
  params: { number: 'I-1', amountCents: 12_345, currency: 'EUR' },
  actionUrl: '/invoicing/1',
}

async function caller() {
  const person: CompanyContext = createPerson(db, { now: Date.now() })
  const { cookie } = await signedIn(person)
  const call = async (method: string, path: string, body?: unknown) => {
    const headers = { Origin: ownOrigin, ...(body ? { 'Content-Type': 'application/json' } : {}) }
    const content = body ? { body: JSON.stringify(body) } : {}
    const answer = await server.ask(`/api/notifications${path}`, { method, cookie, headers, ...content })
    return { status: answer.status, json: answer.json() as Record<string, unknown> }
  }
  const list = async (query = '') => (await call('GET', query)).json.notifications as { notification_id: string }[]
  return { person, call, list, give: (notice: Notice) => createNotice(db, Date.now(), [person.actor.id], notice) }
}

it('lists pages of own notifications in the reader’s language, by category and unread', async () => {
  const { call, list, give } = await caller()
  for (const notice of [awarded, awarded, paid]) give(notice)
  const { status, json } = await call('GET', '?limit=2')
  expect([status, json.pagination]).toEqual([200, { page: 1, limit: 2, total: 3, pages: 2 }])
  expect((json.notifications as unknown[])[0]).toMatchObject({
    category: 'payment',
    message: expect.stringContaining('€123.45'),
    read: false,
    action_url: '/invoicing/1',
    icon: 'banknote',
  })
  expect(await list('?limit=2&page=2')).toHaveLength(1)
  expect(await list('?page=9')).toEqual([])
  expect(await list('?category=offer')).toHaveLength(2)
  const [first] = await list()
  expect((await call('PUT', '/mark-read', { notification_ids: [first?.notification_id, 'none'] })).json.updated).toBe(1)
  expect(await list('?unread_only=true')).toHaveLength(2)
  expect(await list('?unread_only=true&category=payment')).toEqual([])
})

it('counts, marks, deletes and clears', async () => {
  const { call, list, give } = await caller()
  for (const notice of [awarded, paid, paid]) give(notice)
  const [last] = await list()
  expect((await call('GET', '/unread-count')).json).toEqual({ success: true, count: 3 })
  expect((await call('DELETE', `/${last?.notification_id}`)).json).toEqual({ success: true, deleted: 1 })
  expect((await call('DELETE', `/${last?.notification_id}`)).status).toBe(404)
  const [next] = await list()
  await call('PUT', '/mark-read', { notification_ids: [next?.notification_id] })
  expect((await call('DELETE', '?read_only=true')).json).toEqual({ success: true, deleted: 1 })
  expect((await call('PUT', '/mark-all-read')).json).toEqual({ success: true, updated: 1 })
  expect((await call('DELETE', '')).json).toEqual({ success: true, deleted: 1 })
})

it('touches nobody else’s', async () => {
  const owner = await caller()
  const other = await caller()
  owner.give(paid)
  const [notice] = await owner.list()
  const id = notice?.notification_id
  expect((await other.call('PUT', '/mark-read', { notification_ids: [id] })).json.updated).toBe(0)
  expect((await other.call('DELETE', `/${id}`)).status).toBe(404)
  expect((await other.call('PUT', '/mark-all-read')).json.updated).toBe(0)
  expect((await other.call('DELETE', '')).json.deleted).toBe(0)
  expect(await owner.list('?unread_only=true')).toHaveLength(1)
})

it('refuses strangers, bad input and other methods as JSON', async () => {
  const { call } = await caller()
  const guest = await server.ask('/api/notifications')
  expect([guest.status, guest.json()]).toMatchObject([401, { success: false, code: 'unauthenticated' }])
  expect((await call('GET', '?page=0')).json).toMatchObject({ success: false, code: 'invalid', field: 'page' })
  expect((await call('GET', '?category=gossip')).status).toBe(422)
  expect((await call('PUT', '/mark-read', { notification_ids: 'all' })).status).toBe(422)
  for (const [method, path] of [
    ['POST', ''],
    ['PUT', '/unread-count'],
    ['GET', '/mark-read'],
    ['PUT', '/some-id'],
  ] as const)
    expect([path, (await call(method, path)).status]).toEqual([path, 405])
})
