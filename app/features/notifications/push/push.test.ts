import { createECDH, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CompanyContext, UserContext } from '#app/features/accounts/context.ts'
import { endSession } from '#app/features/accounts/sessions/end-session.server.ts'
import { markAllRead } from '#app/features/notifications/mark-all-read.server.ts'
import type { Notice } from '#app/features/notifications/notify.server.ts'
import { saveDevicePreferences } from '#app/features/notifications/preferences/save-device-preferences.server.ts'
import { env } from '#app/platform/env.server.ts'
import { isVapidPair } from '#app/platform/setting-values.server.ts'
import type { Database } from '#db/client.server.ts'
import { pushMessages, pushSubscriptions } from '#db/schema/notifications.ts'
import { defaultDevicePreferences } from '#db/vocabulary/notifications.ts'
import { createNotice } from '#tests/factories/notice.ts'
import { createPerson } from '#tests/factories/people.ts'
import { setModule } from '#tests/factories/permissions.ts'
import { ownOrigin } from '#tests/setup/ask.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { pushBrowser, pushService, senderOf } from '#tests/setup/push-receiver.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { pushDelay } from './queue-pushes.server.ts'
import { sendPushes } from './send-pushes.server.ts'
import { subscribePush } from './subscribe-push.server.ts'

const pair = createECDH('prime256v1')
pair.generateKeys()
const keys = {
  VAPID_PUBLIC_KEY: pair.getPublicKey('base64url'),
  VAPID_PRIVATE_KEY: pair.getPrivateKey('base64url'),
  VAPID_SUBJECT: 'mailto:operator@example.com',
}
const none = { VAPID_PUBLIC_KEY: undefined, VAPID_PRIVATE_KEY: undefined, VAPID_SUBJECT: undefined }

let db: Database
let server: TestServer
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
beforeEach(() => void Object.assign(env, keys))
afterAll(() => {
  Object.assign(env, none)
  return server.stop()
})

const won: Notice = {
  category: 'offer',
  text: 'bidAwarded',
  params: { title: 'Secret sauna', amountCents: 99_000, currency: 'EUR' },
  actionUrl: '/bids/1',
}
const nobodyIsHere = () => false
const later = (wait = pushDelay) => Date.now() + wait + 1_000

/** Somebody with a browser that gets push messages from `endpoint`. */
async function subscriber(endpoint: string, options: Parameters<typeof createPerson>[1] = {}) {
  const person = createPerson(db, { now: Date.now(), ...options })
  const { cookie, hash } = await signedIn(person)
  const browser = pushBrowser()
  const ctx = { ...person, now: Date.now(), sessionHash: hash, via: 'page' as const }
  subscribePush(ctx, { device: 'phone', subscription: { endpoint, keys: browser.keys } })
  return { ...ctx, browser, cookie, give: (notice = won) => createNotice(db, Date.now(), [person.actor.id], notice) }
}
const subscriptionsOf = ({ actor }: UserContext) =>
  db
    .select()
    .from(pushSubscriptions)
    .all()
    .filter(({ userId }) => userId === actor.id)
const waiting = () => db.select().from(pushMessages).all().length

describe('a push message', () => {
  it('is encrypted for its browser, signed by us, in the reader’s language, and tells nothing confidential', async () => {
    const { received, network, endpoint } = await pushService()
    const person = await subscriber(endpoint('a'))
    db.$client.prepare("UPDATE users SET locale = 'de' WHERE id = ?").run(person.actor.id)
    person.give()
    expect(await sendPushes(db, Date.now(), nobodyIsHere, network)).toBe(0)
    expect(await sendPushes(db, later(), nobodyIsHere, network)).toBe(1)
    expect(await sendPushes(db, later(), nobodyIsHere, network)).toBe(0)
    const [message] = received
    if (!message) throw new Error('nothing was sent')
    const shown = person.browser.read(message)
    expect(shown).toEqual({
      ...{ id: expect.any(String), title: 'Groundwork', body: 'Es gibt Neues zu Angeboten.' },
      ...{ url: '/bids/1', silent: false },
    })
    const { aud, sub, exp } = senderOf(message, keys.VAPID_PUBLIC_KEY)
    expect([aud, sub]).toEqual([new URL(endpoint('')).origin, keys.VAPID_SUBJECT])
    expect(Number(exp) * 1000 - Date.now()).toBeLessThanOrEqual(86_400_000)
    expect([received.length, waiting()]).toEqual([1, 0])
  })

  it.each<[string, (person: Awaited<ReturnType<typeof subscriber>>) => unknown]>([
    ['was read meanwhile', (person) => markAllRead({ ...person, now: Date.now() })],
    ['is of a session that has ended', (person) => endSession(db, person, person.sessionHash)],
    [
      'is not wanted on the device',
      (person) =>
        saveDevicePreferences(person, {
          device: 'phone',
          chosen: { ...defaultDevicePreferences, offer: { desktop: false, sound: true } },
        }),
    ],
    ['is of a module that was closed', ({ actor, company }) => setModule(db, actor.id, company.id, 'bids', 'none')],
    [
      'is of somebody who was disabled',
      ({ actor }) => db.$client.prepare("UPDATE users SET status = 'disabled' WHERE id = ?").run(actor.id),
    ],
  ])('is not sent if it %s', async (_name, change) => {
    const { received, network, endpoint } = await pushService()
    const { company } = createPerson(db, { now: Date.now() - 1_000 })
    const person = await subscriber(endpoint(randomBytes(4).toString('hex')), { company, companyRole: 'member' })
    person.give()
    expect(waiting()).toBe(1)
    change(person)
    expect(await sendPushes(db, later(), nobodyIsHere, network)).toBe(0)
    expect([received.length, waiting()]).toEqual([0, 0])
  })

  it('is not sent to somebody who is at a page of ours, nor queued for a device that does not want its kind', async () => {
    const { received, network, endpoint } = await pushService()
    const person = await subscriber(endpoint('here'))
    person.give()
    expect(await sendPushes(db, later(), ({ actor }) => actor.id === person.actor.id, network)).toBe(0)
    person.give({ category: 'system', text: 'memberLeft', params: { name: 'A', company: 'B' }, actionUrl: '/team' })
    expect([received.length, waiting()]).toEqual([0, 0])
  })

  it('is tried again when the service is busy, and ends the subscription that is gone', async () => {
    const { received, network, endpoint } = await pushService([503, 410])
    const person = await subscriber(endpoint('busy'))
    person.give()
    const first = later()
    for (const now of [first, first + 1_000, first + 61_000]) await sendPushes(db, now, nobodyIsHere, network)
    expect([received.length, waiting(), subscriptionsOf(person)]).toEqual([2, 0, []])
  })

  it('never goes to our own network', async () => {
    const { received, endpoint, network } = await pushService()
    const person = await subscriber(endpoint('inside'))
    person.give()
    expect(await sendPushes(db, later(), nobodyIsHere, { ...network, allowed: [] })).toBe(0)
    expect(await sendPushes(db, later(200_000), nobodyIsHere)).toBe(0)
    expect(received).toEqual([])
    db.delete(pushSubscriptions).run()
  })
})

describe('a subscription', () => {
  const put = (cookie: string, body: object, headers = {}) =>
    server.ask('/api/notifications/push', {
      ...{ method: 'PUT', cookie, body: JSON.stringify(body) },
      headers: { Origin: ownOrigin, 'Content-Type': 'application/json', ...headers },
    })
  const endpoint = () => `https://push.example.com/${randomBytes(9).toString('hex')}`
  const subscription = () => ({ endpoint: endpoint(), expirationTime: null, ...{ keys: pushBrowser().keys } })

  it('is one for each session, made by our page and ended by its button, and by logging out', async () => {
    const person = createPerson(db, { now: Date.now() })
    const { cookie } = await signedIn(person)
    expect((await server.ask('/notifications/device', { cookie })).text).toContain('Turning them on needs JavaScript.')
    for (let again = 0; again < 2; again += 1) expect((await put(cookie, subscription())).status).toBe(200)
    expect(subscriptionsOf(person)).toHaveLength(1)
    expect((await server.ask('/notifications/device', { cookie })).text).toContain('Turn off push notifications')
    expect((await server.ask('/notifications/device/stop-push', { cookie, form: { button: '' } })).status).toBe(303)
    expect(subscriptionsOf(person)).toEqual([])
    await put(cookie, subscription())
    await server.ask('/logout', { cookie, form: { button: '' } })
    expect(subscriptionsOf(person)).toEqual([])
  })

  it('is taken over by whoever uses the browser now, and kept for ten browsers of a person', async () => {
    const shared = subscription()
    const people = [createPerson(db, { now: Date.now() }), createPerson(db, { now: Date.now() })]
    for (const person of people) await put((await signedIn(person)).cookie, shared)
    expect(people.map((person) => subscriptionsOf(person).length)).toEqual([0, 1])
    const [person] = people
    for (let count = 0; count < 12; count += 1)
      await put((await signedIn(person as CompanyContext)).cookie, subscription())
    expect(subscriptionsOf(person as CompanyContext)).toHaveLength(10)
  })

  it('needs a public push service, keys that are keys, a browser, and an installation with keys', async () => {
    const { cookie } = await signedIn(createPerson(db, { now: Date.now() }))
    const good = subscription()
    for (const wrong of [
      ...[
        'http://push.example.com/a',
        'https://push.example.com:8443/a',
        'https://me@push.example.com/a',
        'ftp://a.b/c',
      ].map((address) => ({ ...good, endpoint: address })),
      { ...good, keys: { ...good.keys, auth: 'short' } },
      { ...good, keys: { p256dh: good.keys.p256dh } },
    ])
      expect((await put(cookie, wrong)).status).toBe(422)
    expect((await put(cookie, good, { Origin: 'https://evil.example' })).status).toBe(403)
    Object.assign(env, none)
    expect((await put(cookie, good)).status).toBe(409)
    expect((await server.ask('/notifications/device', { cookie })).text).toContain('not available on this installation')
  })
})

it('takes the keys of the settings as a pair, all or none', () => {
  const other = createECDH('prime256v1')
  other.generateKeys()
  expect([isVapidPair({}), isVapidPair(keys)]).toEqual([true, true])
  const wrong = [
    { ...keys, VAPID_SUBJECT: '' },
    { ...keys, VAPID_PRIVATE_KEY: other.getPrivateKey('base64url') },
  ]
  expect([...wrong, { ...keys, VAPID_PRIVATE_KEY: 'x' }].map(isVapidPair)).toEqual([false, false, false])
})
