import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { issuePeerCredentials, type PeerCredentials } from '#app/features/calls/peer-credentials.server.ts'
import { env } from '#app/platform/env.server.ts'
import type { Database } from '#db/client.server.ts'
import { createLiveCall } from '#tests/factories/call.ts'
import { createPerson, type PersonOptions } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { record } from '#tests/setup/events.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { brokerPath, type Opening, openSocket, rawSocket, untilClosed } from '#tests/setup/sockets.ts'

let db: Database
let server: TestServer

beforeAll(async () => {
  db = testDatabase()
  server = await startServer({ pages: false })
})
afterAll(() => server.stop())

/** People who are in one call, each with a session and the credentials of their peer. */
async function callers(...people: PersonOptions[]) {
  const all = people.map((options) => createPerson(db, options))
  const { callId, peers } = createLiveCall(db, all)
  return Promise.all(
    all.map(async (person, index) => {
      const credentials = peers[index] ?? { id: '', token: '' }
      return { person, callId, ...(await signedIn(person)), credentials }
    }),
  )
}
/** Somebody in a call with one other. */
async function somebody(options: PersonOptions = {}) {
  const [one] = await callers(options, {})
  if (!one) throw new Error('nobody is in the call')
  return one
}
async function two() {
  const [a, b] = await callers({}, {})
  if (!a || !b) throw new Error('nobody is in the call')
  return [a, b] as const
}

/** A frame as PeerJS writes it; `payload` is JSON. */
const offer = (to: string, payload: string) => `{"type":"OFFER","payload":${payload},"dst":"${to}"}`

const knock = ({ id, token }: PeerCredentials, opening: Opening) =>
  rawSocket(server.port, brokerPath(id, token), opening)

async function opened(credentials: PeerCredentials, opening: Opening) {
  const result = await knock(credentials, opening)
  if (!('socket' in result)) throw new Error(`the broker refused with ${result.refused}`)
  return result
}

it('accepts the credentials issued over a socket, while that socket keeps working', async () => {
  const { person, cookie, callId } = await somebody()
  const socket = await openSocket(server.port, { cookie })
  await socket.timeout(2000).emitWithAck('call:resume', { callId })
  const { ok, peer: credentials } = await socket.timeout(2000).emitWithAck('peer:credentials', { callId })
  expect(ok).toBe(true)
  const { socket: peer, next } = await opened(credentials, { cookie })
  expect(JSON.parse(await next())).toEqual({ type: 'OPEN' })
  for (let round = 0; round < 5; round += 1) {
    peer.send(JSON.stringify({ type: 'HEARTBEAT' }))
    await expect(socket.timeout(2000).emitWithAck('authenticate', { userId: person.actor.id })).resolves.toMatchObject({
      ok: true,
    })
  }
  const later = await openSocket(server.port, { cookie, transport: 'polling' })
  later.disconnect()
  socket.disconnect()
  peer.close()
})

it('relays an offer from one peer to another', async () => {
  const [a, b] = await two()
  const [caller, callee] = [await opened(a.credentials, a), await opened(b.credentials, b)]
  await Promise.all([caller.next(), callee.next()])
  caller.socket.send(offer(b.credentials.id, '{"sdp":"v=0"}'))
  const { id: src } = a.credentials
  expect(JSON.parse(await callee.next())).toMatchObject({ type: 'OFFER', src, payload: { sdp: 'v=0' } })
  caller.socket.close()
  callee.socket.close()
})

it('does not read payloads, and lets none pose as another peer', async () => {
  const [a, b] = await two()
  const [caller, callee] = [await opened(a.credentials, a), await opened(b.credentials, b)]
  await Promise.all([caller.next(), callee.next()])
  const { id: src } = a.credentials
  caller.socket.send(offer(b.credentials.id, '{ "sdp" : 1.0e0 }'))
  expect(await callee.next()).toContain('{ "sdp" : 1.0e0 }')
  caller.socket.send(offer(b.credentials.id, `1,"src":"${b.credentials.id}","type":"OPEN"`))
  expect(JSON.parse(await callee.next())).toMatchObject({ type: 'OFFER', src })
  for (const { socket } of [caller, callee]) socket.close()
})

it('keeps nothing for a peer that does not exist, and says so', async () => {
  const [a, b] = await two()
  const caller = await opened(a.credentials, a)
  await caller.next()
  for (const { credentials } of [b, a]) caller.socket.send(offer(credentials.id, '{}'))
  expect(JSON.parse(await caller.next())).toMatchObject({ type: 'EXPIRE', src: b.credentials.id })
  expect(JSON.parse(await caller.next())).toMatchObject({ type: 'EXPIRE', src: a.credentials.id })
  const callee = await opened(b.credentials, b)
  await callee.next()
  caller.socket.send(offer(b.credentials.id, '"the second"'))
  expect(JSON.parse(await callee.next())).toMatchObject({ payload: 'the second' })
  for (const { socket } of [caller, callee]) socket.close()
})

it('closes a peer that floods, and all others of that person that go on', async () => {
  const { credentials, cookie } = await somebody()
  const flood = offer(credentials.id.replaceAll(/./g, '0'), `[${'{},'.repeat(20_000)}{}]`)
  const { socket: peer } = await opened(credentials, { cookie })
  const closed = untilClosed(peer)
  for (let sent = 0; sent < 780; sent += 1) peer.send(flood)
  await closed
  const again = await opened(credentials, { cookie })
  const closedAgain = untilClosed(again.socket)
  again.socket.send('{"type":"HEARTBEAT"}')
  await closedAgain
})

it('closes a peer that does not read', async () => {
  vi.spyOn(env, 'RATE_LIMITS', 'get').mockReturnValue(false)
  const [a, b] = await two()
  const [caller, deaf] = [await opened(a.credentials, a), await opened(b.credentials, b)]
  await caller.next()
  deaf.socket.pause()
  // More than the system buffers on the way.
  for (let sent = 0; sent < 400; sent += 1) caller.socket.send(offer(b.credentials.id, `"${'x'.repeat(60_000)}"`))
  expect(JSON.parse(await caller.next())).toMatchObject({ type: 'EXPIRE', src: b.credentials.id })
  for (const { socket } of [caller, deaf]) socket.terminate()
})

it('relays nothing between people who share no call', async () => {
  const [a, b] = [await somebody(), await somebody()]
  const [caller, stranger] = [await opened(a.credentials, a), await opened(b.credentials, b)]
  await Promise.all([caller.next(), stranger.next()])
  for (const type of ['OFFER', 'ANSWER', 'CANDIDATE', 'LEAVE'])
    caller.socket.send(`{"type":"${type}","payload":{},"dst":"${b.credentials.id}"}`)
  expect(JSON.parse(await caller.next())).toMatchObject({ type: 'EXPIRE', src: b.credentials.id })
  stranger.socket.send(offer(b.credentials.id, '"to myself"'))
  expect(JSON.parse(await stranger.next())).toMatchObject({ type: 'EXPIRE' })
  for (const { socket } of [caller, stranger]) socket.close()
})

it('closes the peer of whoever leaves the call or takes another id, and admits it no more', async () => {
  const { cookie, callId, credentials } = await somebody()
  const socket = await openSocket(server.port, { cookie })
  const first = await opened(credentials, { cookie })
  const replaced = untilClosed(first.socket)
  const { connection } = await socket.timeout(2000).emitWithAck('call:resume', { callId })
  await replaced
  expect(await knock(credentials, { cookie })).toEqual({ refused: 403 })
  const second = await opened(connection.peer, { cookie })
  const left = untilClosed(second.socket)
  await socket.timeout(2000).emitWithAck('call:end', { callId })
  await left
  expect(await knock(connection.peer, { cookie })).toEqual({ refused: 403 })
  socket.disconnect()
})

it('admits no id that was issued for no call', async () => {
  const { person, cookie } = await somebody()
  expect(await knock(issuePeerCredentials(person.actor.id, Date.now()), { cookie })).toEqual({ refused: 403 })
})

it('is closed to people who have not verified their address', async () => {
  vi.spyOn(env, 'requireVerifiedEmail', 'get').mockReturnValue(true)
  const { credentials, cookie, callId } = await somebody({ emailVerified: false })
  expect(await knock(credentials, { cookie })).toEqual({ refused: 403 })
  const socket = await openSocket(server.port, { cookie })
  const answer = await socket.timeout(2000).emitWithAck('call:resume', { callId })
  expect(answer).toMatchObject({ ok: false, code: 'forbidden' })
  socket.disconnect()
})

type Somebody = Awaited<ReturnType<typeof somebody>>
const refusals: Array<[string, (one: Somebody, other: Somebody) => [PeerCredentials, Opening]]> = [
  ['without credentials', (one) => [{ id: '', token: '' }, one]],
  [
    'with a token of nonsense',
    (one) => [{ ...one.credentials, token: `${Date.now() + 60_000}.${'0'.repeat(64)}` }, one],
  ],
  ['with a token without a time', (one) => [{ ...one.credentials, token: '' }, one]],
  [
    'with a token whose time was moved',
    (one) => [
      { ...one.credentials, token: one.credentials.token.replace(/^\d+/, (time) => String(Number(time) + 60_000)) },
      one,
    ],
  ],
  ['with credentials of another id', (one, other) => [{ ...one.credentials, id: other.credentials.id }, one]],
  ["with another person's credentials", (one, other) => [other.credentials, one]],
  [
    'with credentials that ran out',
    (one) => [issuePeerCredentials(one.person.actor.id, Date.now() - 10 * 60_000 - 1), one],
  ],
  ['without a cookie', (one) => [one.credentials, {}]],
  ['with a foreign Origin', (one) => [one.credentials, { cookie: one.cookie, origin: 'https://evil.example' }]],
  ["with the Origin 'null'", (one) => [one.credentials, { cookie: one.cookie, origin: 'null' }]],
]

it.each(refusals)('refuses a peer %s', async (_name, make) => {
  const [credentials, opening] = make(await somebody(), await somebody())
  expect(await knock(credentials, opening)).toEqual({ refused: 401 })
})

it('disconnects the peers of an ended session within a second', async () => {
  const { cookie, hash, credentials } = await somebody()
  const { socket: peer } = await opened(credentials, { cookie })
  const closed = untilClosed(peer)
  const began = performance.now()
  record(db, 'session.ended', { sessionHashes: [hash] })
  await closed
  expect(performance.now() - began).toBeLessThan(1000)
})

it('survives garbage and a frame of a megabyte', async () => {
  for (const frame of [
    'garbage',
    '{',
    'null',
    '[]',
    '{"type":5}',
    '{"type":"OFFER","dst":{}}',
    '{"type":"__proto__","dst":"x"}',
    Buffer.alloc(300, 255),
    'x'.repeat(1_048_576),
  ]) {
    const { cookie, credentials } = await somebody()
    const { socket: peer } = await opened(credentials, { cookie })
    const closed = untilClosed(peer)
    peer.send(frame)
    if (frame.length > 64 * 1024) await closed
    else peer.close()
    await closed
  }
  const { cookie, credentials } = await somebody()
  const { socket: peer, next } = await opened(credentials, { cookie })
  expect(JSON.parse(await next())).toEqual({ type: 'OPEN' })
  peer.close()
})

it('is not reachable by plain HTTP', async () => {
  const { cookie } = await somebody()
  for (const path of ['/peerjs', '/peerjs/', '/peerjs/peerjs/id', '/peerjs/peerjs/peers']) {
    expect((await server.ask(path, { cookie })).status).toBe(404)
  }
})
