import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { removeGroupMember } from '#app/features/groups/remove-group-member.server.ts'
import { updateGroup } from '#app/features/groups/update-group.server.ts'
import { removeSocket } from '#app/features/presence/connections.server.ts'
import { connected } from '#app/features/presence/presence.server.ts'
import { env } from '#app/platform/env.server.ts'
import { callTimes } from '#app/realtime/protocol/call-events.ts'
import { newId } from '#db/ids.ts'
import { users } from '#db/schema/accounts.ts'
import { notifications } from '#db/schema/notifications.ts'
import { createConversation } from '#tests/factories/chat.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { advanceCalls } from './advance-calls.server.ts'
import { answerCall } from './answer-call.server.ts'
import { awaitResumption } from './await-resumption.server.ts'
import { beatCall } from './beat-call.server.ts'
import type { CallFilter } from './call-log.ts'
import { viewCall } from './call-view.server.ts'
import { inviteOthers } from './invite-others.server.ts'
import { joinMeeting } from './join-meeting.server.ts'
import { leaveCall } from './leave-call.server.ts'
import { loseSeat } from './lose-seat.server.ts'
import { markMissedSeen } from './mark-missed-seen.server.ts'
import { muteAll } from './mute-all.server.ts'
import { callStats, countMissedCalls, listCalls } from './queries.server.ts'
import { removeParticipant } from './remove-participant.server.ts'
import { reportMedia } from './report-media.server.ts'
import { resumeCall } from './resume-call.server.ts'
import { setCallMedia } from './set-call-media.server.ts'
import { startCall } from './start-call.server.ts'
import { writeCallNote } from './write-call-note.server.ts'

const db = testDatabase()
const all: CallFilter = { name: '', type: null, recorded: false, period: null, before: null }

/** Somebody whose page is open. */
function present(name?: string): UserContext {
  const person = createPerson(db)
  if (name !== undefined) {
    person.actor.name = name
    db.update(users).set({ name }).where(eq(users.id, person.actor.id)).run()
  }
  const socketId = newId()
  connected(person.actor.id, socketId)
  onTestFinished(() => removeSocket(person.actor.id, socketId))
  return person
}
const at = (person: UserContext, ms: number): UserContext => ({ ...person, now: testNow + ms })
const advance = (ms: number) => advanceCalls(systemContext(db, testNow + ms))
/** Everybody's tab is called like the person. */
const tab = ({ actor }: UserContext) => ({ socketId: actor.id })

function group(count: number, more: Parameters<typeof createConversation>[1] = {}) {
  const people = Array.from({ length: count }, () => present())
  const [anna, ben, carl] = people
  if (!anna || !ben || !carl) throw new TypeError('a group has three people or more')
  return { people, anna, ben, carl, ...createConversation(db, { members: people, ...more }) }
}
const call = (person: UserContext, conversationId: string, userIds?: string[]) =>
  startCall(person, { ...tab(person), conversationId, callType: 'voice', clientCallId: randomUUID(), userIds })

/** A group call that all of them are connected in since a second. */
function talking(count = 3) {
  const made = group(count)
  const { callId } = call(made.anna, made.id)
  for (const person of made.people.slice(1)) answerCall(at(person, 1000), { callId, ...tab(person) })
  for (const person of made.people) reportMedia(at(person, 1000), { callId, ...tab(person), state: 'connected' })
  const partOf = (person: UserContext) => {
    const found = viewCall(db, callId).participants.find(({ userId }) => userId === person.actor.id)
    if (!found) throw new Error('they are not in the call')
    return found
  }
  return { ...made, callId, partOf }
}

it('rings at most seven members of a larger group, who must be chosen', () => {
  const { anna, people, id } = group(9)
  expect(() => call(anna, id)).toThrow('calls:refused.choose')
  const others = people.slice(1).map(({ actor }) => actor.id)
  expect(() => call(anna, id, [createPerson(db).actor.id])).toThrow('calls:refused.notMember')
  const { callId } = call(anna, id, others.slice(0, 6))
  inviteOthers(anna, { callId, userIds: others.slice(6, 7) })
  expect(() => inviteOthers(anna, { callId, userIds: others.slice(7) })).toThrow('calls:refused.full')
  expect(viewCall(db, callId).participants).toHaveLength(8)
  expect(() => joinMeeting(people[8] ?? anna, { ...tab(anna), conversationId: id, callType: 'video' })).toThrow('full')
  leaveCall(anna, { callId })
})

it('is refused where calls are switched off, without a verified address, and in two calls at once', () => {
  const { anna, ben, id } = group(3, { allowCalls: false })
  expect(() => call(anna, id)).toThrow('chatrefused:right.call')
  expect(() => joinMeeting(anna, { ...tab(anna), conversationId: id, callType: 'voice' })).toThrow('right.call')
  const open = createConversation(db, { members: [anna, ben] })
  const verification = vi.spyOn(env, 'requireVerifiedEmail', 'get').mockReturnValue(true)
  onTestFinished(() => verification.mockRestore())
  const unverified = { ...ben, actor: { ...ben.actor, emailVerified: false } }
  expect(() => call(unverified, open.id)).toThrow('errors:verifyEmailFirst')
  verification.mockReturnValue(false)
  const { callId } = call(anna, open.id)
  verification.mockReturnValue(true)
  expect(() => answerCall(unverified, { callId, ...tab(ben) })).toThrow('errors:verifyEmailFirst')
  const other = createConversation(db, { members: [anna, ben] })
  expect(() => call(anna, other.id)).toThrow('calls:refused.inAnotherCall')
  expect(() => call(createPerson(db), open.id)).toThrow('chatrefused:notFound')
  leaveCall(anna, { callId })
})

it('is moderated by whoever began it, then by the one who has been in it longest', () => {
  const { anna, ben, carl, callId, partOf, id } = talking()
  expect(() => muteAll(ben, { callId })).toThrow('calls:refused.notModerator')
  expect(muteAll(anna, { callId })).toEqual({ muted: 2 })
  expect([partOf(anna).muted, partOf(ben).muted]).toEqual([false, true])
  removeParticipant(anna, { callId, participantId: partOf(carl).id })
  expect(partOf(carl)).toMatchObject({ state: 'left', reason: 'removed', peerId: null })
  expect(() => joinMeeting(carl, { ...tab(carl), conversationId: id, callType: 'voice' })).toThrow('refused.removed')
  leaveCall(at(anna, 5000), { callId })
  expect(partOf(ben).isModerator).toBe(true)
  inviteOthers(at(ben, 6000), { callId, userIds: [carl.actor.id] })
  expect(partOf(carl).state).toBe('ringing')
  leaveCall(at(ben, 7000), { callId })
  expect(viewCall(db, callId)).toMatchObject({ state: 'ended', endReason: 'hung_up' })
})

it('lets nobody stay who is removed from the conversation, and ends where calls are switched off', () => {
  const { anna, ben, callId, partOf, id } = talking()
  removeGroupMember(anna, { conversationId: id, userId: ben.actor.id })
  advance(2000)
  expect(partOf(ben)).toMatchObject({ state: 'left', reason: 'access_lost' })
  expect(partOf(anna).state).toBe('connected')
  expect(() => resumeCall(ben, { callId, ...tab(ben) })).toThrow('chatrefused:notFound')
  updateGroup(anna, {
    conversationId: id,
    settings: { allowInvites: true, moderateMessages: false, allowFileSharing: true, allowCalls: false },
  })
  advance(3000)
  expect(viewCall(db, callId)).toMatchObject({ state: 'ended', endReason: 'access_lost' })
})

it('ends what nobody answers after a minute, also if the server was away meanwhile', () => {
  const { anna, ben, id } = group(3)
  const { callId } = call(anna, id)
  beatCall(at(anna, 59_000), { callId, ...tab(anna) })
  advance(callTimes.ring - 1)
  expect(viewCall(db, callId).state).toBe('ringing')
  advance(callTimes.ring)
  expect(viewCall(db, callId)).toMatchObject({ state: 'ended', endReason: 'no_answer' })
  expect(countMissedCalls(db, ben.actor.id)).toBe(1)
  const page = (init?: RequestInit) => new Request('http://localhost/calls', init)
  markMissedSeen(ben, all, page({ headers: { 'Sec-Purpose': 'prefetch;prerender' } }))
  markMissedSeen(ben, { ...all, type: 'voice' }, page())
  markMissedSeen(ben, all, page({ method: 'POST' }))
  markMissedSeen(anna, all, page())
  expect(countMissedCalls(db, ben.actor.id)).toBe(1)
  markMissedSeen(ben, all, page())
  expect(countMissedCalls(db, ben.actor.id)).toBe(0)
})

it('waits 30 s for a tab that is gone, and 45 s and 30 s for one that says nothing', () => {
  const { anna, ben, carl, callId, partOf } = talking()
  for (const person of [anna, carl]) beatCall(at(person, 40_000), { callId, ...tab(person) })
  loseSeat(systemContext(db, testNow + 2000), { userId: ben.actor.id, ...tab(ben) })
  advance(31_999)
  expect(partOf(ben).state).toBe('connected')
  advance(32_000)
  expect(partOf(ben)).toMatchObject({ state: 'left', reason: 'connection_lost' })
  advance(85_001)
  expect(partOf(anna).state).toBe('connected')
  advance(115_001)
  expect(viewCall(db, callId)).toMatchObject({ state: 'ended', endReason: 'connection_lost' })
})

it('waits a minute after a restart for whoever resumes, and ends at the last heartbeat', () => {
  const { anna, ben, callId, partOf } = talking()
  for (const person of [anna, ben]) beatCall(at(person, 15_000), { callId, ...tab(person), quality: 'fair' })
  awaitResumption(systemContext(db, testNow + 20_000))
  const back = resumeCall(at(anna, 30_000), { callId, socketId: 'new' })
  expect(back.connection?.peer.id).toBe(partOf(anna).peerId)
  reportMedia(at(anna, 31_000), { callId, socketId: 'new', state: 'connected' })
  advance(79_999)
  expect(partOf(ben).state).toBe('connected')
  beatCall(at(anna, 75_000), { callId, socketId: 'new' })
  advance(80_000)
  expect(partOf(ben)).toMatchObject({ state: 'left', reason: 'interrupted' })
  expect(viewCall(db, callId).state).toBe('connected')

  const other = talking()
  for (const person of other.people) beatCall(at(person, 15_000), { callId: other.callId, ...tab(person) })
  awaitResumption(systemContext(db, testNow + 20_000))
  advance(80_000)
  const ended = { state: 'ended', endReason: 'interrupted', endedAt: testNow + 15_000 }
  expect(viewCall(db, other.callId)).toMatchObject(ended)
})

it('is found in the history of each by name, kind and time, with figures and own notes', () => {
  const [anna, ben] = [present('Anna Äijälä'), present('Ben Berg')]
  const { id } = createConversation(db, { type: 'direct', members: [anna, ben] })
  const { callId } = call(anna, id)
  answerCall(at(ben, 1000), { callId, ...tab(ben) })
  for (const one of [anna, ben]) reportMedia(at(one, 2000), { callId, ...tab(one), state: 'connected' })
  leaveCall(at(ben, 92_000), { callId })
  const missed = call(at(anna, 100_000), id)
  leaveCall(at(anna, 101_000), missed)
  const shown = (person: UserContext, filter: Partial<CallFilter> = {}) =>
    listCalls(at(person, 200_000), { ...all, ...filter }).calls.map(
      ({ direction, name, durationSeconds }) => `${direction} ${name} ${durationSeconds}`,
    )
  expect(shown(ben)).toEqual(['missed Anna Äijälä 0', 'incoming Anna Äijälä 90'])
  expect(shown(anna)).toEqual(['outgoing Ben Berg 0', 'outgoing Ben Berg 90'])
  expect(shown(ben, { name: 'aijala' })).toHaveLength(2)
  expect(shown(ben, { name: 'berg' })).toEqual([])
  expect(shown(ben, { type: 'missed' })).toEqual(['missed Anna Äijälä 0'])
  expect([shown(ben, { type: 'video' }), shown(ben, { recorded: true })]).toEqual([[], []])
  expect(shown(at(ben, 0), { period: 'week' })).toHaveLength(2)
  expect(listCalls(at(ben, 8 * 86_400_000), { ...all, period: 'week' }).calls).toEqual([])
  expect(callStats(ben, all)).toEqual({ total: 2, averageSeconds: 90, recorded: 0, group: 0 })
  writeCallNote(ben, { callId, note: ' Ask about the roof ' })
  expect(listCalls(ben, all).calls.map(({ note }) => note)).toEqual(['', 'Ask about the roof'])
  expect(listCalls(anna, all).calls.map(({ note }) => note)).toEqual(['', ''])
  expect(() => writeCallNote(createPerson(db), { callId, note: 'x' })).toThrow('calls:refused.notFound')
  const told = [anna, ben].map(({ actor }) =>
    db
      .select({ text: notifications.textKey, to: notifications.actionUrl })
      .from(notifications)
      .where(eq(notifications.userId, actor.id))
      .all(),
  )
  expect(told).toEqual([[], [{ text: 'callMissed', to: '/calls' }]])
  const lines = db.$client
    .prepare<[string], [string, string]>('SELECT text, params FROM messages WHERE conversation_id = ? ORDER BY seq')
    .raw()
    .all(id)
  expect(lines.map(([text, params]) => [text, JSON.parse(params)])).toEqual([
    ['callHeld', { count: 1 }],
    [
      'callUnconnected',
      { ...{ name: 'Anna Äijälä', callerId: anna.actor.id, reason: 'cancelled' }, declined: '', missed: ben.actor.id },
    ],
  ])
})

it('becomes a video call for everybody and in their histories with the first camera, and stays one', () => {
  const { anna, ben, callId } = talking()
  const kinds = () => [anna, ben].map((one) => listCalls(one, all).calls[0]?.callType)
  setCallMedia(ben, { callId, ...tab(ben), muted: true })
  expect(viewCall(db, callId).callType).toBe('voice')
  setCallMedia(ben, { callId, ...tab(ben), cameraOff: false })
  setCallMedia(ben, { callId, ...tab(ben), cameraOff: true })
  expect(viewCall(db, callId).callType).toBe('video')
  leaveCall(at(anna, 2000), { callId })
  leaveCall(at(ben, 2000), { callId })
  expect(kinds()).toEqual(['video', 'video'])
})
