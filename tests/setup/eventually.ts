import { vi } from 'vitest'

/** Waits until a check no longer throws, for twenty seconds at most: a machine that other programs use too is slow, and not wrong. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 20_000 })
