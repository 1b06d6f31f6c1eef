import { readFileSync } from 'node:fs'
import type { DataConnection, Peer, PeerOptions } from 'peerjs'
import type { Socket } from 'socket.io-client'
import { createLiveCall } from '#tests/factories/call.ts'
import { expect, type PersonPage, test } from './fixtures.ts'

type Resumed = { ok: boolean; connection: { peer: { id: string; token: string } } }
/** The globals of the two libraries' browser builds. */
type Libraries = {
  io: (options: { transports: string[]; reconnection: boolean }) => Socket
  peerjs: { Peer: new (id: string, options: PeerOptions) => Peer }
  peer: Peer
}

/** Loads the real browser builds, bypassing the page's policy, since the product's pages do not include them yet. */
async function loadLibraries(page: PersonPage): Promise<void> {
  await page.evaluate(readFileSync('node_modules/socket.io-client/dist/socket.io.min.js', 'utf8'))
  await page.evaluate(readFileSync('node_modules/peerjs/dist/peerjs.min.js', 'utf8'))
}

/**
 * Connects Socket.IO over one transport, resumes the call, and opens the PeerJS broker with them; returns the peer id.
 */
function connect(page: PersonPage, callId: string, transport: 'websocket' | 'polling'): Promise<string> {
  return page.evaluate(
    async ([callId, transport]) => {
      const library = window as unknown as Libraries
      const socket = library.io({ transports: [transport], reconnection: false })
      await new Promise<void>((resolve, reject) => {
        socket.on('connect', resolve)
        socket.on('connect_error', reject)
      })
      const { connection }: Resumed = await socket.emitWithAck('call:resume', { callId })
      const { id, token } = connection.peer
      const { hostname, port } = window.location
      const peer = new library.peerjs.Peer(id, {
        host: hostname,
        port: Number(port),
        path: '/peerjs',
        token,
        config: { iceServers: [] },
      })
      library.peer = peer
      await new Promise<void>((resolve, reject) => {
        peer.on('open', () => resolve())
        peer.on('error', reject)
      })
      return id
    },
    [callId, transport] as const,
  )
}

test('two signed-in browsers reach Socket.IO and the PeerJS broker, and exchange first messages through it', {
  tag: '@scripts',
}, async ({ db, insertPerson, logIn }) => {
  const people = [await insertPerson(), await insertPerson()] as const
  const { callId } = createLiveCall(db, people)
  const [one, other] = [await logIn(people[0].actor), await logIn(people[1].actor)]
  for (const page of [one, other]) await page.goto('/dashboard')
  await loadLibraries(one)
  await loadLibraries(other)
  await connect(one, callId, 'polling')
  const otherId = await connect(other, callId, 'websocket')

  const heard = other.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const { peer } = window as unknown as Libraries
        peer.on('connection', (connection: DataConnection) => resolve(String(connection.label)))
      }),
  )
  await one.evaluate((id) => {
    const { peer } = window as unknown as Libraries
    peer.connect(id, { label: 'good morning' })
  }, otherId)
  expect(await heard).toBe('good morning')
})

test('neither accepts connections without a session', { tag: '@scripts' }, async ({ page }) => {
  await page.goto('/')
  const answers = await page.evaluate(async () => {
    const polling = await fetch('/socket.io/?EIO=4&transport=polling')
    const opened = (path: string) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(`ws://${window.location.host}${path}`)
        socket.onopen = () => resolve('open')
        socket.onerror = () => resolve('refused')
      })
    return [
      polling.status,
      await opened('/socket.io/?EIO=4&transport=websocket'),
      await opened('/peerjs/peerjs?key=peerjs&id=me&token=x'),
      await opened('/anything'),
    ]
  })
  expect(answers).toEqual([403, 'refused', 'refused', 'refused'])
})
