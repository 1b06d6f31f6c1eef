/** After so many failed attempts the user is told, and offered to try at once. */
export const attemptsUntilFailed = 5

/** Time until the next attempt (ms): 1–5 s for the first five, then about 30 s, with jitter so that clients spread out. */
export function retryDelay(attempt: number, random = Math.random()): number {
  if (attempt > attemptsUntilFailed) return 20_000 + random * 20_000
  return Math.min(1_000 * 2 ** (attempt - 1), 5_000) * (0.75 + random / 2)
}
