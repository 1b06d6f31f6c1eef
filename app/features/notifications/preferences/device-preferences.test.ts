import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApiToken } from '#app/features/accounts/api/create-api-token.server.ts'
import type { Database } from '#db/client.server.ts'
import { devicePreferences } from '#db/schema/notifications.ts'
import {
  type DevicePreferences,
  defaultDevicePreferences,
  notificationCategories,
} from '#db/vocabulary/notifications.ts'
import { givePassword, testPassword } from '#tests/factories/accounts.ts'
import { createPerson } from '#tests/factories/people.ts'
import { ownOrigin } from '#tests/setup/ask.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { getDevicePreferences } from './device-preferences.server.ts'
import { saveDevicePreferences } from './save-device-preferences.server.ts'

let db: Database
let server: TestServer
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())

const page = '/notifications/device'
const settings = '/api/notifications/settings'
const quiet = Object.fromEntries(
  notificationCategories.map((category) => [category, { desktop: false, sound: false }]),
) as DevicePreferences
const fields = (chosen: DevicePreferences) =>
  Object.fromEntries(
    Object.entries(chosen).flatMap(([category, does]) =>
      (['desktop', 'sound'] as const).filter((each) => does[each]).map((each) => [`${category}.${each}`, 'on']),
    ),
  )
const deviceCookie = (headers: { 'set-cookie'?: string[] }) =>
  headers['set-cookie']?.find((each) => each.startsWith('device='))?.split(';')[0] ?? ''
const jsonOf = async (cookie: string) =>
  ((await server.ask(settings, { cookie })).json() as { preferences: DevicePreferences }).preferences

it('keeps what is chosen for each browser, by the page without scripts and by the API', async () => {
  const person = createPerson(db, { now: Date.now() })
  const { cookie } = await signedIn(person)
  const saved = await server.ask(page, { cookie, form: fields({ ...quiet, chat: { desktop: false, sound: true } }) })
  expect([saved.status, saved.headers.location]).toEqual([303, page])
  const first = `${cookie}; ${deviceCookie(saved.headers)}`
  const headers = { Origin: ownOrigin, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ preferences: { system: { desktop: true } } })
  const put = await server.ask(settings, { method: 'PUT', cookie, headers, body })
  const second = `${cookie}; ${deviceCookie(put.headers)}`
  expect(await jsonOf(first)).toMatchObject({ ...quiet, chat: { desktop: false, sound: true } })
  expect(await jsonOf(second)).toMatchObject({ ...defaultDevicePreferences, system: { desktop: true, sound: false } })
  expect(await jsonOf(cookie)).toMatchObject(defaultDevicePreferences)
  const shown = (await server.ask(page, { cookie: first })).text
  expect(shown.match(/<input[^>]*name="chat.sound"[^>]*>/)?.[0]).toContain('checked=""')
  expect(shown.match(/<input[^>]*name="chat.desktop"[^>]*>/)?.[0]).not.toContain('checked=""')
})

it('is nobody else’s in the same browser, and no sign that a password was right there', async () => {
  const [owner, colleague] = [createPerson(db, { now: Date.now() }), createPerson(db, { now: Date.now() })]
  const { cookie } = await signedIn(owner)
  const device = deviceCookie((await server.ask(page, { cookie, form: { 'system.sound': 'on' } })).headers)
  const { cookie: other } = await signedIn(colleague)
  expect(await jsonOf(`${other}; ${device}`)).toMatchObject(defaultDevicePreferences)
  await givePassword(owner)
  const form = { email: owner.actor.email, password: testPassword }
  const login = await server.ask('/login', { cookie: device, form })
  expect(login.status).toBe(303)
  const row = db.$client
    .prepare<[string], string>("SELECT detail FROM audit_log WHERE subject_id = ? AND action = 'session.start'")
    .pluck()
    .get(owner.actor.id)
  expect(row).toContain('"isKnown":false')
  expect(await jsonOf(`${cookie}; ${deviceCookie(login.headers)}`)).toMatchObject({
    ...quiet,
    system: { desktop: false, sound: true },
  })
})

it('is one device for all programs of a person', async () => {
  const person = createPerson(db, { now: Date.now() })
  await givePassword(person)
  const input = { name: 'App', scopes: ['notifications:write' as const], days: 30, password: testPassword }
  const tokens = [await createApiToken({ ...person, now: Date.now() }, input)]
  tokens.push(await createApiToken({ ...person, now: Date.now() }, { ...input, name: 'Another' }))
  const [headers, others] = tokens.map(({ token }) => ({ Authorization: `Bearer ${token}` }))
  const body = JSON.stringify({ preferences: { offer: { sound: false } } })
  const put = { method: 'PUT', headers: { ...headers, 'Content-Type': 'application/json' }, body }
  expect((await server.ask(settings, put)).headers['set-cookie']).toBeUndefined()
  const read = (await server.ask(settings, { headers: others })).json()
  expect(read).toMatchObject({ preferences: { offer: { desktop: true, sound: false } } })
  const { cookie } = await signedIn(person)
  expect(await jsonOf(cookie)).toMatchObject(defaultDevicePreferences)
})

it('is kept for twenty devices of a person, those chosen last', () => {
  const person = createPerson(db)
  for (let count = 0; count < 22; count += 1)
    saveDevicePreferences({ ...person, now: count }, { device: `device ${count}`, chosen: quiet })
  const devices = new Set(
    db
      .select()
      .from(devicePreferences)
      .all()
      .filter(({ userId }) => userId === person.actor.id)
      .map(({ device }) => device),
  )
  expect(devices.size).toBe(20)
  expect(getDevicePreferences(person, 'device 1')).toEqual(defaultDevicePreferences)
  expect(getDevicePreferences(person, 'device 21')).toEqual(quiet)
})
