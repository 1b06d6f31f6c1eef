import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { firstCallPatience, patience, startReconnection, unreachedRetry } from './reconnection.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start(caller: boolean) {
  const done: string[] = []
  const begun = Date.now()
  const note = (what: string) => done.push(`${what} ${(Date.now() - begun) / 1_000}`)
  return { done, reconnection: startReconnection(caller, { attempt: note, givenUp: () => note('given up') }) }
}

it('restarts ICE after 1 and 2 s, calls anew after 4 s, and then gives up', () => {
  const { done } = start(true)
  vi.advanceTimersByTime(60_000)
  expect(done).toEqual(['restart 1', 'restart 3', 'call 7', 'given up 17'])
})

it('stops once the media is back', () => {
  const { done, reconnection } = start(true)
  vi.advanceTimersByTime(1_500)
  reconnection.stop()
  vi.advanceTimersByTime(60_000)
  expect(done).toEqual(['restart 1'])
})

it('only waits at the end that was called, a little longer', () => {
  const { done } = start(false)
  vi.advanceTimersByTime(patience - 1)
  expect(done).toEqual([])
  vi.advanceTimersByTime(1)
  expect(done).toEqual(['given up 19'])
})

it.each([
  ['waits 5 s for the answer to a first call', 2, 0, false, 0, 5_000],
  ['waits 10 s among more than four people', 5, 0, false, 0, 10_000],
  ['makes it anew without one', 2, 0, false, 5_000, 0],
  ['waits longer for the next ones', 2, 1, false, 0, 10_000],
  ['but not for ever', 2, 9, false, 0, 12_000],
  ['leaves one that was answered to ICE', 2, 0, true, 5_000, 7_000],
  ['and makes it anew where that comes to nothing', 2, 0, true, 12_000, 0],
] as const)('%s', (_what, people, times, isAnswered, waited, expected) => {
  expect(firstCallPatience(people, times, isAnswered, waited)).toBe(expected)
})

it('calls somebody whom the broker does not know yet again within two seconds, however often', () => {
  expect([0, 1, 2, 3, 4, 9].map(unreachedRetry)).toEqual([250, 500, 1_000, 2_000, 2_000, 2_000])
})
