import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#db/client.server.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { record } from '#tests/setup/events.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { brokerPath, type Opening, openSocket, rawSocket, untilClosed } from '#tests/setup/sockets.ts'
import { issuePeerCredentials, type PeerCredentials } from './peer-credentials.server.ts'

let db: Database
let server: TestServer

beforeAll(async () => {
  db = testDatabase()
  server = await startServer({ pages: false })
})
afterAll(() => server.stop())

async function somebody() {
  const person = createPerson(db)
  const session = await signedIn(person)
  return { person, ...session, credentials: issuePeerCredentials(person.actor.id, Date.now()) }
}

const knock = ({ id, token }: PeerCredentials, opening: Opening) =>
  rawSocket(server.port, brokerPath(id, token), opening)

async function opened(credentials: PeerCredentials, opening: Opening) {
  const result = await knock(credentials, opening)
  if (!('socket' in result)) throw new Error(`the broker refused with ${result.refused}`)
  return result
}

it('accepts the credentials issued over a socket, while that socket keeps working', async () => {
  const { person, cookie } = await somebody()
  const socket = await openSocket(server.port, { cookie })
  const { ok, ...credentials } = await socket.timeout(2000).emitWithAck('peer:credentials')
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
  const [a, b] = [await somebody(), await somebody()]
  const [caller, callee] = [await opened(a.credentials, a), await opened(b.credentials, b)]
  await Promise.all([caller.next(), callee.next()])
  caller.socket.send(JSON.stringify({ type: 'OFFER', dst: b.credentials.id, payload: { sdp: 'v=0' } }))
  expect(JSON.parse(await callee.next())).toMatchObject({
    type: 'OFFER',
    src: a.credentials.id,
    payload: { sdp: 'v=0' },
  })
  caller.socket.close()
  callee.socket.close()
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
