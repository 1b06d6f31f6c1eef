import { useSyncExternalStore } from 'react'

/** What the live chat counts; null until it does. */
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

/** Conversations with something unread: as the page was loaded, and as the live chat knows it by now. */
export function useUnreadChats(loaded: number): number {
  return (
    useSyncExternalStore(
      subscribe,
      () => counted,
      () => null,
    ) ?? loaded
  )
}
