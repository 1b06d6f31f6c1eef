import { expect, it } from 'vitest'
import { restartDelay } from './supervisor.server.ts'

it('starts a process again at once, and one that keeps ending ever later, but at least twice a minute', () => {
  expect([0, 1, 2, 3, 50].map(restartDelay)).toEqual([0, 250, 500, 1000, 30_000])
})
