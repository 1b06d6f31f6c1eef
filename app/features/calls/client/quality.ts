import type { CallQuality as Level } from '#db/vocabulary/calls.ts'

/** How good the connection is; unknown until something was measured. */
export type ShownLevel = Level | 'unknown'

/** What a connection has counted since it began, as `getStats` tells it. `roundTripMs` is null until it was measured. */
export type PacketCounts = { received: number; lost: number; roundTripMs: number | null }

/** How often the counts are read (ms). */
export const samplePeriod = 5_000

const order = ['excellent', 'good', 'fair', 'poor'] as const

/** From the best to the worst: below these shares of lost packets and these round trips. */
const bounds: ReadonlyArray<{ level: Level; loss: number; roundTripMs: number }> = [
  { level: 'excellent', loss: 0.02, roundTripMs: 150 },
  { level: 'good', loss: 0.05, roundTripMs: 300 },
  { level: 'fair', loss: 0.1, roundTripMs: 500 },
]

/** The quality of the time between two counts; unknown if nothing came in it. Counts that go back belong to a new connection. */
export function qualityBetween(before: PacketCounts, after: PacketCounts): ShownLevel {
  const received = after.received - before.received
  // A packet that arrived late is taken back from the lost ones.
  const lost = Math.max(0, after.lost - before.lost)
  if (received < 0 || received + lost === 0) return 'unknown'
  const loss = lost / (received + lost)
  const roundTrip = after.roundTripMs ?? 0
  return bounds.find((bound) => loss < bound.loss && roundTrip < bound.roundTripMs)?.level ?? 'poor'
}

/** The level that is shown, and the last one that differed from it. */
export type ShownQuality = { shown: ShownLevel; differing: ShownLevel | null }

export const noQuality: ShownQuality = { shown: 'unknown', differing: null }

/**
 * Shows another level only after two samples in a row that are both better or both worse than the shown one, and then the nearer of
 * the two. The first known level is shown at once.
 */
export function nextQuality({ shown, differing }: ShownQuality, sample: ShownLevel): ShownQuality {
  if (sample === 'unknown' || sample === shown) return { shown, differing: null }
  if (shown === 'unknown') return { shown: sample, differing: null }
  const [from, to] = [order.indexOf(shown), order.indexOf(sample)]
  const previous = differing === null || differing === 'unknown' ? null : order.indexOf(differing)
  if (previous === null || Math.sign(previous - from) !== Math.sign(to - from)) return { shown, differing: sample }
  const nearer = Math.abs(previous - from) < Math.abs(to - from) ? previous : to
  return { shown: order[nearer] ?? sample, differing: null }
}

/** The worst of several connections; unknown if none is known. */
export function worstQuality(levels: readonly ShownLevel[]): ShownLevel {
  return [...order].reverse().find((level) => levels.includes(level)) ?? 'unknown'
}
