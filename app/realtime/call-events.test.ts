import { randomUUID } from 'node:crypto'
import type { Socket } from 'socket.io-client'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { markMissedSeen } from '#app/features/calls/mark-missed-seen.server.ts'
import { listCalls } from '#app/features/calls/queries.server.ts'
import { chooseStatus } from '#app/features/presence/choose-status.server.ts'
import { env } from '#app/platform/env.server.ts'
import { createConversation } from '#tests/factories/chat.ts'
import { socketServer } from '#tests/setup/socket-server.ts'
import { heard, say } from '#tests/setup/sockets.ts'
import type { CallSeat, CallView } from './protocol/call-events.ts'

const { db, somebody, socketOf } = socketServer()

type Incoming = { call: CallView; callerName: string }
type Ended = { callId: string; reason: string; durationSeconds: number }
type Seated = CallSeat & { ok: boolean; joined: boolean; code?: string }

const none = { name: '', type: null, recorded: false, period: null, before: null }
const historyOf = (person: UserContext) =>
  listCalls(person, none).calls.map(({ direction, reason }) => `${direction} (${reason})`)

const seat = async (socket: Socket, event: string, payload: object) =>
  (await say(socket, event, payload)) as unknown as Seated
const invite = (socket: Socket, conversationId: string, more: object = {}) =>
  seat(socket, 'call:invite', { conversationId, callType: 'video', clientCallId: randomUUID(), ...more })

async function two() {
  const [anna, ben] = [somebody(), somebody()]
  const { id } = createConversation(db, { type: 'direct', members: [anna, ben] })
  return { anna, ben, id, a: await socketOf(anna), b: await socketOf(ben) }
}

async function connected() {
  const all = await two()
  const rung = heard<Incoming>(all.b, 'call:incoming')
  const caller = await invite(all.a, all.id)
  await rung
  const callId = caller.call.id
  const callee = await seat(all.b, 'call:answer', { callId, media: { muted: true } })
  const both = heard<{ call: CallView }>(all.a, 'call:participants', ({ call }) => call.state === 'connected')
  for (const socket of [all.a, all.b]) await say(socket, 'call:reported-media', { callId, state: 'connected' })
  await both
  return { ...all, callId, caller, callee }
}

it('rings in every tab, connects when both sides report media, and is over for both when one hangs up', async () => {
  const { anna, ben, id, a, b } = await two()
  const other = await socketOf(ben)
  const rings = [b, other].map((socket) => heard<Incoming>(socket, 'call:incoming'))
  const caller = await invite(a, id)
  expect(caller).toMatchObject({ ok: true, joined: false, call: { state: 'ringing', kind: 'direct', title: null } })
  expect(caller.connection).toMatchObject({
    peer: { id: expect.stringMatching(/^[\da-f]{32}$/) },
    iceTransportPolicy: 'all',
  })
  for (const { call, callerName } of await Promise.all(rings))
    expect([call.id, callerName]).toEqual([caller.call.id, anna.actor.name])
  const callId = caller.call.id
  const [answered, elsewhere] = [heard<object>(a, 'call:answered'), heard<Ended>(other, 'call:ended')]
  const callee = await seat(b, 'call:answer', { callId, media: { muted: true } })
  expect(callee.call).toMatchObject({ state: 'connecting', participants: [{ order: 1 }, { order: 2, muted: true }] })
  expect(await answered).toMatchObject({ callId, userId: ben.actor.id, participantId: callee.participantId })
  expect(await elsewhere).toMatchObject({ callId, reason: 'answered_elsewhere' })
  expect(await say(other, 'call:answer', { callId })).toMatchObject({ ok: false, code: 'conflict' })
  const both = [a, b].map((socket) =>
    heard<{ call: CallView }>(socket, 'call:participants', ({ call }) => call.state === 'connected'),
  )
  for (const socket of [a, b]) await say(socket, 'call:reported-media', { callId, state: 'connected' })
  for (const { call } of await Promise.all(both)) expect(call.connectedAt).not.toBeNull()
  expect(await say(a, 'call:heartbeat', { callId, quality: 'good' })).toMatchObject({ ok: true })
  const ends = [a, b].map((socket) => heard<Ended>(socket, 'call:ended'))
  expect(await say(b, 'call:end', { callId })).toEqual({ ok: true })
  for (const ended of await Promise.all(ends)) expect(ended).toMatchObject({ callId, reason: 'hung_up' })
  expect([historyOf(anna), historyOf(ben)]).toEqual([['outgoing (hung_up)'], ['incoming (hung_up)']])
})

it('is declined, cancelled, busy, disturbing or missed, as both histories say', async () => {
  const { anna, ben, id, a, b } = await two()
  const declining = heard<Incoming>(b, 'call:incoming')
  const declinedCall = await invite(a, id)
  await declining
  const rejected = heard<Ended>(a, 'call:rejected')
  await say(b, 'call:reject', { callId: declinedCall.call.id })
  expect(await rejected).toMatchObject({ reason: 'declined' })

  const missed = heard<{ missed: number }>(b, 'call:missed')
  const badge = (count: number) =>
    heard<{ missedCalls: number }>(b, 'notifications', ({ missedCalls }) => missedCalls === count)
  const counted = badge(1)
  const cancelledCall = await invite(a, id)
  await say(a, 'call:end', { callId: cancelledCall.call.id })
  expect(await missed).toEqual({ missed: 1 })
  await counted
  const seen = badge(0)
  markMissedSeen({ ...ben, now: Date.now() }, none, new Request('http://localhost/calls'))
  await seen

  const carl = somebody()
  const c = await socketOf(carl)
  const { id: others } = createConversation(db, { type: 'direct', members: [ben, carl] })
  const talking = await invite(c, others)
  await seat(b, 'call:answer', { callId: talking.call.id })
  expect(await invite(a, id)).toMatchObject({ ok: true, connection: null, call: { state: 'ended', endReason: 'busy' } })
  await say(b, 'call:end', { callId: talking.call.id })

  chooseStatus({ ...ben, now: Date.now() }, { status: 'dnd', customText: '' })
  expect((await invite(a, id)).call).toMatchObject({ endReason: 'do_not_disturb' })
  chooseStatus({ ...ben, now: Date.now() }, { status: 'offline', customText: '' })
  expect((await invite(a, id)).call).toMatchObject({ endReason: 'offline' })
  const dora = somebody()
  const { id: away } = createConversation(db, { type: 'direct', members: [anna, dora] })
  expect((await invite(a, away)).call).toMatchObject({ endReason: 'offline' })
  expect(historyOf(dora)).toEqual(['missed (offline)'])
  const reasons = ['offline', 'do_not_disturb', 'busy', 'cancelled', 'declined']
  expect(historyOf(anna)).toEqual(['offline', ...reasons].map((why) => `outgoing (${why})`))
  const ofBen = reasons.map((why) => `${why === 'declined' ? 'incoming' : 'missed'} (${why})`)
  expect(historyOf(ben)).toEqual([...ofBen.slice(0, 2), ofBen[2], 'incoming (hung_up)', ...ofBen.slice(3)])
})

it('makes one call of invitations that cross, and of one that is sent twice', async () => {
  const { id, a, b } = await two()
  const clientCallId = randomUUID()
  const first = await invite(a, id, { clientCallId })
  expect(await invite(a, id, { clientCallId })).toMatchObject({ joined: false, call: { id: first.call.id } })
  const second = await invite(b, id)
  expect(second).toMatchObject({ joined: true, call: { id: first.call.id, state: 'connecting' } })
})

it('is answered once of fifty answers at once', async () => {
  const { ben, id, a } = await two()
  const tabs = await Promise.all(Array.from({ length: 10 }, () => socketOf(ben)))
  const { call } = await invite(a, id)
  const answers = await Promise.all(
    tabs.flatMap((tab) => Array.from({ length: 5 }, () => say(tab, 'call:answer', { callId: call.id }))),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
})

it('goes on in another tab, and leaves the one that had it', async () => {
  const { ben, b, a, callId, callee } = await connected()
  const other = await socketOf(ben)
  const [moved, changed] = [
    heard<Ended>(b, 'call:ended'),
    heard<{ call: CallView }>(a, 'call:participants', ({ call }) => call.participants.some(({ order }) => order === 3)),
  ]
  const resumed = await seat(other, 'call:resume', { callId })
  expect(await moved).toMatchObject({ callId, reason: 'moved' })
  expect(resumed.participantId).toBe(callee.participantId)
  const mine = (await changed).call.participants.find(({ id }) => id === callee.participantId)
  expect(mine).toMatchObject({ order: 3, state: 'reconnecting', peerId: resumed.connection?.peer.id })
  expect(await say(b, 'call:heartbeat', { callId })).toMatchObject({ code: 'conflict' })
  expect(await say(b, 'call:media', { callId, muted: true })).toMatchObject({ code: 'conflict' })
  expect(await say(other, 'call:state', {})).toMatchObject({ ok: true, calls: [{ id: callId }] })
})

it('keeps its peer id after a lost socket, so that nobody has to be called again', async () => {
  const { ben, b, a, callId, callee } = await connected()
  const peerId = callee.connection?.peer.id
  const absent = heard<{ call: CallView }>(a, 'call:participants')
  b.disconnect()
  await absent
  const back = await socketOf(ben)
  const resumed = await seat(back, 'call:resume', { callId, peerId })
  expect(resumed.connection?.peer.id).toBe(peerId)
  const fresh = await say(back, 'peer:credentials', { callId, peerId })
  expect(fresh).toMatchObject({ ok: true, peer: { id: peerId } })
  // Anybody else's, and one that it had before, is no reason.
  const [others] = resumed.call.participants.filter(({ userId }) => userId !== ben.actor.id)
  const stolen = await seat(back, 'call:resume', { callId, peerId: others?.peerId })
  expect([peerId, others?.peerId]).not.toContain(stolen.connection?.peer.id)
  const known = [peerId, stolen.connection?.peer.id]
  const peerOf = ({ participants }: CallView) =>
    participants.find(({ userId }) => userId === ben.actor.id)?.peerId ?? ''
  const told = heard<{ call: CallView }>(a, 'call:participants', ({ call }) => !known.includes(peerOf(call)))
  const renewed = await say(back, 'peer:credentials', { callId, peerId })
  expect(renewed).toMatchObject({ ok: true, peer: { id: peerOf((await told).call) } })
})

it('tells somebody who is in a call that another one came', async () => {
  const { ben, b } = await connected()
  const carl = somebody()
  const c = await socketOf(carl)
  const { id } = createConversation(db, { type: 'direct', members: [ben, carl] })
  const quiet = heard<Incoming & { busy?: boolean }>(b, 'call:incoming')
  await invite(c, id)
  expect(await quiet).toMatchObject({ busy: true, callerName: carl.actor.name, call: { state: 'ended' } })
})

it('cuts off a flood of signals, and the others go on', async () => {
  const { a, b, callId, callee } = await connected()
  const cut = new Promise((done) => a.once('disconnect', done))
  const candidate = { callId, toParticipant: callee.participantId, candidate: 'x'.repeat(2_000) }
  for (let sent = 0; sent < 3_500; sent += 1) a.emit('webrtc:ice-candidate', candidate)
  await cut
  expect(await say(b, 'call:heartbeat', { callId })).toMatchObject({ ok: true })
})

it('relays signals from the tab that has the call to people in it, and nowhere else', async () => {
  const { a, b, callId, caller, callee, ben } = await connected()
  const signal = { callId, toParticipant: callee.participantId, sdp: 'v=0' }
  for (const event of ['webrtc:offer', 'webrtc:answer']) {
    const arrived = heard<object>(b, event)
    expect(await say(a, event, signal)).toEqual({ ok: true })
    expect(await arrived).toMatchObject({ callId, fromParticipant: caller.participantId, sdp: 'v=0' })
  }
  const candidate = heard<object>(b, 'webrtc:ice-candidate')
  await say(a, 'webrtc:ice-candidate', { callId, toParticipant: callee.participantId, candidate: '', sdpMid: '0' })
  expect(await candidate).toMatchObject({ candidate: '', sdpMid: '0' })

  const stranger = await socketOf(somebody())
  const otherTab = await socketOf(ben)
  const elsewhere = await connected()
  const refused: [Socket, object][] = [
    [stranger, signal],
    [otherTab, { ...signal, toParticipant: caller.participantId }],
    [a, { ...signal, toParticipant: caller.participantId }],
    [a, { ...signal, toParticipant: elsewhere.callee.participantId }],
    [a, { ...signal, callId: elsewhere.callId, toParticipant: elsewhere.callee.participantId }],
  ]
  for (const [socket, payload] of refused)
    expect(await say(socket, 'webrtc:offer', payload)).toMatchObject({ ok: false, code: 'not_found' })
  await say(b, 'call:end', { callId })
  expect(await say(a, 'webrtc:offer', signal)).toMatchObject({ code: 'not_found' })
})

it('refuses garbage, strangers and other people’s calls', async () => {
  const limits = vi.spyOn(env, 'RATE_LIMITS', 'get').mockReturnValue(false)
  onTestFinished(() => limits.mockRestore())
  const { a, callId } = await connected()
  const stranger = await socketOf(somebody())
  const events = ['answer', 'reject', 'end', 'resume', 'heartbeat', 'media', 'mute-all'].map((name) => `call:${name}`)
  for (const event of events) {
    expect(await say(stranger, event, { callId }), event).toMatchObject({ ok: false, code: 'not_found' })
    for (const garbage of [null, 5, 'call', [], {}, { callId: {} }, { callId: 'x'.repeat(65) }])
      expect(await say(a, event, garbage), event).toMatchObject({ ok: false, code: 'invalid' })
    a.emit(event)
  }
})

it('sends what somebody says to the others in the call alone, and keeps none of it', async () => {
  const { ben, a, b, callId, callee } = await connected()
  const shown = heard<object>(a, 'call:caption')
  expect(await say(b, 'call:caption', { callId, text: 'The slab is poured' })).toEqual({ ok: true })
  const from = { fromParticipant: callee.participantId, fromUserId: ben.actor.id }
  expect(await shown).toEqual({ callId, ...from, text: 'The slab is poured' })
  const refused = async (socket: Socket, payload: object) =>
    (await say(socket, 'call:caption', payload)) as { code?: string }
  expect(await refused(b, { callId, text: 'x'.repeat(301) })).toMatchObject({ ok: false, code: 'too_large' })
  // Another tab of the same person, and somebody else.
  for (const socket of [await socketOf(ben), await socketOf(somebody())])
    expect(await refused(socket, { callId, text: 'x' })).toMatchObject({ ok: false, code: 'not_found' })
})
