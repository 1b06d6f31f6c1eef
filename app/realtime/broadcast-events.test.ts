import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { and, eq } from 'drizzle-orm'
import type { Socket } from 'socket.io-client'
import { expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { askQuestion } from '#app/features/calls/broadcasts/ask-question.server.ts'
import { hostGone } from '#app/features/calls/broadcasts/broadcast.ts'
import { endBroadcast } from '#app/features/calls/broadcasts/end-broadcast.server.ts'
import { findBroadcast } from '#app/features/calls/broadcasts/queries.server.ts'
import { onTheWay } from '#app/features/calls/broadcasts/relay.ts'
import { liveRelays } from '#app/features/calls/broadcasts/relays.server.ts'
import { takePiece } from '#app/features/calls/broadcasts/take-piece.server.ts'
import { joined, WebmScanner } from '#app/features/calls/broadcasts/webm-scanner.ts'
import { broadcasts } from '#db/schema/calls/broadcasts.ts'
import { conversationMembers } from '#db/schema/chat.ts'
import { createConversation } from '#tests/factories/chat.ts'
import { eventually } from '#tests/setup/eventually.ts'
import { socketServer } from '#tests/setup/socket-server.ts'
import { heard, say } from '#tests/setup/sockets.ts'
import type { BroadcastProgress, BroadcastQuestion } from './protocol/broadcast-events.ts'

const { db, somebody, socketOf } = socketServer()

/** Three seconds that Chromium has recorded, of its fake devices, as a host sends them. */
const recorded = new Uint8Array(readFileSync('tests/fixtures/recording.webm'))
const header = recorded.subarray(0, new WebmScanner().scan(recorded)[0]?.at)
const pieces = Array.from({ length: Math.ceil(recorded.length / 2_000) }, (_, index) =>
  recorded.subarray(index * 2_000, (index + 1) * 2_000),
)

/** A broadcast to a conversation of so many, begun by the socket of its host. */
async function live(viewers: number) {
  const host = somebody()
  const people = Array.from({ length: viewers }, somebody)
  const { id: conversationId } = createConversation(db, { members: [host, ...people] })
  const h = await socketOf(host)
  const start = { conversationId, title: ' Roof ', description: '', format: 'vp8', clientBroadcastId: randomUUID() }
  const begun = await say(h, 'broadcast:start', start)
  const broadcastId = String((begun as { broadcastId?: string }).broadcastId)
  let next = 0
  const send = async (count: number) => {
    for (const bytes of pieces.slice(next, next + count))
      await takePiece({ ...host, now: Date.now() }, { broadcastId, index: next++, bytes, last: false })
  }
  return { host, h, people, conversationId, broadcastId, send, watch: (socket: Socket) => watch(socket, broadcastId) }
}

/** Watches, and takes what comes, or nothing. */
async function watch(socket: Socket, broadcastId: string, isQuick = true) {
  const got: Array<{ isStart: boolean; bytes: Uint8Array }> = []
  socket.on('broadcast:piece', ({ isStart }: { isStart: boolean }, bytes: Buffer, taken: () => void) => {
    got.push({ isStart, bytes: new Uint8Array(bytes) })
    if (isQuick) taken()
  })
  const answer = await say(socket, 'broadcast:watch', { broadcastId })
  return { got, answer, bytes: () => joined(...got.map((piece) => piece.bytes)) }
}

const progressOf = (socket: Socket, fits: (progress: BroadcastProgress) => boolean) =>
  heard<BroadcastProgress>(socket, 'broadcast:progress', fits)

it('reaches its audience while its host uploads once: whole, from a keyframe for who comes late, and all but nothing for who takes nothing', async () => {
  const { h, host, people, broadcastId, send, watch: watchIt } = await live(3)
  const sockets = await Promise.all(people.map((person) => socketOf(person)))
  const [first, late, slow] = sockets as [Socket, Socket, Socket]
  await say(h, 'broadcast:watch', { broadcastId })
  const counted = progressOf(h, ({ viewers }) => viewers === 2)
  const early = await watchIt(first)
  expect(early.answer).toMatchObject({ ok: true, progress: { state: 'live' }, questions: [] })
  const stalled = await watch(slow, broadcastId, false)
  await counted
  await send(20)
  const second = await watchIt(late)
  await send(pieces.length)
  await eventually(() => expect(early.bytes().length).toBe(recorded.length))
  expect(Buffer.compare(early.bytes(), recorded)).toBe(0)
  await eventually(() => expect(Buffer.compare(second.bytes().slice(-2_000), recorded.slice(-2_000))).toBe(0))
  expect(second.got.map(({ isStart }) => isStart)).toEqual([true, ...second.got.slice(1).map(() => false)])
  expect(Buffer.compare(second.bytes().subarray(0, header.length), header)).toBe(0)
  expect(stalled.got.length).toBeLessThanOrEqual(onTheWay.pieces)
  // The host follows it without its pictures.
  const question = heard<{ question: BroadcastQuestion }>(h, 'broadcast:question')
  askQuestion({ ...(people[0] as UserContext), now: Date.now() }, { broadcastId, text: 'When?' })
  expect((await question).question).toMatchObject({ text: 'When?', authorName: people[0]?.actor.name })
  const over = sockets.map((socket) => progressOf(socket, ({ state }) => state === 'ended'))
  endBroadcast({ ...host, now: Date.now() }, { broadcastId })
  for (const progress of await Promise.all(over)) expect(progress).toMatchObject({ endReason: 'ended' })
  await eventually(() => expect(liveRelays().has(broadcastId)).toBe(false))
  expect(await say(first, 'broadcast:watch', { broadcastId })).toMatchObject({ ok: false, code: 'conflict' })
})

it('has a title of its own where its host gave none', async () => {
  const host = somebody()
  const h = await socketOf(host)
  const start = { title: '  ', description: '', format: 'vp8', clientBroadcastId: randomUUID() }
  const begun = await say(h, 'broadcast:start', start)
  const { broadcastId } = begun as { broadcastId?: string }
  expect(findBroadcast(host, String(broadcastId))).toMatchObject({ title: 'Live Broadcast' })
})

it('refuses everybody else, and lets nobody begin one where they may not', async () => {
  const { conversationId, broadcastId } = await live(1)
  const stranger = await socketOf(somebody())
  const refused = { ok: false, code: 'not_found' }
  for (const id of [broadcastId, 'nothing', "' OR 1=1"])
    expect(await say(stranger, 'broadcast:watch', { broadcastId: id })).toMatchObject(refused)
  const start = { title: 'x', description: '', format: 'vp8', clientBroadcastId: randomUUID() }
  expect(await say(stranger, 'broadcast:start', { ...start, conversationId })).toMatchObject(refused)
  const invalid = { ok: false, code: 'invalid' }
  for (const more of [{ format: 'h264' }, { title: 'x'.repeat(2_000) }, { clientBroadcastId: 7 }, { title: {} }])
    expect(await say(stranger, 'broadcast:start', { ...start, ...more })).toMatchObject(invalid)
  expect(await say(stranger, 'broadcast:watch', null)).toMatchObject(invalid)
})

it('gives nothing more to whoever is taken out of the conversation', async () => {
  const { people, conversationId, broadcastId, send, watch: watchIt } = await live(2)
  const [out, stays] = await Promise.all(people.map((person) => socketOf(person)))
  if (!out || !stays) throw new Error('nobody watches')
  const [gone, here] = [await watchIt(out), await watchIt(stays)]
  await send(5)
  const closed = heard(out, 'broadcast:closed')
  const membership = eq(conversationMembers.userId, people[0]?.actor.id ?? '')
  db.delete(conversationMembers)
    .where(and(eq(conversationMembers.conversationId, conversationId), membership))
    .run()
  await closed
  const before = gone.got.length
  await send(5)
  await eventually(() => expect(here.got.length).toBeGreaterThan(5))
  expect(gone.got.length).toBe(before)
  expect(await say(out, 'broadcast:watch', { broadcastId })).toMatchObject({ ok: false, code: 'not_found' })
})

it('is over for everybody within a second once nothing came from its host for 30 seconds', async () => {
  const { host, people, broadcastId, send, watch: watchIt } = await live(1)
  const viewer = await socketOf(people[0] as UserContext)
  await watchIt(viewer)
  await send(2)
  const over = progressOf(viewer, ({ state }) => state === 'ended')
  db.update(broadcasts)
    .set({ lastPieceAt: Date.now() - hostGone })
    .where(eq(broadcasts.id, broadcastId))
    .run()
  expect(await over).toMatchObject({ endReason: 'host_gone', viewers: 1 })
  expect(findBroadcast(host, broadcastId)?.state).not.toBe('live')
})
