import { expect, it } from 'vitest'
import type { CallParticipant, CallView } from '#app/realtime/protocol/call-events.ts'
import { type CallEvent, type CallState, callReducer, noCalls, silentMedia } from './call-state.ts'

const part = (userId: string, changes: Partial<CallParticipant> = {}): CallParticipant => ({
  ...silentMedia,
  id: `p-${userId}`,
  userId,
  name: userId,
  state: 'connected',
  reason: null,
  order: 1,
  peerId: `peer-${userId}`,
  isModerator: false,
  joinedAt: 1,
  ...changes,
})
const callOf = (changes: Partial<CallView> = {}): CallView => ({
  id: 'call',
  rev: 1,
  recording: null,
  kind: 'direct',
  callType: 'video',
  state: 'ringing',
  conversationId: 'c',
  title: null,
  callerId: 'ann',
  callerName: 'Ann',
  startedAt: 0,
  connectedAt: null,
  endedAt: null,
  endReason: null,
  participants: [part('ann'), part('me', { state: 'ringing', order: null, peerId: null })],
  ...changes,
})

const run = (events: CallEvent[], start: CallState = noCalls('me')) => events.reduce(callReducer, start)
const ring: CallEvent = { type: 'incoming', call: callOf(), busy: false }
const begin: CallEvent = { type: 'begun', callType: 'video', name: 'Ann', call: null, own: silentMedia }
const seat = (call: CallView): CallEvent => ({ type: 'seated', seat: { call, participantId: 'p-me' } })
const end = (reason: (CallEvent & { type: 'ended' })['reason'], callId = 'call'): CallEvent => ({
  type: 'ended',
  callId,
  reason,
  at: 9,
  durationSeconds: 7,
})
const talking = run([begin, seat(callOf({ state: 'connected' }))])

it('rings once for each call', () => {
  expect(run([ring, ring]).ringing).toHaveLength(1)
  const two = run([ring, { type: 'incoming', call: callOf({ id: 'other' }), busy: false }])
  expect(two.ringing.map(({ id }) => id)).toEqual(['call', 'other'])
})

it.each(['cancelled', 'no_answer', 'answered_elsewhere', 'declined'] as const)('stops ringing: %s', (reason) => {
  expect(run([ring, end(reason)])).toMatchObject({ ringing: [], current: null, ended: null })
})

it('answers: it stops ringing, and the call is the current one', () => {
  const begun: CallEvent = { ...begin, call: callOf() } as CallEvent
  const answered = run([ring, begun, seat(callOf({ rev: 2, state: 'connecting' }))])
  expect(answered.ringing).toEqual([])
  expect(answered.current).toMatchObject({ participantId: 'p-me', call: { state: 'connecting' } })
})

it('gives up a call whose devices fail, and keeps one in which something fails', () => {
  const failure = { what: 'call', cause: 'permission' } as const
  expect(run([begin, { type: 'failed', failure }])).toMatchObject({ current: null, failure })
  const inCall = run([{ type: 'failed', failure: { what: 'screen', cause: 'permission' } }], talking)
  expect(inCall.current).toBe(talking.current)
  expect(inCall.failure?.what).toBe('screen')
})

it('does not let an older view replace a newer one', () => {
  const newer = run([{ type: 'changed', call: callOf({ rev: 5, state: 'connected', connectedAt: 4 }) }], talking)
  expect(newer.current?.call?.rev).toBe(5)
  expect(run([{ type: 'changed', call: callOf({ rev: 4 }) }], newer).current?.call?.rev).toBe(5)
})

it('tells of a call that comes while this person is in one without ringing', () => {
  const busy = run([{ type: 'incoming', call: callOf({ id: 'other' }), busy: true }], talking)
  expect(busy).toMatchObject({ ringing: [], quiet: { id: 'other' } })
  expect(run([{ type: 'read', what: 'quiet' }], busy).quiet).toBeNull()
})

it.each(['hung_up', 'declined', 'busy', 'offline', 'connection_lost', 'removed', 'moved'] as const)(
  'ends the current call and says why: %s',
  (reason) => {
    expect(run([end(reason)], talking)).toMatchObject({ current: null, ended: { reason, durationSeconds: 7 } })
  },
)

it('ends nothing by the end of another call', () => {
  expect(run([end('hung_up', 'other')], talking).current).toBe(talking.current)
})

it('knows from the list of calls what rings here and what goes on elsewhere', () => {
  const mine = callOf({ id: 'mine', state: 'connected', participants: [part('me'), part('ann')] })
  const listed = run([{ type: 'listed', calls: [callOf(), mine] }])
  expect(listed.ringing.map(({ id }) => id)).toEqual(['call'])
  expect(listed.elsewhere?.id).toBe('mine')
  expect(run([{ type: 'listed', calls: [] }], listed)).toMatchObject({ ringing: [], elsewhere: null })
})

it('stops ringing for somebody who is no longer rung', () => {
  const without = callOf({ rev: 2, participants: [part('ann'), part('me', { state: 'missed' })] })
  expect(run([ring, { type: 'changed', call: without }]).ringing).toEqual([])
})

it('tells once that the moderator has muted everyone', () => {
  const muted = run([{ type: 'muted' }], talking)
  expect(muted.current).toMatchObject({ own: { muted: true }, mutedByModerator: true })
  expect(run([{ type: 'read', what: 'muted' }], muted).current).toMatchObject({
    own: { muted: true },
    mutedByModerator: false,
  })
  expect(run([{ type: 'own', changes: { muted: false } }], muted).current?.mutedByModerator).toBe(false)
})

it('keeps what arrives from each participant until they leave', () => {
  const media = { id: 'p-ann', state: 'connected', camera: null, screen: null } as const
  const connected = run([{ type: 'remote', media }], talking)
  expect(connected.current?.remote.get('p-ann')).toBe(media)
  expect(run([{ type: 'left', participantId: 'p-ann' }], connected).current?.remote.size).toBe(0)
})

it('counts with the server’s clock', () => {
  expect(run([{ type: 'clock', serverTime: 1_000, now: 400 }]).skew).toBe(600)
})

it('changes nothing of a call that is not there', () => {
  const idle = noCalls('me')
  const events: CallEvent[] = [
    seat(callOf()),
    { type: 'muted' },
    { type: 'own', changes: { muted: true } },
    { type: 'quality', level: 'good' },
    { type: 'shown', minimized: true },
  ]
  for (const event of events) expect(callReducer(idle, event)).toBe(idle)
})

it('is a video call from when somebody turns a camera on in a voice call', () => {
  const voice = run([begin, seat(callOf({ callType: 'voice', state: 'connected' }))])
  expect(voice.current?.callType).toBe('voice')
  const next = run([{ type: 'changed', call: callOf({ rev: 2, callType: 'video', state: 'connected' }) }], voice)
  expect(next.current?.callType).toBe('video')
})
