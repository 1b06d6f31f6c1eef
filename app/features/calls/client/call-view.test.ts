import { expect, it } from 'vitest'
import type { CallParticipant, CallView } from '#app/realtime/protocol/call-events.ts'
import type { ParticipantState } from '#db/vocabulary/calls.ts'
import type { CurrentCall } from './call-state.ts'
import {
  countPeople,
  nameOf,
  peersOf,
  personOf,
  picturedOf,
  reportOf,
  secondsOf,
  speakerOf,
  timerText,
} from './call-view.ts'

const part = (id: string, order: number | null, state: ParticipantState = 'connected') =>
  ({ id, userId: `u-${id}`, name: id, order, state, peerId: order === null ? null : `peer-${id}` }) as CallParticipant

const call = {
  title: null,
  callerName: 'Caller',
  connectedAt: 10_000,
  participants: [part('a', 1), part('b', 2), part('c', 3), part('d', null, 'ringing'), part('e', 4, 'left')],
} as CallView

it('calls those who were there before, and takes the calls of those who come later', () => {
  expect(peersOf(call, 'b')).toEqual({
    toCall: [{ id: 'a', peerId: 'peer-a' }],
    toAdmit: [{ id: 'c', peerId: 'peer-c' }],
  })
  expect(peersOf(call, 'a').toCall).toEqual([])
})

it('counts those who are in the call', () => {
  expect(countPeople(call)).toBe(3)
})

it('is named after the group, or after the other person', () => {
  expect(nameOf({ ...call, title: 'Site' }, 'u-a')).toBe('Site')
  expect(nameOf(call, 'u-a')).toBe('b')
  expect(nameOf({ ...call, participants: [] }, 'u-a')).toBe('Caller')
})

it('shows in the minimised call who speaks, or the first with a picture, and never oneself', () => {
  const camera = { getVideoTracks: () => [{}] }
  const remote = new Map(['b', 'c'].map((id) => [id, { id, camera }]))
  const participants = call.participants.map((each) => ({ ...each, cameraOff: each.id === 'b' }))
  const group = { call: { ...call, kind: 'group', participants }, participantId: 'a', remote } as unknown as CurrentCall
  expect(personOf(group, 'b')?.id).toBe('b')
  expect(personOf(group, 'a')?.id).toBe('c')
  expect(personOf(group, null)?.id).toBe('c')
  // Whoever speaks without a picture has none for a window of its own.
  expect(picturedOf(group, 'b')?.id).toBe('c')
  expect(picturedOf({ ...group, remote: new Map() }, 'b')).toBeUndefined()
  expect(personOf({ ...group, remote: new Map() }, null)).toBeUndefined()
  const two = { ...group, call: { ...call, kind: 'direct', participants: participants.slice(0, 2) } } as CurrentCall
  expect(personOf(two, null)?.id).toBe('b')
})

it.each([
  [[], null],
  [['connecting'], null],
  [['connected', 'lost'], 'connected'],
  [['reconnecting', 'lost'], 'reconnecting'],
  [['reconnecting', 'connecting'], 'reconnecting'],
  [['lost'], 'failed'],
  [['lost', 'lost'], 'failed'],
] as const)('reports %j as %s', (states, report) => {
  expect(reportOf(states)).toBe(report)
})

it('runs the timer from the server’s time', () => {
  expect(secondsOf(call, { skew: 500 }, 12_600)).toBe(3)
  expect(secondsOf(call, { skew: -9_000 }, 12_600)).toBe(0)
  expect(secondsOf({ ...call, connectedAt: null }, { skew: 0 }, 12_600)).toBeNull()
  expect([0, 65, 3_599, 3_600, 36_061].map(timerText)).toEqual(['00:00', '01:05', '59:59', '1:00:00', '10:01:01'])
})

it('shows the loudest as the speaker, and keeps them in a pause', () => {
  expect(
    speakerOf(
      new Map([
        ['a', 0.3],
        ['b', 0.1],
      ]),
      null,
    ),
  ).toBe('a')
  expect(
    speakerOf(
      new Map([
        ['a', 0.001],
        ['b', 0.01],
      ]),
      'b',
    ),
  ).toBe('b')
  expect(speakerOf(new Map([['a', 0.001]]), 'gone')).toBeNull()
})
