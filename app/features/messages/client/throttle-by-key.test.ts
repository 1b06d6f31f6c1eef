import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { throttleByKey } from './throttle-by-key.ts'

// Timers that other test files of this thread left running begin again and again, so `runAllTimers` would never end here.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())

/** Reads that take `lasting` ms, with the time each began. */
function reads(lasting: number) {
  const began: Array<[string, number]> = []
  const start = Date.now()
  let running = 0
  let most = 0
  const { request, stop } = throttleByKey(async (key) => {
    began.push([key, Date.now() - start])
    running += 1
    most = Math.max(most, running)
    await new Promise((done) => setTimeout(done, lasting))
    running -= 1
  })
  return { began, request, stop, most: () => most }
}

it('reads at once, then once a second while requests continue, and once after the last request', async () => {
  const { began, request } = reads(20)
  for (let asked = 0; asked < 500; asked += 1) {
    request('one')
    await vi.advanceTimersByTimeAsync(10)
  }
  await vi.advanceTimersByTimeAsync(60_000)
  expect(began.map(([, at]) => at)).toEqual([0, 1000, 2000, 3000, 4000, 5000])
})

it('reads a key once at a time, however long it takes, and other keys concurrently', async () => {
  const { began, request, most } = reads(3000)
  request('one')
  await vi.advanceTimersByTimeAsync(1500)
  for (let asked = 0; asked < 10; asked += 1) request('one')
  expect(began).toEqual([['one', 0]])
  request('two')
  expect(began.at(-1)).toEqual(['two', 1500])
  await vi.advanceTimersByTimeAsync(60_000)
  expect([began.slice(2), most()]).toEqual([[['one', 3000]], 2])
})

it('continues after a failed read', async () => {
  const failing = vi.fn(() => Promise.reject(new Error('gone')))
  const { request } = throttleByKey(failing)
  request('one')
  request('one')
  await vi.advanceTimersByTimeAsync(60_000)
  request('one')
  expect(failing).toHaveBeenCalledTimes(3)
})

it('reads nothing more once it is stopped', async () => {
  const { began, request, stop } = reads(20)
  request('one')
  request('one')
  stop()
  request('two')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(began).toEqual([['one', 0]])
})
