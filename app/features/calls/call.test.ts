import { describe, expect, it } from 'vitest'
import { callTimes } from '#app/realtime/protocol/call-events.ts'
import { callEndReasons, type ParticipantState, participantStates } from '#db/vocabulary/calls.ts'
import {
  beginCall,
  type Call,
  type CallEvent,
  type CallStep,
  dueOf,
  type Invited,
  nextCall,
  type PartAction,
  partTable,
} from './call.ts'

const start = 1_000_000

const invited = (id: string, unavailable: Invited['unavailable'] = null): Invited => ({
  id,
  userId: `user-${id}`,
  unavailable,
})
const caller = { id: 'a', userId: 'user-a' }

/** A call to which events happen, each at its second after the start. */
function calling(kind: Call['kind'], people: readonly Invited[], ...events: readonly [number, CallEvent][]) {
  const begun = beginCall({ kind, caller, people }, start)
  let call = begun.call
  const told: CallStep[] = [...begun.steps]
  for (const [seconds, event] of events) {
    const next = nextCall(call, event, start + seconds * 1000)
    if (!next.ok) throw new Error(next.reason)
    call = next.call
    told.push(...next.steps)
  }
  const part = (id: string) => call.parts.find((one) => one.id === id)
  return {
    call,
    told: told.map(({ what, participantId, reason }) => `${participantId} ${what}${reason ? ` (${reason})` : ''}`),
    states: Object.fromEntries(call.parts.map(({ id, state }) => [id, state])),
    reasons: Object.fromEntries(call.parts.map(({ id, reason }) => [id, reason])),
    moderator: call.parts.find(({ isModerator }) => isModerator)?.id ?? null,
    part,
  }
}

const answer = (part: string): CallEvent => ({ type: 'answer', part })
const hangUp = (part: string): CallEvent => ({ type: 'hangUp', part })
const media = (part: string, what: 'connected' | 'reconnecting' | 'failed' = 'connected'): CallEvent => ({
  type: 'media',
  part,
  media: what,
})
const tick: CallEvent = { type: 'tick' }
const join = (part: string): CallEvent => ({ type: 'join', part, userId: `user-${part}` })
/** Answered and connected by all of these, in a second. */
const together = (...ids: string[]): [number, CallEvent][] => [
  ...ids.filter((id) => id !== 'a').map((id): [number, CallEvent] => [1, answer(id)]),
  ...ids.map((id): [number, CallEvent] => [1, media(id)]),
]
const b = [invited('b')]

describe('the table of states', () => {
  it('idle, invite: calling, and the callee rings', () => {
    const { call, states, told } = calling('direct', b)
    expect(call).toMatchObject({ state: 'ringing', connectedAt: null, endedAt: null })
    expect(states).toEqual({ a: 'connecting', b: 'ringing' })
    expect(told).toEqual(['b rung'])
    expect(dueOf(call)).toBe(start + callTimes.ring)
  })

  it.each(['busy', 'do_not_disturb', 'offline'] as const)(
    'idle, invite, but %s: ended, and missed by the callee',
    (why) => {
      const { call, states, reasons, told } = calling('direct', [invited('b', why)])
      expect(call).toMatchObject({ state: 'ended', endReason: why, endedAt: start, connectedAt: null })
      expect(states).toEqual({ a: 'left', b: 'missed' })
      expect(reasons).toEqual({ a: why, b: why })
      expect(told).toEqual([`b missed (${why})`, `a left (${why})`])
      expect(dueOf(call)).toBeNull()
    },
  )

  it('ringing, answer: connecting; a second answer is refused', () => {
    const { call, states } = calling('direct', b, [2, answer('b')])
    expect([call.state, states]).toEqual(['connecting', { a: 'connecting', b: 'connecting' }])
    expect(nextCall(call, answer('b'), start)).toEqual({ ok: false, reason: 'notRinging' })
    expect(dueOf(call)).toBe(start + 2000 + callTimes.connect)
  })

  it('ringing, reject: declined', () => {
    const { call, reasons, told } = calling('direct', b, [2, { type: 'decline', part: 'b' }])
    expect(call).toMatchObject({ state: 'ended', endReason: 'declined' })
    expect(reasons).toEqual({ a: 'declined', b: 'declined' })
    expect(told).toEqual(['b rung', 'b rejected (declined)', 'a left (declined)'])
  })

  it('ringing, the caller ends: cancelled, and missed by the callee', () => {
    const { call, states, reasons } = calling('direct', b, [2, hangUp('a')])
    expect(call).toMatchObject({ state: 'ended', endReason: 'cancelled' })
    expect([states, reasons.b]).toEqual([{ a: 'left', b: 'missed' }, 'cancelled'])
  })

  it('ringing, 60 s: no answer, and missed by the callee', () => {
    expect(calling('direct', b, [59, tick]).call.state).toBe('ringing')
    const { call, states } = calling('direct', b, [60, tick])
    expect(call).toMatchObject({ state: 'ended', endReason: 'no_answer', endedAt: start + 60_000 })
    expect(states).toEqual({ a: 'left', b: 'missed' })
  })

  it('connecting, both sides report media: connected, from the time of the second', () => {
    expect(calling('direct', b, [1, answer('b')], [2, media('b')]).call.state).toBe('connecting')
    const { call } = calling('direct', b, [1, answer('b')], [2, media('b')], [3, media('a')])
    expect(call).toMatchObject({ state: 'connected', connectedAt: start + 3000 })
    expect(dueOf(call)).toBeNull()
  })

  it.each([[[]], [['a']], [['b']]])('connecting, 20 s with media of %j alone: failed', (reporting: string[]) => {
    const reports = reporting.map((id): [number, CallEvent] => [5, media(id)])
    expect(calling('direct', b, [1, answer('b')], ...reports, [20, tick]).call.state).toBe('connecting')
    const { call, part } = calling('direct', b, [1, answer('b')], ...reports, [21, tick])
    expect(call).toMatchObject({ state: 'ended', endReason: 'failed', connectedAt: null })
    expect(part('a')?.state).toBe('left')
  })

  it('connected, ICE disconnected: reconnecting, and connected again when it recovers', () => {
    const stalled = calling('direct', b, ...together('a', 'b'), [9, media('b', 'reconnecting')])
    expect([stalled.call.state, stalled.states]).toEqual(['connected', { a: 'connected', b: 'reconnecting' }])
    const { states } = calling('direct', b, ...together('a', 'b'), [9, media('b', 'reconnecting')], [11, media('b')])
    expect(states).toEqual({ a: 'connected', b: 'connected' })
  })

  it('reconnecting, three failures: connection lost', () => {
    const { call } = calling(
      'direct',
      b,
      ...together('a', 'b'),
      [9, media('b', 'reconnecting')],
      [16, media('b', 'failed')],
    )
    expect(call).toMatchObject({ state: 'ended', endReason: 'connection_lost', endedAt: start + 16_000 })
  })

  const gone: CallEvent = { type: 'absent', part: 'b', absence: 'socket' }
  it('connected, socket gone 30 s: a direct call ends; a resumption goes on with it', () => {
    expect(calling('direct', b, ...together('a', 'b'), [10, gone], [39, tick]).call.state).toBe('connected')
    const { call, part } = calling('direct', b, ...together('a', 'b'), [10, gone], [40, tick])
    expect(call).toMatchObject({ state: 'ended', endReason: 'connection_lost' })
    expect(part('b')?.leftAt).toBe(start + 1000)
    const back = calling('direct', b, ...together('a', 'b'), [10, gone], [39, { type: 'resume', part: 'b' }])
    expect(back.states).toEqual({ a: 'connected', b: 'reconnecting' })
    expect(back.part('b')).toMatchObject({ order: 3, joinedAt: start + 1000, absence: null })
    expect(nextCall(back.call, tick, start + 60_000)).toMatchObject({ call: { endReason: 'connection_lost' } })
  })

  const two = [invited('b'), invited('c')]
  it('group, moderator leaves: the longest-present member moderates', () => {
    const all: [number, CallEvent][] = [
      [1, answer('c')],
      [2, answer('b')],
      ...['a', 'b', 'c'].map((id): [number, CallEvent] => [3, media(id)]),
    ]
    expect(calling('group', two, ...all).moderator).toBe('a')
    expect(calling('group', two, ...all, [4, hangUp('a')])).toMatchObject({
      moderator: 'c',
      call: { state: 'connected' },
    })
    expect(calling('group', two, ...all, [4, hangUp('a')], [5, join('a')]).moderator).toBe('c')
    // A reload is no absence: whoever resumes has been there longer.
    const resumed: [number, CallEvent] = [4, { type: 'resume', part: 'c' }]
    expect(calling('group', two, ...all, resumed, [5, hangUp('a')]).moderator).toBe('c')
    expect(calling('direct', b, ...together('a', 'b')).moderator).toBeNull()
  })

  it('group, last one alone for 60 s: ended, unless somebody comes', () => {
    const left: [number, CallEvent][] = [...together('a', 'b', 'c'), [10, hangUp('b')], [20, hangUp('c')]]
    expect(calling('group', two, ...left, [79, tick]).call.state).toBe('connected')
    const { call, reasons } = calling('group', two, ...left, [80, tick])
    expect(call).toMatchObject({ state: 'ended', endReason: 'alone' })
    expect(reasons).toEqual({ a: 'alone', b: 'hung_up', c: 'hung_up' })
    expect(calling('group', two, ...left, [70, join('b')], [80, tick]).call.state).toBe('connected')
  })
})

describe('a group call', () => {
  const three = [invited('b'), invited('c'), invited('d', 'offline')]
  it('goes on while anybody rings, and ends when nobody comes', () => {
    const declined: [number, CallEvent] = [1, { type: 'decline', part: 'b' }]
    expect(calling('group', three, declined).call.state).toBe('ringing')
    expect(calling('group', three, declined, [60, tick]).call).toMatchObject({ endReason: 'no_answer' })
    expect(
      calling('group', [invited('b'), invited('c')], declined, [2, { type: 'decline', part: 'c' }]).call,
    ).toMatchObject({
      endReason: 'declined',
    })
    expect(calling('group', [invited('d', 'offline')]).call).toMatchObject({ state: 'ended', endReason: 'offline' })
  })

  it('ends with the last to leave, and rings nobody on', () => {
    const { call, reasons } = calling(
      'group',
      [invited('b'), invited('c')],
      [1, answer('b')],
      [2, hangUp('a')],
      [3, hangUp('b')],
    )
    expect(call).toMatchObject({ state: 'ended', endReason: 'hung_up' })
    expect(reasons).toEqual({ a: 'hung_up', b: 'hung_up', c: 'cancelled' })
    expect(calling('group', three, [1, hangUp('a')]).call.endReason).toBe('cancelled')
  })

  it('drops a newcomer who does not connect within 20 s, and nobody else', () => {
    const { states, reasons } = calling('group', three, [1, answer('b')], [21, tick])
    expect([states.a, states.b, reasons.b]).toEqual(['connecting', 'left', 'failed'])
  })

  it('has at most eight people, those who ring included', () => {
    const seven = ['b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id) => invited(id))
    const { call } = calling('group', seven)
    expect(nextCall(call, { type: 'ring', by: 'a', people: [invited('i')] }, start)).toEqual({
      ok: false,
      reason: 'full',
    })
    expect(nextCall(call, join('i'), start)).toEqual({ ok: false, reason: 'full' })
    expect(nextCall(call, join('h'), start)).toMatchObject({ ok: true })
    expect(nextCall(call, { type: 'ring', by: 'a', people: [invited('h')] }, start)).toMatchObject({
      ok: true,
      steps: [],
    })
    const freed = calling('group', seven, [1, { type: 'decline', part: 'h' }]).call
    expect(nextCall(freed, { type: 'ring', by: 'a', people: [invited('i')] }, start)).toMatchObject({ ok: true })
  })

  it('lets its moderator mute and remove, and nobody else', () => {
    const two = [invited('b'), invited('c')]
    const { call } = calling('group', two, ...together('a', 'b'))
    expect(nextCall(call, { type: 'muteAll', by: 'b' }, start)).toEqual({ ok: false, reason: 'notModerator' })
    expect(nextCall(call, { type: 'remove', by: 'b', part: 'a' }, start)).toEqual({ ok: false, reason: 'notModerator' })
    const muted = calling('group', two, ...together('a', 'b'), [9, { type: 'muteAll', by: 'a' }])
    expect(muted.told.slice(-1)).toEqual(['b muted'])
    expect(muted.call.parts.map((part) => part.muted)).toEqual([false, true, false])
    const removed = calling('group', two, ...together('a', 'b'), [9, { type: 'remove', by: 'a', part: 'b' }])
    expect(removed).toMatchObject({ reasons: { b: 'removed' }, states: { a: 'connected', b: 'left', c: 'ringing' } })
    expect(nextCall(removed.call, join('b'), start)).toEqual({ ok: false, reason: 'removed' })
    expect(nextCall(removed.call, { type: 'ring', by: 'a', people: b }, start)).toMatchObject({ ok: true })
    expect(nextCall(removed.call, join('a'), start)).toEqual({ ok: false, reason: 'already' })
    const uninvited = calling('group', two, [9, { type: 'remove', by: 'a', part: 'c' }])
    expect(uninvited).toMatchObject({ states: { c: 'missed' }, reasons: { c: 'removed' } })
    const direct = calling('direct', b, ...together('a', 'b')).call
    for (const event of [
      { type: 'muteAll', by: 'a' },
      { type: 'remove', by: 'a', part: 'b' },
    ] as const)
      expect(nextCall(direct, event, start)).toEqual({ ok: false, reason: 'direct' })
  })

  it('is left by whoever may no longer call', () => {
    const { reasons, states } = calling(
      'group',
      [invited('b'), invited('c')],
      ...together('a', 'b'),
      [2, { type: 'loseAccess', part: 'b' }],
      [2, { type: 'loseAccess', part: 'c' }],
    )
    expect([states.b, states.c, reasons.b, reasons.c]).toEqual(['left', 'missed', 'access_lost', 'access_lost'])
  })
})

describe('a meeting', () => {
  it('rings nobody, and waits for the second for a quarter of an hour', () => {
    const { call } = calling('meeting', [])
    expect(call).toMatchObject({ state: 'connecting', aloneUntil: start + callTimes.wait })
    expect(calling('meeting', [], [900, tick]).call).toMatchObject({ state: 'ended', endReason: 'alone' })
    const met = calling('meeting', [], [100, join('b')], [101, media('a')], [101, media('b')])
    expect(met.call).toMatchObject({ state: 'connected', connectedAt: start + 101_000, aloneUntil: null })
    expect(calling('meeting', [], [100, join('b')], [101, hangUp('b')]).call.aloneUntil).toBe(start + 161_000)
  })
})

describe('after a restart', () => {
  const lost = (part: string): CallEvent => ({ type: 'absent', part, absence: 'restart' })
  it('waits 60 s for a resumption, then ends at the last heartbeat', () => {
    const both: [number, CallEvent][] = [...together('a', 'b'), [30, lost('a')], [30, lost('b')]]
    expect(calling('direct', b, ...both, [89, tick]).call.state).toBe('connected')
    const { call } = calling('direct', b, ...both, [90, tick])
    expect(call).toMatchObject({ state: 'ended', endReason: 'interrupted', endedAt: start + 1000 })
    const one = calling('direct', b, ...both, [40, { type: 'resume', part: 'a' }], [41, media('a')], [90, tick])
    expect(one.call).toMatchObject({ state: 'ended', endReason: 'interrupted', endedAt: start + 90_000 })
    const resumed: [number, CallEvent][] = ['a', 'b'].map((part) => [40, { type: 'resume', part }])
    const on = calling('direct', b, ...both, ...resumed, [41, media('a')], [41, media('b')], [90, tick])
    expect(on.call).toMatchObject({ state: 'connected', connectedAt: start + 1000 })
  })
})

describe('a part of a call', () => {
  const allowed: Record<PartAction, string> = {
    answer: 'ringing>connecting',
    decline: 'ringing>declined',
    timeOut: 'ringing>missed',
    cancel: 'ringing>missed',
    busy: 'ringing>missed',
    do_not_disturb: 'ringing>missed',
    offline: 'ringing>missed',
    join: 'ringing>connecting declined>connecting missed>connecting left>connecting',
    ringAgain: 'declined>ringing missed>ringing left>ringing',
    mediaFlows: 'connecting>connected connected>connected reconnecting>connected',
    mediaStalls: 'connected>reconnecting reconnecting>reconnecting',
    mediaFails: 'connecting>left connected>left reconnecting>left',
    resume: 'connecting>connecting connected>reconnecting reconnecting>reconnecting',
    loseSocket: 'connecting>left connected>left reconnecting>left',
    notResume: 'connecting>left connected>left reconnecting>left',
    hangUp: 'connecting>left connected>left reconnecting>left',
    remove: 'ringing>missed connecting>left connected>left reconnecting>left',
    loseAccess: 'ringing>missed connecting>left connected>left reconnecting>left',
  }
  it.each(Object.entries(allowed))('%s: %s, and nothing else', (action, expected) => {
    const rows: readonly { from: readonly ParticipantState[]; to: ParticipantState }[] = partTable[action as PartAction]
    const found = participantStates.flatMap((state) =>
      rows.filter(({ from }) => from.includes(state)).map(({ to }) => `${state}>${to}`),
    )
    expect(found.join(' ')).toBe(expected)
  })

  it('refuses every event once the call is over, and those of whoever is not in it', () => {
    const over = calling('direct', b, [1, hangUp('a')]).call
    const events: CallEvent[] = [
      answer('b'),
      hangUp('b'),
      media('a'),
      tick,
      join('b'),
      { type: 'resume', part: 'a' },
      { type: 'muteAll', by: 'a' },
      { type: 'ring', by: 'a', people: b },
    ]
    for (const event of events) expect(nextCall(over, event, start), event.type).toEqual({ ok: false, reason: 'over' })
    const { call } = calling('group', [invited('b'), invited('c')], [1, { type: 'decline', part: 'b' }])
    for (const type of ['hangUp', 'loseAccess', 'resume'] as const)
      expect(nextCall(call, { type, part: 'b' }, start), type).toEqual({ ok: false, reason: 'notInCall' })
    expect(nextCall(call, media('b'), start)).toEqual({ ok: false, reason: 'notInCall' })
    expect(nextCall(call, hangUp('nobody'), start)).toEqual({ ok: false, reason: 'notInCall' })
    expect(nextCall(call, { type: 'absent', part: 'c', absence: 'socket' }, start)).toEqual({
      ok: false,
      reason: 'notInCall',
    })
  })
})

it('ends for every reason that there is', () => {
  const ended = [
    calling('direct', b, ...together('a', 'b'), [9, hangUp('b')]),
    calling('direct', b, [1, { type: 'decline', part: 'b' }]),
    calling('direct', b, [1, hangUp('a')]),
    calling('direct', b, [60, tick]),
    ...(['busy', 'do_not_disturb', 'offline'] as const).map((why) => calling('direct', [invited('b', why)])),
    calling('direct', b, [1, answer('b')], [21, tick]),
    calling('direct', b, ...together('a', 'b'), [9, media('a', 'failed')]),
    calling('meeting', [], [900, tick]),
    calling('group', b, ...together('a', 'b'), [8, hangUp('a')], [9, { type: 'remove', by: 'b', part: 'b' }]),
    calling('direct', b, ...together('a', 'b'), [9, { type: 'loseAccess', part: 'b' }]),
    calling('meeting', [], [1, { type: 'absent', part: 'a', absence: 'restart' }], [61, tick]),
  ]
  expect(ended.map(({ call }) => call.endReason)).toEqual([...callEndReasons])
})
