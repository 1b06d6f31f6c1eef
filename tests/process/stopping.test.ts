import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '#db/client.server.ts'
import { createLiveCall } from '#tests/factories/call.ts'
import { createPerson } from '#tests/factories/people.ts'
import { type BuiltServer, startBuilt, temporaryFolder } from '#tests/setup/built-server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { brokerPath, openSocket, rawSocket, untilDisconnected } from '#tests/setup/sockets.ts'

let folder: ReturnType<typeof temporaryFolder>
let server: BuiltServer
beforeEach(async () => {
  folder = temporaryFolder()
  server = await startBuilt({ dataDir: folder.path, env: { PUBLIC_URL: 'http://localhost:3000' } })
})
afterEach(async () => {
  server.process.kill('SIGKILL')
  await server.exited
  folder.remove()
})

const databaseFile = () => join(folder.path, 'groundwork.db')

it('finishes open requests, and stops within five seconds under load with fifty sockets, peers and a slow client', async () => {
  const db = openDatabase(databaseFile())
  const person = createPerson(db)
  const { cookie } = await signedIn(person)
  const callers = Array.from({ length: 5 }, () => createPerson(db))
  const { peers } = createLiveCall(db, callers)
  const sessions = await Promise.all(callers.map((caller) => signedIn(caller)))
  db.$client.close()
  const sockets = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      openSocket(server.port, { cookie, transport: index % 5 ? 'websocket' : 'polling' }),
    ),
  )
  for (const [index, { id, token }] of peers.entries()) {
    const opening = { cookie: sessions[index]?.cookie ?? '' }
    expect(await rawSocket(server.port, brokerPath(id, token), opening)).toHaveProperty('socket')
  }
  const dawdling = connect(server.port, '127.0.0.1')
  dawdling.on('error', () => undefined)
  dawdling.write(
    'POST /theme HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:3000\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nth',
  )

  let stopping = false
  const statuses = new Map<number, number>()
  const load = Array.from({ length: 10 }, async () => {
    for (;;) {
      const answer = await server.ask('/health').catch(() => null)
      if (answer) statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      if (stopping && !answer) return
    }
  })
  const ended = sockets.map(untilDisconnected)
  await server.ask('/')
  const began = performance.now()
  server.process.kill('SIGTERM')
  stopping = true
  const { code, signal } = await server.exited
  const took = performance.now() - began
  await Promise.all([...load, ...ended])
  dawdling.destroy()
  expect({ code, signal }).toEqual({ code: 0, signal: null })
  expect(took).toBeLessThan(5000)
  expect([...statuses.keys()]).toEqual([200])
}, 60_000)

it('stops at once when idle, and leaves a single database file', async () => {
  const began = performance.now()
  expect(await server.stop()).toBe(0)
  expect(performance.now() - began).toBeLessThan(1500)
  const db = openDatabase(databaseFile())
  expect(db.$client.pragma('integrity_check', { simple: true })).toBe('ok')
  db.$client.close()
})

it('stops on Ctrl+C as well', async () => {
  server.process.kill('SIGINT')
  expect(await server.exited).toEqual({ code: 0, signal: null })
})
