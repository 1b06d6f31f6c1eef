import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { typingSignal } from './typing-signal.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('signals again after a message was sent, but not so soon that the server would refuse it', () => {
  const tell = vi.fn()
  const signal = typingSignal(tell)
  signal.typing('one')
  signal.stop()
  vi.advanceTimersByTime(500)
  signal.typing('one')
  expect(tell.mock.calls).toEqual([
    ['typing_start', 'one'],
    ['typing_stop', 'one'],
  ])
  vi.advanceTimersByTime(700)
  signal.typing('one')
  expect(tell).toHaveBeenLastCalledWith('typing_start', 'one')
})
