import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { sendMessage } from '#app/features/messages/send-message.server.ts'
import { chooseStatus } from '#app/features/presence/choose-status.server.ts'
import type { PresenceChange } from '#app/realtime/protocol/socket-events.ts'
import type { Database } from '#db/client.server.ts'
import { startDispatcher } from '#db/event-dispatcher.server.ts'
import { userStatus } from '#db/schema/chat.ts'
import { createConversation } from '#tests/factories/chat.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { socketServer } from '#tests/setup/socket-server.ts'
import { everythingHeard, heard, say, untilClosed } from '#tests/setup/sockets.ts'
import { startSockets } from './sockets.server.ts'
import { dispatchUpgrades } from './upgrades.server.ts'

/** Long enough for a reload and short enough for a test (ms); in production it is ten seconds. */
const grace = 400
/** How long changes are collected (ms); a second in production. */
const interval = 100

const { db, somebody, socketOf, bareSocket } = socketServer(startWithShortGrace)

async function startWithShortGrace(db: Database) {
  const http = createServer()
  const dispatcher = startDispatcher(db, [])
  const sockets = startSockets(http, db, { grace, interval })
  dispatchUpgrades(http, (request, socket, head) => {
    sockets.upgrade(request, socket, head)
    return true
  })
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  return {
    port: (http.address() as AddressInfo).port,
    async stop() {
      sockets.close()
      dispatcher.stop()
      http.closeAllConnections()
      await new Promise((closed) => http.close(closed))
    },
  }
}

type Somebody = ReturnType<typeof somebody>
const about = (person: Somebody, status: string) => (list: PresenceChange[]) =>
  list.some((change) => change.userId === person.actor.id && change.status === status)

it('announces that a user is gone with the time they were last seen, but not for a reload', async () => {
  const [person, companion] = [somebody(), somebody()]
  createConversation(db, { type: 'direct', members: [person, companion] })
  const reader = await socketOf(companion)
  const here = heard(reader, 'user_online', about(person, 'online'))
  const first = await socketOf(person)
  await here
  const all = everythingHeard(reader)
  first.disconnect()
  const second = await socketOf(person)
  // A later change than the grace period, so that anything caused by the reload has been sent before it.
  const gone = heard<PresenceChange[]>(reader, 'user_offline', about(person, 'offline'))
  second.disconnect()
  const [change] = await gone
  expect(change).toMatchObject({ userId: person.actor.id, isOnline: false, lastSeenAt: expect.any(Number) })
  const told = all.filter(
    ({ event, value }) => event !== 'user_offline' && JSON.stringify(value).includes(person.actor.id),
  )
  expect(told).toEqual([])
  expect(all.filter(({ event }) => event === 'user_offline')).toHaveLength(1)
  const kept = db.select().from(userStatus).where(eq(userStatus.userId, person.actor.id)).get()
  expect(kept?.lastSeenAt).toBe(change?.lastSeenAt)
})

it('sends the chosen status, and nothing about invisible users', async () => {
  const [person, companion] = [somebody(), somebody()]
  createConversation(db, { type: 'direct', members: [person, companion] })
  const reader = await socketOf(companion)
  const own = await socketOf(person)
  const busy = heard<PresenceChange[]>(reader, 'user_online', about(person, 'busy'))
  chooseStatus({ ...person, now: Date.now() }, { status: 'busy', customText: 'On site until three' })
  expect(await busy).toContainEqual({
    userId: person.actor.id,
    isOnline: true,
    status: 'busy',
    customText: 'On site until three',
    lastSeenAt: null,
  })
  const hidden = heard(reader, 'user_offline', about(person, 'offline'))
  chooseStatus({ ...person, now: Date.now() }, { status: 'offline', customText: '' })
  await hidden
  const all = everythingHeard(reader)
  own.disconnect()
  // A change of the invisible user would have been sent with or before this one, of a user who leaves at the same time.
  const other = somebody()
  createConversation(db, { type: 'direct', members: [other, companion] })
  const socket = await socketOf(other)
  const gone = heard(reader, 'user_offline', about(other, 'offline'))
  socket.disconnect()
  await gone
  expect(JSON.stringify(all)).not.toContain(person.actor.id)
})

it('disconnects a client with 500 pending packets', async () => {
  const [anna, slow] = [somebody(), somebody()]
  const { id } = createConversation(db, { members: [anna, slow] })
  const quick = await socketOf(anna)
  await say(quick, 'join_group', { groupId: id })
  const { socket, next } = await bareSocket(await signedIn(slow))
  await next()
  socket.send('40')
  await next()
  socket.send(`420${JSON.stringify(['join_group', { groupId: id }])}`)
  await next()
  socket.pause()
  const gone = heard(quick, 'user_offline', about(slow, 'offline'))
  const text = 'x'.repeat(16_000)
  for (let count = 1; count <= 1500; count += 1) {
    sendMessage(anna, { conversationId: id, text, clientId: randomUUID() })
    if (count % 100 === 0) await say(quick, 'set_idle', { idle: false })
  }
  await gone
  let received = 0
  socket.on('message', () => {
    received += 1
  })
  const closed = untilClosed(socket)
  socket.resume()
  await closed
  expect(received).toBeLessThan(1500)
  expect(await say(quick, 'sync', { conversationId: id, sinceRev: 1490 })).toMatchObject({ ok: true, rev: 1500 })
})
