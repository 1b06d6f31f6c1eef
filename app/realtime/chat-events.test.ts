import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Socket } from 'socket.io-client'
import { expect, it } from 'vitest'
import { editMessage } from '#app/features/messages/edit-message.server.ts'
import { hideMessage } from '#app/features/messages/hide-message.server.ts'
import { sendMessage } from '#app/features/messages/send-message.server.ts'
import { fromWire } from '#app/features/messages/wire.ts'
import { chooseStatus } from '#app/features/presence/choose-status.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type {
  AuthenticateAnswer,
  ConversationNotice,
  PresenceChange,
  SendAnswer,
  SyncAnswer,
  Typist,
} from '#app/realtime/protocol/socket-events.ts'
import type { WireMessage } from '#app/realtime/protocol/wire-message.ts'
import { sessions, users } from '#db/schema/accounts.ts'
import { conversationMembers, messages } from '#db/schema/chat.ts'
import { createConversation, removeMember } from '#tests/factories/chat.ts'
import { record } from '#tests/setup/events.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { socketServer } from '#tests/setup/socket-server.ts'
import { everythingHeard, heard, say, untilDisconnected } from '#tests/setup/sockets.ts'

const { db, somebody, enter, socketOf } = socketServer()

/** Three members of a group, each with a socket that has it open. */
async function group() {
  const people = [somebody(), somebody(), somebody()] as const
  const { id } = createConversation(db, { members: people })
  const sockets = await Promise.all(people.map((person) => socketOf(person)))
  await Promise.all(sockets.map((socket) => say(socket, 'join_group', { groupId: id })))
  const [anna, bert, cleo] = sockets as [Socket, Socket, Socket]
  return { id, people, anna, bert, cleo }
}

function text(conversationId: string, words: string, more: object = {}) {
  return { conversationId, text: words, type: 'text', clientId: randomUUID(), ...more }
}
async function sent(socket: Socket, payload: object): Promise<Extract<SendAnswer, { pending: false }>> {
  const answer = await say(socket, 'send_message', payload)
  if (!answer.ok) throw new Error(answer.message)
  return answer as unknown as Extract<SendAnswer, { pending: false }>
}

it.each(['websocket', 'polling'] as const)('sends a user their read positions, by %s', async (transport) => {
  const [person, other] = [somebody(), somebody()]
  const { id } = createConversation(db, { members: [person, other] })
  sendMessage(other, { conversationId: id, text: 'Hello', clientId: randomUUID() })
  sendMessage(other, { conversationId: id, text: 'Are you there?', clientId: randomUUID() })
  const socket = await socketOf(person, transport)
  const before = Date.now()
  const revs = { [id]: 1, nowhere: 4 }
  const answer = await say(socket, 'authenticate', { userId: person.actor.id, userName: 'Whatever', revs })
  expect(answer).toMatchObject({
    ok: true,
    conversations: [{ id, lastSeq: 2, lastRev: 2, lastReadSeq: 0, unread: 2 }],
    stale: [id],
    gone: ['nowhere'],
  })
  expect(answer.ok && answer.serverTime).toBeGreaterThanOrEqual(before)
  expect(answer.ok && Object.keys(answer.presence as object)).toEqual([person.actor.id])
})

it('sends the chosen status to each tab of a user', async () => {
  const person = somebody()
  chooseStatus(person, { status: 'dnd', customText: '' })
  await socketOf(person)
  const socket = await socketOf(person)
  const answer = await say(socket, 'authenticate', { userId: person.actor.id, userName: 'Whatever' })
  expect(answer).toMatchObject({ ok: true, presence: { [person.actor.id]: { status: 'dnd' } } })
})

it('delivers a message to everyone including the other tabs of the sender, once and after it was stored', async () => {
  const { id, people, anna, bert, cleo } = await group()
  const tab = await socketOf(people[0], 'polling')
  await say(tab, 'join_group', { groupId: id })
  const payload = text(id, 'The *scaffold* is up')
  const heardBy = Promise.all([anna, tab, bert, cleo].map((socket) => heard<WireMessage>(socket, 'new_message')))
  const answer = await sent(anna, payload)
  const row = db.select().from(messages).where(eq(messages.id, answer.id)).get()
  expect(row).toMatchObject({ seq: 1, text: payload.text, clientId: payload.clientId, authorId: people[0].actor.id })
  expect(answer).toMatchObject({ seq: 1, rev: 1, duplicate: false, created_at: expect.stringMatching(/^\d{4}-.+Z$/) })
  for (const wire of await heardBy) {
    expect(wire).toMatchObject({
      group_id: id,
      id: answer.id,
      content: payload.text,
      sender_id: people[0].actor.id,
      sender_name: people[0].actor.name,
      created_at: answer.created_at,
      is_edited: false,
      seq: 1,
      client_id: payload.clientId,
    })
    expect(fromWire(wire)).toMatchObject({ id: answer.id, text: payload.text, seq: 1 })
  }
  const later = [anna, bert].map(everythingHeard)
  expect(await sent(anna, payload)).toMatchObject({ id: answer.id, seq: 1, duplicate: true })
  const second = heard(bert, 'new_message')
  await sent(anna, text(id, 'and signed'))
  await second
  for (const all of later) expect(all.filter(({ event }) => event === 'new_message')).toHaveLength(1)
})

it('delivers concurrent messages in the order of seq, and refuses only the invalid one', async () => {
  const { id, anna, bert, cleo } = await group()
  const got: number[] = []
  cleo.on('new_message', ({ seq }: WireMessage) => got.push(seq))
  const last = heard<WireMessage>(cleo, 'new_message', ({ seq }) => seq === 20)
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, (_, index) => say(anna, 'send_message', text(id, `anna ${index}`))),
    say(anna, 'send_message', text('no such conversation', 'lost')),
    say(bert, 'send_message', text(id, '   ')),
    ...Array.from({ length: 10 }, (_, index) => say(bert, 'send_message', text(id, `bert ${index}`))),
  ])
  await last
  expect(answers.filter(({ ok }) => ok)).toHaveLength(20)
  expect(answers.flatMap((answer) => (answer.ok ? [] : [answer.code]))).toEqual(['not_found', 'invalid'])
  expect(got).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  const stored = db.select().from(messages).where(eq(messages.conversationId, id)).all()
  for (const who of ['anna', 'bert']) {
    const said = stored.filter((row) => row.text.startsWith(who)).sort((one, other) => one.seq - other.seq)
    expect(said.map((row) => row.text)).toEqual(Array.from({ length: 10 }, (_, index) => `${who} ${index}`))
  }
})

it('notifies members who do not have the conversation open in one packet', async () => {
  const { id, people, anna, bert } = await group()
  await say(bert, 'leave_group', { groupId: id })
  const told = heard<ConversationNotice[]>(bert, 'conversation_notices')
  const all = everythingHeard(bert)
  await Promise.all(['one', 'two', 'three'].map((words) => sent(anna, text(id, words))))
  expect(await told).toEqual([
    expect.objectContaining({
      conversation: id,
      lastSeq: 3,
      lastRev: 3,
      unread: 3,
      level: 'all',
      mentioned: false,
      isNew: true,
      lastMessage: expect.objectContaining({ seq: 3, text: 'three', authorName: people[0].actor.name }),
    }),
  ])
  expect(all.map(({ event }) => event)).not.toContain('new_message')
  const mentioned = heard<ConversationNotice[]>(bert, 'conversation_notices', ([notice]) => notice?.lastSeq === 4)
  await sent(anna, text(id, `Ask @${people[1].actor.name}`))
  expect(await mentioned).toMatchObject([{ mentioned: true, isNew: true }])
})

it('says of several new messages that one mentions or answers the member', async () => {
  const { id, people, anna, bert } = await group()
  const asked = await sent(bert, text(id, 'Who?'))
  await say(bert, 'leave_group', { groupId: id })
  const answered = heard<ConversationNotice[]>(bert, 'conversation_notices', ([notice]) => notice?.lastSeq === 3)
  await Promise.all([sent(anna, { ...text(id, 'I am'), replyToId: asked.id }), sent(anna, text(id, 'Today'))])
  expect(await answered).toMatchObject([{ mentioned: true, lastMessage: { authorId: people[0].actor.id, seq: 3 } }])
  const next = heard<ConversationNotice[]>(bert, 'conversation_notices', ([notice]) => notice?.lastSeq === 4)
  await sent(anna, text(id, 'Tomorrow'))
  expect(await next).toMatchObject([{ mentioned: false }])
})

it('delivers messages sent by a form in the same way', async () => {
  const { id, people, bert } = await group()
  const told = heard<WireMessage>(bert, 'new_message')
  const { id: messageId } = sendMessage(people[0], { conversationId: id, text: 'By form', clientId: randomUUID() })
  expect(await told).toMatchObject({ id: messageId, content: 'By form' })
})

it('sends changes of a message, and hides it for one member only', async () => {
  const { id, people, anna, bert, cleo } = await group()
  const { id: messageId } = await sent(anna, text(id, 'Monday'))
  const updated = heard<WireMessage>(cleo, 'message_updated')
  editMessage({ ...people[0], now: Date.now() }, { messageId, text: 'Tuesday' })
  expect(await updated).toMatchObject({ id: messageId, content: 'Tuesday', is_edited: true, seq: 1, rev: 2 })
  const others = everythingHeard(anna)
  const hidden = heard(bert, 'message_hidden')
  hideMessage({ ...people[1], now: Date.now() }, { messageId })
  expect(await hidden).toEqual({ conversationId: id, groupId: id, messageId })
  await say(anna, 'leave_group', { groupId: id })
  expect(others.map(({ event }) => event)).not.toContain('message_hidden')
})

it('tells a device that was offline what its user has hidden meanwhile', async () => {
  const { id, people, anna } = await group()
  const { id: messageId } = await sent(anna, text(id, 'Monday'))
  const [, bert, cleo] = people
  hideMessage({ ...bert, now: Date.now() }, { messageId })
  const standing = async (person: ReturnType<typeof somebody>, rev: number) => {
    const socket = await socketOf(person)
    const revs = { [id]: rev }
    const { stale } = (await say(socket, 'authenticate', {
      userId: person.actor.id,
      revs,
    })) as unknown as AuthenticateAnswer
    const { hidden } = (await say(socket, 'sync', { conversationId: id, sinceRev: rev })) as unknown as SyncAnswer
    return { stale, hidden }
  }
  expect(await standing(bert, 1)).toEqual({ stale: [id], hidden: [messageId] })
  expect(await standing(cleo, 1)).toEqual({ stale: [], hidden: [] })
  await sent(anna, text(id, 'Tuesday'))
  expect(await standing(bert, 2)).toEqual({ stale: [], hidden: [] })
})

it('does not send changes of a hidden message to the member who has hidden it', async () => {
  const { id, people, anna, bert, cleo } = await group()
  const { id: messageId } = await sent(anna, text(id, 'Monday'))
  const elsewhere = await socketOf(people[1])
  hideMessage({ ...people[1], now: Date.now() }, { messageId })
  const told = [everythingHeard(bert), everythingHeard(elsewhere)]
  const updated = heard<WireMessage>(cleo, 'message_updated')
  const noticed = heard<ConversationNotice[]>(elsewhere, 'conversation_notices')
  editMessage({ ...people[0], now: Date.now() }, { messageId, text: 'Tuesday' })
  expect(await updated).toMatchObject({ content: 'Tuesday' })
  expect(await noticed).toMatchObject([{ conversation: id, lastRev: 2, lastMessage: null }])
  expect(JSON.stringify(told)).not.toContain('Tuesday')
})

it('sends typing to the others who have the conversation open, not to the typist', async () => {
  const { id, people, anna, bert } = await group()
  const tab = await socketOf(people[0])
  await say(tab, 'join_group', { groupId: id })
  const own = everythingHeard(tab)
  const typing = heard<Typist>(bert, 'user_typing')
  anna.emit('typing_start', { conversationId: id })
  const typist = { conversationId: id, groupId: id, userId: people[0].actor.id, userName: people[0].actor.name }
  expect(await typing).toEqual(typist)
  const stopped = heard<Typist>(bert, 'user_stopped_typing')
  anna.emit('typing_stop', { conversationId: id })
  expect(await stopped).toEqual(typist)
  const again = heard<Typist>(bert, 'user_stopped_typing')
  anna.emit('typing_stop', { conversationId: id })
  expect(await again).toEqual(typist)
  await say(tab, 'join_group', { groupId: id })
  expect(own.map(({ event }) => event).filter((event) => event.includes('typing'))).toEqual([])
})

it("sends read receipts to the open conversation and to the user's other tabs, only forward", async () => {
  const { id, people, anna, bert } = await group()
  const tab = await socketOf(people[1])
  const first = await sent(anna, text(id, 'one'))
  const second = await sent(anna, text(id, 'two'))
  const receipt = heard<{ receipts: unknown[] }>(anna, 'message_read')
  const notice = heard<ConversationNotice[]>(tab, 'conversation_notices', ([one]) => one?.unread === 0)
  const read = { conversationId: id, messageId: second.id }
  expect(await say(bert, 'mark_message_read', read)).toEqual({ ok: true, lastReadSeq: 2, unread: 0 })
  expect(await receipt).toMatchObject({
    conversationId: id,
    receipts: [{ userId: people[1].actor.id, lastReadSeq: 2, readAt: expect.any(Number) }],
  })
  expect(await notice).toMatchObject([{ conversation: id, unread: 0 }])
  expect(await say(bert, 'mark_message_read', { conversationId: id, messageId: first.id })).toMatchObject({
    ok: true,
    lastReadSeq: 2,
  })
})

it('marks messages as delivered when they reach a socket, and undelivered ones when a socket opens', async () => {
  const { id, people, anna } = await group()
  const [, bert, cleo] = people
  const delivered = heard<{ seq: number; userIds: string[] }>(anna, 'message_delivered', ({ seq }) => seq === 1)
  await sent(anna, text(id, 'one'))
  expect((await delivered).userIds.toSorted()).toEqual([bert.actor.id, cleo.actor.id].toSorted())
  const late = somebody()
  const { id: other } = createConversation(db, { members: [people[0], late] })
  await say(anna, 'join_group', { groupId: other })
  await sent(anna, text(other, 'for later'))
  const cursor = () =>
    db.select().from(conversationMembers).where(eq(conversationMembers.userId, late.actor.id)).get()?.lastDeliveredSeq
  expect(cursor()).toBe(0)
  const arrived = heard<{ userIds: string[] }>(anna, 'message_delivered', ({ userIds }) =>
    userIds.includes(late.actor.id),
  )
  await socketOf(late)
  await arrived
  expect(cursor()).toBe(1)
})

it('syncs missed changes, each message once and in its current state', async () => {
  const { id, people, anna, bert } = await group()
  const { id: messageId } = await sent(anna, text(id, 'one'))
  await sent(anna, text(id, 'two'))
  editMessage({ ...people[0], now: Date.now() }, { messageId, text: 'one, better' })
  const answer = await say(bert, 'sync', { conversationId: id, sinceRev: 1 })
  expect(answer).toMatchObject({
    ok: true,
    more: false,
    reset: false,
    rev: 3,
    messages: [
      { content: 'two', seq: 2, rev: 2 },
      { content: 'one, better', seq: 1, rev: 3 },
    ],
  })
})

it('announces changed conversations', async () => {
  const { id, people, anna } = await group()
  const userId = people[0].actor.id
  const changed = heard(anna, 'conversation_changed')
  record(db, 'chat.conversation.changed', { conversationId: id, userIds: [userId] })
  expect(await changed).toEqual({ conversationId: id, groupId: id })
})

it('announces many quick changes once, to everyone concerned by any of them', async () => {
  const { id, people, anna, bert, cleo } = await group()
  const [first, second, removed] = people.map(({ actor }) => actor.id) as [string, string, string]
  const other = createConversation(db, { members: people }).id
  const all = [anna, bert, cleo].map(everythingHeard)
  const last = [anna, bert, cleo].map((socket) =>
    heard(socket, 'conversation_changed', ({ conversationId }: { conversationId: string }) => conversationId === other),
  )
  const change = (conversationId: string, userIds: string[]) =>
    record(db, 'chat.conversation.changed', { conversationId, userIds })
  for (let count = 0; count < 40; count += 1) change(id, [first])
  change(id, [first, removed])
  removeMember(db, id, people[2])
  record(db, 'chat.members.left', { conversationId: id, userIds: [removed] })
  record(db, 'chat.members.joined', { conversationId: id, userIds: [second] })
  change(other, [first, second, removed])
  await Promise.all(last)
  const changedOf = (told: ReturnType<typeof everythingHeard>) =>
    told.filter(({ event }) => event === 'conversation_changed').map(({ value }) => value)
  const both = [id, other].map((conversationId) => ({ conversationId, groupId: conversationId }))
  expect(all.map(changedOf)).toEqual([both, both, both])
})

it('sends presence to people who share a conversation, and to nobody else', async () => {
  const { people, anna, bert } = await group()
  const stranger = await socketOf(somebody())
  const all = everythingHeard(stranger)
  const { id: userId } = people[0].actor
  const about = (changes: PresenceChange[]) => changes.some((change) => change.userId === userId)
  const away = heard<PresenceChange[]>(bert, 'user_online', (list) =>
    list.some((change) => change.userId === userId && change.status === 'away'),
  )
  await say(anna, 'set_idle', { idle: true })
  expect((await away).filter((change) => change.userId === userId)).toEqual([
    { userId, isOnline: true, status: 'away', customText: '', lastSeenAt: null },
  ])
  expect(await say(bert, 'authenticate', { userId: people[1].actor.id })).toMatchObject({
    presence: { [userId]: { status: 'away' } },
  })
  const back = heard<PresenceChange[]>(bert, 'user_online', about)
  await say(anna, 'set_idle', { idle: false })
  expect((await back).find((change) => change.userId === userId)).toMatchObject({ status: 'online' })
  expect(all.flatMap(({ value }) => value)).not.toContainEqual(expect.objectContaining({ userId }))
})

it('answers in the language of the user', async () => {
  const person = somebody()
  db.update(users).set({ locale: 'fi' }).where(eq(users.id, person.actor.id)).run()
  const tooLong = text('anywhere', 'x'.repeat(16_001))
  for (const [who, locale] of [
    [somebody(), 'en'],
    [person, 'fi'],
  ] as const) {
    const message = i18nFor(locale).t('errors:tooLarge')
    expect(await say(await socketOf(who), 'send_message', tooLong)).toEqual({ ok: false, code: 'too_large', message })
  }
})

it('closes the socket of a client that claims to be somebody else', async () => {
  const socket = await socketOf(somebody())
  const ended = untilDisconnected(socket)
  const answer = await say(socket, 'authenticate', { userId: somebody().actor.id, userName: 'Somebody' })
  expect(answer).toMatchObject({ ok: false, code: 'forbidden' })
  await ended
})

it('extends the session of a user who writes, but not of a page that is only open', async () => {
  const anna = somebody()
  const { id } = createConversation(db, { members: [anna] })
  const { cookie, hash } = await signedIn(anna)
  const socket = await enter({ cookie })
  const idleFor = 11 * 3_600_000
  const [before] = db
    .update(sessions)
    .set({ lastSeenAt: Date.now() - idleFor, expiresAt: Date.now() + 60_000 })
    .where(eq(sessions.idHash, hash))
    .returning()
    .all()
  const session = () => db.select().from(sessions).where(eq(sessions.idHash, hash)).get()
  await say(socket, 'join_group', { groupId: id })
  await say(socket, 'sync', { conversationId: id, sinceRev: 0 })
  expect(session()).toEqual(before)
  await say(socket, 'send_message', { conversationId: id, text: 'Good evening', type: 'text', clientId: randomUUID() })
  expect(session()?.expiresAt).toBeGreaterThan(Date.now() + idleFor)
})
