import { defineMachine } from '#app/platform/state-machine.ts'
import type { BroadcastEndReason, BroadcastState } from '#db/vocabulary/broadcasts.ts'

/** More questions than anybody could answer. */
export const maxQuestions = 500

/** The longest broadcast (ms), as long as a recording. */
export const maxBroadcastMs = 3 * 3_600_000
/** After this without a piece the host is gone (ms). */
export const hostGone = 30_000

export const broadcastActions = ['end', 'ask', 'finish', 'remove'] as const
export type BroadcastAction = (typeof broadcastActions)[number]
/** `clock`: what the server does by itself. */
export const broadcastRoles = ['host', 'viewer', 'clock'] as const
export type BroadcastRole = (typeof broadcastRoles)[number]

/** What becomes of a broadcast (CALL-15). `isEmpty`: nothing of it had come that can be played. */
export const broadcastMachine = defineMachine<{
  namespace: 'broadcasts'
  state: BroadcastState
  action: BroadcastAction
  role: BroadcastRole
  facts: { isEmpty?: boolean }
  refusal: never
}>({
  namespace: 'broadcasts',
  transitions: [
    { from: 'live', action: 'end', by: ['host', 'clock'], to: 'ended' },
    { from: 'live', action: 'ask', by: ['host', 'viewer'], to: 'live' },
    { from: 'ended', action: 'finish', by: 'clock', to: ({ isEmpty }) => (isEmpty ? 'unrecorded' : 'recorded') },
    { from: 'recorded', action: 'remove', by: ['host', 'clock'], to: 'removed' },
  ],
})

type Running = { startedAt: number; lastPieceAt: number | null; mayHost: boolean }

/** Why a live broadcast has to end now; null if it goes on. Times are UTC ms. */
export function endingOf({ startedAt, lastPieceAt, mayHost }: Running, now: number): BroadcastEndReason | null {
  if (!mayHost) return 'access_lost'
  if (now - (lastPieceAt ?? startedAt) >= hostGone) return 'host_gone'
  return now - startedAt >= maxBroadcastMs ? 'too_long' : null
}
