import { useSyncExternalStore } from 'react'

/**
 * A number that a page is loaded with, and that a live connection keeps current afterwards. `set` takes null when there is no
 * connection (any more): then the number that was loaded last holds.
 */
export function liveCount() {
  let counted: number | null = null
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const now = () => counted
  const onServer = () => null
  return {
    set(count: number | null): void {
      counted = count
      for (const listener of listeners) listener()
    },
    use: (loaded: number): number => useSyncExternalStore(subscribe, now, onServer) ?? loaded,
  }
}
