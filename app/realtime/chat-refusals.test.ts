import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Socket } from 'socket.io-client'
import { describe, expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { removeGroupMember } from '#app/features/groups/remove-group-member.server.ts'
import { sendMessage } from '#app/features/messages/send-message.server.ts'
import type { Answer } from '#app/realtime/protocol/socket-events.ts'
import type { WireMessage } from '#app/realtime/protocol/wire-message.ts'
import { sessions, users } from '#db/schema/accounts.ts'
import { messages } from '#db/schema/chat.ts'
import { addMember, createConversation, removeMember } from '#tests/factories/chat.ts'
import { record } from '#tests/setup/events.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { socketServer } from '#tests/setup/socket-server.ts'
import { admitted, everythingHeard, heard, say, untilClosed, untilDisconnected } from '#tests/setup/sockets.ts'

const { db, somebody, knock, enter, socketOf, bareSocket } = socketServer()
const secret = 'The offer is 1.2 million'

/** A conversation of two people with one message, and a socket of somebody who is not a member. */
async function talk() {
  const [anna, bert] = [somebody(), somebody()]
  const { id } = createConversation(db, { members: [anna, bert] })
  const message = sendMessage(anna, { conversationId: id, text: secret, clientId: randomUUID() })
  const socket = await socketOf(bert)
  await say(socket, 'join_group', { groupId: id })
  return { id, anna, bert, messageId: message.id, socket }
}
type Talk = Awaited<ReturnType<typeof talk>>

type EventCase = {
  event: string
  /** A valid payload of a member. */
  payload: (talk: Pick<Talk, 'id' | 'messageId'>, person: UserContext) => object
  /** More than ten times the limit. */
  flood: number
  acknowledged: boolean
  /** Whether only members of the conversation may send it. */
  membersOnly: boolean
}
const cases: EventCase[] = [
  {
    event: 'authenticate',
    payload: (_talk, { actor }) => ({ userId: actor.id, userName: actor.name }),
    flood: 210,
    acknowledged: true,
    membersOnly: false,
  },
  {
    event: 'send_message',
    payload: ({ id }) => ({ conversationId: id, text: 'Hello', type: 'text', clientId: randomUUID() }),
    flood: 310,
    acknowledged: true,
    membersOnly: true,
  },
  {
    event: 'typing_start',
    payload: ({ id }) => ({ conversationId: id }),
    flood: 20,
    acknowledged: false,
    membersOnly: true,
  },
  {
    event: 'typing_stop',
    payload: ({ id }) => ({ conversationId: id }),
    flood: 60,
    acknowledged: false,
    membersOnly: true,
  },
  { event: 'join_group', payload: ({ id }) => ({ groupId: id }), flood: 210, acknowledged: true, membersOnly: true },
  { event: 'leave_group', payload: ({ id }) => ({ groupId: id }), flood: 210, acknowledged: true, membersOnly: true },
  {
    event: 'mark_message_read',
    payload: ({ id, messageId }) => ({ conversationId: id, messageId }),
    flood: 210,
    acknowledged: true,
    membersOnly: true,
  },
  {
    event: 'sync',
    payload: ({ id }) => ({ conversationId: id, sinceRev: 0 }),
    flood: 210,
    acknowledged: true,
    membersOnly: true,
  },
  { event: 'set_idle', payload: () => ({ idle: true }), flood: 60, acknowledged: true, membersOnly: false },
]

const nasty: unknown[] = [
  undefined,
  null,
  0,
  Number.NaN,
  true,
  '',
  'text',
  [],
  [[]],
  {},
  { conversationId: null, groupId: null, userId: null, idle: null },
  { conversationId: {}, groupId: { toString: 'x' }, userId: [], idle: 'yes', messageId: 5, sinceRev: '1', text: 7 },
  { conversationId: ['x'], groupId: ['x'], userId: { $ne: '' }, idle: 1, sinceRev: -1, text: [], clientId: {} },
  { conversationId: 'x'.repeat(65), groupId: 'x'.repeat(65), userId: 'x'.repeat(65), sinceRev: 1.5, clientId: '' },
  JSON.parse('{"__proto__":{"conversationId":"x","groupId":"x","userId":"x","idle":true}}'),
  { conversationId: "' OR 1=1 --", groupId: "' OR 1=1 --", userId: "' OR 1=1 --", sinceRev: 1e308, text: '\u0000' },
  Buffer.from('binary'),
]

describe.each(cases)('$event', ({ event, payload, flood, acknowledged, membersOnly }) => {
  it('is refused without a session and from foreign pages', async () => {
    const { cookie } = await signedIn(somebody())
    for (const opening of [{}, { cookie, origin: 'https://evil.example' }]) {
      const socket = knock(opening)
      const all = everythingHeard(socket)
      socket.emit(event, {})
      expect(await admitted(socket)).toBe(false)
      expect(all).toEqual([])
    }
  })

  const itOfConversations = membersOnly ? it : () => undefined
  itOfConversations('is not for somebody who is no member, or no longer', async () => {
    const there = await talk()
    const [stranger, removed] = [somebody(), somebody()]
    addMember(db, there.id, removed)
    const sockets = await Promise.all([stranger, removed].map((person) => socketOf(person)))
    const [, formerly] = sockets as [Socket, Socket]
    await say(formerly, 'join_group', { groupId: there.id })
    removeMember(db, there.id, removed)
    record(db, 'chat.members.left', { conversationId: there.id, userIds: [removed.actor.id] })
    await heard(formerly, 'group_left')
    const told = everythingHeard(there.socket)
    for (const [index, socket] of sockets.entries()) {
      const person = index === 0 ? stranger : removed
      if (acknowledged) {
        const answer = await say(socket, event, payload(there, person))
        expect(answer).toMatchObject({ ok: false, code: 'not_found' })
        expect(JSON.stringify(answer)).not.toContain(secret)
      } else {
        socket.emit(event, payload(there, person))
        await say(socket, 'set_idle', { idle: false })
      }
      const rows = db.select().from(messages).where(eq(messages.conversationId, there.id)).all()
      expect(rows).toHaveLength(1)
    }
    await say(there.socket, 'join_group', { groupId: there.id })
    expect(told.map(({ event }) => event).filter((name) => /typing|new_message|message_updated/.test(name))).toEqual([])
  })

  it('survives any payload', async () => {
    const there = await talk()
    for (const value of nasty) {
      const socket = await socketOf(somebody())
      socket.emit(event, value)
      socket.emit(event, value, 'no function')
      socket.emit(event)
      if (acknowledged && value !== undefined) {
        const answer = await Promise.race([say(socket, event, value), untilDisconnected(socket).then(() => null)])
        if (answer) expect(answer.ok).toBe(false)
      } else if (socket.connected) await Promise.race([say(socket, 'sync', {}), untilDisconnected(socket)])
      socket.disconnect()
    }
    await expect(say(there.socket, 'sync', { conversationId: there.id, sinceRev: 0 })).resolves.toMatchObject({
      ok: true,
    })
  }, 30_000)

  it('closes the socket on too large a frame', async () => {
    const { socket, next } = await bareSocket(await signedIn(somebody()))
    await next()
    socket.send('40')
    await next()
    const closed = untilClosed(socket)
    socket.send(`420${JSON.stringify([event, { text: 'x'.repeat(65 * 1024) }])}`)
    expect(await closed).toBe(1009)
  })

  it('disconnects a flooding client, and keeps answering others', async () => {
    const there = await talk()
    const flooder = somebody()
    addMember(db, there.id, flooder)
    const socket = await socketOf(flooder)
    let over = false
    const ended = untilDisconnected(socket).then(() => {
      over = true
    })
    const answers: Answer[] = []
    const flooding = () => {
      for (let count = 0; count < flood; count += 1) {
        socket.emit(event, payload(there, flooder), (answer: Answer) => answers.push(answer))
      }
    }
    const timed = async () => {
      const began = performance.now()
      const message = { conversationId: there.id, text: 'Hello', type: 'text', clientId: randomUUID() }
      expect(await say(there.socket, 'send_message', message)).toMatchObject({ ok: true })
      return performance.now() - began
    }
    const quiet = [await timed(), await timed(), await timed(), await timed()]
    const times: number[] = []
    flooding()
    while ((!over || times.length < 10) && times.length < 24) times.push(await timed())
    await ended
    times.sort((one, other) => one - other)
    // Relative to the latency of this machine, because other tests are running.
    expect(times[Math.floor(times.length * 0.95)]).toBeLessThan(200 + 5 * Math.max(...quiet))
    const refused = answers.flatMap((answer) => (answer.ok ? [] : [answer]))
    for (const answer of refused) {
      expect(answer).toMatchObject({ code: 'rate_limited', retryAfterMs: expect.any(Number) })
    }
  })
})

it('accepts a text of 16,000 characters and not one more', async () => {
  const { id, socket } = await talk()
  const message = (length: number) => ({
    conversationId: id,
    text: 'x'.repeat(length),
    type: 'text',
    clientId: randomUUID(),
  })
  expect(await say(socket, 'send_message', message(16_000))).toMatchObject({ ok: true })
  expect(await say(socket, 'send_message', message(16_001))).toMatchObject({ ok: false, code: 'too_large' })
})

it('ignores unknown events, and disconnects a client that floods with them', async () => {
  const socket = await socketOf(somebody())
  const all = everythingHeard(socket)
  for (const name of ['new_message', 'user_online', '__proto__', 'constructor', 'call:invite', ''])
    socket.emit(name, {})
  expect(await say(socket, 'set_idle', { idle: false })).toEqual({ ok: true })
  expect(all).toEqual([])
  const ended = untilDisconnected(socket)
  for (let count = 0; count < 120; count += 1) socket.emit('nonsense', { count })
  await ended
})

it('sends nothing more to a removed member', async () => {
  const there = await talk()
  const removed = somebody()
  addMember(db, there.id, removed)
  const socket = await socketOf(removed)
  await say(socket, 'join_group', { groupId: there.id })
  const all = everythingHeard(socket)
  removeGroupMember({ ...there.anna, now: Date.now() }, { conversationId: there.id, userId: removed.actor.id })
  // In the same tick as the removal: the socket leaves the room before the message is sent.
  sendMessage(there.anna, { conversationId: there.id, text: secret, clientId: randomUUID() })
  const anna = await socketOf(there.anna)
  await say(anna, 'join_group', { groupId: there.id })
  anna.emit('typing_start', { conversationId: there.id })
  const read = heard(anna, 'message_read')
  const delivered = heard(anna, 'message_delivered')
  const last = await say(anna, 'send_message', {
    conversationId: there.id,
    text: secret,
    type: 'text',
    clientId: randomUUID(),
  })
  if (!last.ok) throw new Error(last.message)
  await delivered
  await say(there.socket, 'mark_message_read', { conversationId: there.id, messageId: last.id })
  await read
  await say(socket, 'set_idle', { idle: false })
  const value = { conversationId: there.id, groupId: there.id }
  // The count of their own notifications goes on.
  const ofOthers = all.filter(({ event }) => !event.startsWith('user_o') && event !== 'notifications')
  expect(ofOthers).toEqual([
    { event: 'group_left', value },
    { event: 'conversation_changed', value },
  ])
  expect(await say(socket, 'join_group', { groupId: there.id })).toMatchObject({ ok: false, code: 'not_found' })
})

it('checks the session at each event, not only at the handshake', async () => {
  const { id, bert, socket } = await talk()
  const message = () => ({ conversationId: id, text: 'Hello', type: 'text', clientId: randomUUID() })
  expect(await say(socket, 'send_message', message())).toMatchObject({ ok: true })
  db.update(users).set({ name: 'Bertha' }).where(eq(users.id, bert.actor.id)).run()
  const named = heard(socket, 'new_message', ({ sender_name: name }: WireMessage) => name === 'Bertha')
  await say(socket, 'send_message', message())
  await named
  db.update(users).set({ status: 'disabled' }).where(eq(users.id, bert.actor.id)).run()
  const ended = untilDisconnected(socket)
  expect(await say(socket, 'send_message', message())).toMatchObject({ ok: false, code: 'unauthenticated' })
  await ended
})

it('closes the socket within a second after the session has ended', async () => {
  const { id, bert, anna } = await talk()
  const { cookie, hash } = await signedIn(bert)
  const socket = await enter({ cookie })
  await say(socket, 'join_group', { groupId: id })
  const all = everythingHeard(socket)
  db.delete(sessions).where(eq(sessions.idHash, hash)).run()
  record(db, 'session.ended', { sessionHashes: [hash] })
  sendMessage(anna, { conversationId: id, text: secret, clientId: randomUUID() })
  expect(await untilDisconnected(socket)).toBeLessThan(1000)
  expect(all).toEqual([])
})
