import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { patience, startReconnection } from './reconnection.ts'

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
