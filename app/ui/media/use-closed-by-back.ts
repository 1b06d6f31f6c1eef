import { useCallback, useEffect, useRef } from 'react'

const isOnTop = () => Boolean((window.history.state as { covered?: boolean } | null)?.covered)

/**
 * Gives what covers the page an entry in the history, of the same address, so that Back closes it instead of leaving the page. Returns
 * what closes it otherwise, which takes the entry away. The router never learns of that entry.
 */
export function useClosedByBack(onClose: () => void): () => void {
  const latest = useRef(onClose)
  latest.current = onClose
  useEffect(() => {
    if (!isOnTop()) window.history.pushState({ ...window.history.state, covered: true }, '')
    function back(event: PopStateEvent) {
      // Capturing, this comes before the router, which would load the page again.
      event.stopImmediatePropagation()
      latest.current()
    }
    window.addEventListener('popstate', back, { capture: true })
    return () => window.removeEventListener('popstate', back, { capture: true })
  }, [])
  return useCallback(() => {
    if (isOnTop()) window.history.back()
    else latest.current()
  }, [])
}
