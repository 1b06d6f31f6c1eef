import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { Database } from '#db/client.server.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { headersOf, pageSocketOf } from '#tests/setup/sockets.ts'
import { type ChatSocket, chatSocket, pollingChannel, webSocketChannel } from './chat-socket.ts'

let db: Database
let server: TestServer

beforeAll(async () => {
  db = testDatabase()
  server = await startServer({ pages: false })
})
afterAll(() => server.stop())

const cookieOf = async () => (await signedIn(createPerson(db, { now: Date.now() }))).cookie
const next = (socket: ChatSocket, event: string) => new Promise<unknown>((done) => socket.on(event, done))
/** A websocket to this port of this machine. */
const to = (port: number) => webSocketChannel(() => new WebSocket(`ws://127.0.0.1:${port}/socket.io/`) as never)

it('asks over a websocket, and again after it was disconnected', async () => {
  const socket = pageSocketOf(server.port, { cookie: await cookieOf() })
  for (const _ of ['first', 'again']) {
    const open = next(socket, 'connect')
    socket.connect()
    await open
    expect(await socket.timeout(5_000).emitWithAck('join_group', { groupId: 'none' })).toMatchObject({ ok: false })
    socket.disconnect()
    expect(socket.connected).toBe(false)
    await expect(socket.timeout(5_000).emitWithAck('join_group', { groupId: 'none' })).rejects.toThrow('not connected')
  }
})

it('reports a connection that the server refuses', async () => {
  const socket = pageSocketOf(server.port, {})
  const refused = next(socket, 'connect_error')
  socket.connect()
  expect(await refused).toBeInstanceOf(Error)
  expect(socket.connected).toBe(false)
})

it('polls where no websocket opens', async () => {
  const closed = new WebSocketServer({ port: 0, host: '127.0.0.1', verifyClient: () => false })
  await once(closed, 'listening')
  const polling = pollingChannel(`http://127.0.0.1:${server.port}`, {
    extraHeaders: headersOf({ cookie: await cookieOf() }),
  })
  const socket = chatSocket([to((closed.address() as AddressInfo).port), polling], 5_000)
  const open = next(socket, 'connect')
  socket.connect()
  await open
  expect(await socket.timeout(5_000).emitWithAck('join_group', { groupId: 'none' })).toMatchObject({ ok: false })
  socket.disconnect()
  closed.close()
})

it('answers pings, and gives up a server that has fallen silent, with what it was asked', async () => {
  const silent = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(silent, 'listening')
  const heard: string[] = []
  silent.on('connection', (client) => {
    client.send('0{"sid":"x","pingInterval":60,"pingTimeout":60}')
    client.on('message', (data) => {
      heard.push(String(data))
      if (String(data) === '40') client.send('40{"sid":"y"}')
      if (String(data).startsWith('42')) client.send('2')
    })
  })
  const socket = chatSocket([to((silent.address() as AddressInfo).port)], 5_000)
  const [open, gone] = [next(socket, 'connect'), next(socket, 'disconnect')]
  socket.connect()
  await open
  await expect(socket.timeout(5_000).emitWithAck('sync', { revs: {} })).rejects.toThrow('disconnected')
  expect(await gone).toBe('transport close')
  expect(heard).toEqual(['40', '420["sync",{"revs":{}}]', '3'])
  silent.close()
})

it('gives up connecting to a server that does not answer', async () => {
  const mute = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(mute, 'listening')
  const socket = chatSocket([to((mute.address() as AddressInfo).port)], 50)
  const failed = next(socket, 'connect_error')
  socket.connect()
  expect(await failed).toMatchObject({ message: 'timeout' })
  mute.close()
})
