import { useCallback, useEffect, useRef } from 'react'

/** How many things that Back closes the entry of the history stands for. */
const depthOf = (state: unknown): number => Number((state as { covered?: number } | null)?.covered ?? 0)

let open = 0

/**
 * Gives what covers the page, or a part of it, an entry in the history, of the same address, so that Back closes it instead of leaving the
 * page; the last to open closes first. Returns what closes it otherwise, which takes the entry away. The router never learns of that entry.
 */
export function useClosedByBack(onClose: () => void): () => void {
  const latest = useRef(onClose)
  latest.current = onClose
  const depth = useRef(0)
  useEffect(() => {
    open += 1
    depth.current = open
    if (depthOf(window.history.state) < open) window.history.pushState({ ...window.history.state, covered: open }, '')
    function back(event: PopStateEvent) {
      if (depth.current !== open || depthOf(event.state) >= open) return
      // Capturing, this comes before the router, which would load the page again.
      event.stopImmediatePropagation()
      latest.current()
    }
    window.addEventListener('popstate', back, { capture: true })
    return () => {
      open -= 1
      window.removeEventListener('popstate', back, { capture: true })
    }
  }, [])
  return useCallback(() => {
    if (depthOf(window.history.state) >= depth.current) window.history.back()
    else latest.current()
  }, [])
}
