import { setTimeout as wait } from 'node:timers/promises'

/** Longer than the work ever takes (ms), so that response times reveal nothing. */
const responseTime = 120

/** Runs `work` and returns its result a fixed time after the start, so that timing does not reveal the outcome. */
export async function withConstantTime<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), wait(responseTime)])
  return result
}
