import { useSyncExternalStore } from 'react'

/** The number that the live client counts; null until it has loaded. */
let counted: number | null = null
const listeners = new Set<() => void>()

export function setUnreadChats(count: number | null): void {
  counted = count
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The number of unread conversations: `loaded` with the page, then the live client's. */
export function useUnreadChats(loaded: number): number {
  return (
    useSyncExternalStore(
      subscribe,
      () => counted,
      () => null,
    ) ?? loaded
  )
}
