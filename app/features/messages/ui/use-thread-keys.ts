import { type RefObject, useEffect } from 'react'

/** Makes the log one tab stop and lets Escape lead to the list, once scripts run. What does it loads after the page. */
export function useThreadKeys(log: RefObject<HTMLElement>, live: boolean): void {
  useEffect(() => {
    const element = log.current
    const thread = element?.closest('section')
    if (!live || !element || !thread) return
    let here = true
    let ends: Array<() => void> = []
    import('./thread-keys.ts').then(
      ({ followLogKeys, followEscape }) => {
        if (here) ends = [followLogKeys(element), followEscape(thread)]
      },
      // Everything is a tab stop, as without scripts.
      () => {},
    )
    return () => {
      here = false
      for (const end of ends) end()
    }
  }, [log, live])
}
