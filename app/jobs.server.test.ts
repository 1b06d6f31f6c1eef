import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startJobs } from './jobs.server.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) })
})
afterEach(() => {
  vi.useRealTimers()
})

it('runs a job at once and on its schedule, until it is stopped', async () => {
  const run = vi.fn()
  const stop = startJobs([{ name: 'job', schedule: '* * * * * *', run }])
  expect(run).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(3000)
  expect(run).toHaveBeenCalledTimes(4)
  stop()
  await vi.advanceTimersByTimeAsync(3000)
  expect(run).toHaveBeenCalledTimes(4)
})

it('skips a run while the previous one is still going', async () => {
  let finish = () => {}
  const run = vi.fn(
    () =>
      new Promise<void>((done) => {
        finish = done
      }),
  )
  const stop = startJobs([{ name: 'slow', schedule: '* * * * * *', run }])
  await vi.advanceTimersByTimeAsync(5000)
  expect(run).toHaveBeenCalledTimes(1)
  finish()
  await vi.advanceTimersByTimeAsync(1000)
  expect(run).toHaveBeenCalledTimes(2)
  stop()
})

it('runs a failed job again', async () => {
  const run = vi.fn(() => Promise.reject(new Error('no')))
  const stop = startJobs([{ name: 'failing', schedule: '* * * * * *', run }])
  await vi.advanceTimersByTimeAsync(1000)
  expect(run).toHaveBeenCalledTimes(2)
  stop()
})
