/** Where a player is: what it has, from and to, and what it plays at (s). */
export type Playing = { from: number; to: number; at: number }

/** Behind by more than this, a player jumps (s). */
const tooFar = 2
/** Behind by more than this, it plays faster, until it is as close as it wants to be (s). */
const [far, close] = [1, 0.6]

/** What brings a player to what happens now: where to jump to, or how fast to play. It jumps over gaps, too. */
export function towardsLive({ from, to, at }: Playing, rate: number): { jump: number | null; rate: number } {
  const behind = to - at
  if (at < from || at > to + 0.25 || behind > tooFar) return { jump: Math.max(from, to - close), rate: 1 }
  if (behind > far) return { jump: null, rate: 1.15 }
  return { jump: null, rate: behind > close ? rate : 1 }
}
