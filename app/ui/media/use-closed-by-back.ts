import { useCallback, useEffect, useRef } from 'react'
import { onMove } from './moves.ts'

/** How many things that Back closes the entry of the history stands for. */
const depthOf = (state: unknown): number => Number((state as { covered?: number } | null)?.covered ?? 0)

let open = 0

/**
 * Gives what covers the page, or a part of it, an entry in the history, of the same address, so that Back closes it instead of leaving the
 * page; the last to open closes first. Returns what closes it otherwise, which takes the entry away. The router never learns of that entry.
 * Does nothing of this unless it is `wanted`.
 */
export function useClosedByBack(onClose: () => void, wanted = true): () => void {
  const latest = useRef(onClose)
  latest.current = onClose
  const depth = useRef(0)
  useEffect(() => {
    if (!wanted) return
    open += 1
    depth.current = open
    if (depthOf(window.history.state) < open) window.history.pushState({ ...window.history.state, covered: open }, '')
    const ended = onMove(({ state }) => {
      if (depth.current !== open || depthOf(state) >= open) return false
      latest.current()
      return true
    })
    return () => {
      open -= 1
      depth.current = 0
      ended()
    }
  }, [wanted])
  return useCallback(() => {
    if (depth.current > 0 && depthOf(window.history.state) >= depth.current) window.history.back()
    else latest.current()
  }, [])
}
