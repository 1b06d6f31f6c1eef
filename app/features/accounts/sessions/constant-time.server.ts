import { setTimeout as wait } from 'node:timers/promises'

/** Longer than the work ever takes (ms), so that the clock does not tell what the answer keeps to itself. */
const responseTime = 120

/** Runs `work` and answers after a fixed time from the start, not when it was done. */
export async function withConstantTime<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), wait(responseTime)])
  return result
}
