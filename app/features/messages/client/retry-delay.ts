/** Tries in a row until the reader is told, and offered to try at once. */
export const attemptsUntilFailed = 5

/** From a failed try to the next (ms): 1 s to 5 s for the first five, afterwards half a minute, so spread that a server is not stormed. */
export function retryDelay(attempt: number, random = Math.random()): number {
  if (attempt > attemptsUntilFailed) return 20_000 + random * 20_000
  return Math.min(1_000 * 2 ** (attempt - 1), 5_000) * (0.75 + random / 2)
}
