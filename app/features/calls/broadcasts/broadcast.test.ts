import { describe, expect, it } from 'vitest'
import { broadcastStates } from '#db/vocabulary/broadcasts.ts'
import { testEveryStep } from '#tests/machine-table.ts'
import { broadcastActions, broadcastMachine, broadcastRoles, endingOf, hostGone, maxBroadcastMs } from './broadcast.ts'

describe('a broadcast', () => {
  testEveryStep(
    broadcastMachine,
    { states: broadcastStates, actions: broadcastActions, roles: broadcastRoles },
    `
    live host end ended
    live clock end ended
    live host ask live
    live viewer ask live
    ended clock finish recorded
    recorded host remove removed
    recorded clock remove removed`,
    () => ({}),
  )
})

it('has no recording if nothing of it had come', () => {
  expect(broadcastMachine.next('ended', 'finish', 'clock', { isEmpty: true })).toEqual({ ok: true, to: 'unrecorded' })
})

it.each([
  ['goes on', { lastPieceAt: 100_000 }, 100_000 + hostGone - 1, null],
  ['ends when nothing comes for 30 seconds', { lastPieceAt: 100_000 }, 100_000 + hostGone, 'host_gone'],
  ['ends when nothing has come at all', { lastPieceAt: null }, hostGone, 'host_gone'],
  ['ends when it has lasted for three hours', { lastPieceAt: maxBroadcastMs }, maxBroadcastMs, 'too_long'],
  ['ends when its host may not hold it any more', { lastPieceAt: 1_000, mayHost: false }, 1_001, 'access_lost'],
] as const)('%s', (_name, facts, now, reason) => {
  expect(endingOf({ startedAt: 0, mayHost: true, ...facts }, now)).toBe(reason)
})
