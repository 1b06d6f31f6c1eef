import { vi } from 'vitest'

/**
 * Waits until a check no longer throws, for twenty seconds at most: a machine that other programs use too is slow, and not wrong. `interval` is the
 * time between two looks (ms).
 */
export const eventually = <T>(check: () => T | Promise<T>, interval = 50): Promise<T> =>
  vi.waitFor(check, { interval, timeout: 20_000 })
