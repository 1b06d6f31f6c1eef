import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApiToken } from '#app/features/accounts/api/create-api-token.server.ts'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import type { Database } from '#db/client.server.ts'
import type { ApiScope } from '#db/vocabulary/accounts.ts'
import { givePassword, testPassword } from '#tests/factories/accounts.ts'
import { createNotice } from '#tests/factories/notice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { ownOrigin } from '#tests/setup/ask.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import type { Notice } from './notify.server.ts'
import { getPreferences } from './preferences/preferences.server.ts'

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

it('gives and changes the settings, only what is named, and refuses what it does not know', async () => {
  const { call, person } = await caller()
  const defaults = (await call('GET', '/settings')).json
  expect(defaults).toMatchObject({
    success: true,
    // spec/platform.md, section 9
    preferences: {
      project: { enabled: true, desktop: true, email: false, sound: false },
      chat: { enabled: true, desktop: true, email: false, sound: true },
      payment: { enabled: true, desktop: true, email: true, sound: true },
      system: { enabled: true, desktop: false, email: false, sound: false },
      offer: { enabled: true, desktop: true, email: true, sound: true, email_time: 'now' },
      contract: { enabled: true, desktop: true, email: true, sound: false },
    },
    daily_waiting: false,
  })
  const changed = await call('PUT', '/settings', {
    preferences: {
      chat: { enabled: false },
      offer: { email_time: 'daily' },
      project: { email: true },
      contract: { email: false },
      payment: { enabled: false },
    },
    daily_waiting: true,
  })
  expect(changed).toMatchObject({
    status: 200,
    json: {
      preferences: {
        chat: { enabled: false, email: false, email_time: 'none' },
        offer: { enabled: true, email: true, email_time: 'daily' },
        project: { enabled: true, email: true, email_time: 'now' },
        payment: { enabled: true, email: true, email_time: 'now' },
        contract: { email: false, email_time: 'none' },
      },
      daily_waiting: true,
    },
  })
  expect((await call('GET', '/settings')).json).toEqual(changed.json)
  expect(getPreferences(person)).toMatchObject({ waiting: true, categories: { offer: { bell: true, mail: 'daily' } } })
  const wrong = [
    [{ preferences: { gossip: { enabled: true } } }, 'preferences'],
    [{ preferences: { chat: { email: 'daily' } } }, 'preferences.chat.email'],
    [{ preferences: { chat: { email_time: 'hourly' } } }, 'preferences.chat.email_time'],
    [{ preferences: { chat: { desktop: 'on' } } }, 'preferences.chat.desktop'],
    [{ preferences: { chat: { loud: true } } }, 'preferences.chat'],
    [{ preferences: 'all' }, 'preferences'],
    [{ daily_waiting: 'yes' }, 'daily_waiting'],
  ] as const
  for (const [body, field] of wrong)
    expect(await call('PUT', '/settings', body)).toMatchObject({ status: 422, json: { code: 'invalid', field } })
  expect((await call('GET', '/settings')).json).toEqual(changed.json)
  expect((await call('DELETE', '/settings')).status).toBe(405)
  const { call: another } = await caller()
  expect((await another('GET', '/settings')).json).toEqual(defaults)
  expect((await server.ask('/api/notifications/settings')).status).toBe(401)
})

it('takes a token with the scope of notifications, which lists what its other scopes may read', async () => {
  const { person, give, list } = await caller()
  for (const notice of [awarded, paid]) give(notice)
  await givePassword(person)
  const tokenOf = async (...scopes: ApiScope[]) =>
    (await createApiToken({ ...person, now: Date.now() }, { name: 'App', scopes, days: 30, password: testPassword }))
      .token
  const callWith = async (token: string, path = '', put?: object) => {
    const headers = { Authorization: `Bearer ${token}`, ...(put && { 'Content-Type': 'application/json' }) }
    const content = put ? { method: 'PUT', body: JSON.stringify(put) } : {}
    const answer = await server.ask(`/api/notifications${path}`, { headers, ...content })
    return { status: answer.status, json: answer.json() as { notifications?: { category: string }[] } }
  }
  const reader = await tokenOf('notifications:read', 'bids:read')
  expect((await callWith(reader)).json.notifications).toMatchObject([{ category: 'offer' }])
  expect((await callWith(reader, '/settings')).status).toBe(200)
  for (const [path, put] of [
    ['/settings', { daily_waiting: true }],
    ['/mark-all-read', {}],
  ] as const)
    expect((await callWith(reader, path, put)).status).toBe(403)
  expect((await callWith(await tokenOf('bids:write', 'messages:write'))).status).toBe(403)
  const writer = await tokenOf('notifications:write', 'bids:read')
  expect((await callWith(writer, '/settings', { daily_waiting: true })).status).toBe(200)
  expect((await callWith(writer, '/mark-all-read', {})).status).toBe(200)
  expect(await list('?unread_only=true&category=offer')).toEqual([])
})
