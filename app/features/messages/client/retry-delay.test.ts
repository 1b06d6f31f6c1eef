import { expect, it } from 'vitest'
import { retryDelay } from './retry-delay.ts'

it('waits one to five seconds for the first five attempts, then longer, with jitter', () => {
  expect([1, 2, 3, 4, 5].map((attempt) => retryDelay(attempt, 0.5))).toEqual([1_000, 2_000, 4_000, 5_000, 5_000])
  for (const random of [0, 1]) expect(retryDelay(3, random)).not.toBe(retryDelay(3, 0.5))
  expect(retryDelay(6, 0)).toBe(20_000)
  expect(retryDelay(600, 1)).toBe(40_000)
})
