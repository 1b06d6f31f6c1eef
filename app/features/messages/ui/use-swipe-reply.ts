import { type RefObject, useEffect, useRef } from 'react'

/**
 * Swiping a message forward answers it, as its button does. One listener for the whole list; what can be swiped bears
 * `data-swipe` with the id of the message and `touch-pan-y`, so that the browser leaves the sideways way to us.
 */
export function useSwipeReply(list: RefObject<HTMLElement>, onReply: ((messageId: string) => void) | null): void {
  const reply = useRef(onReply)
  reply.current = onReply
  const enabled = onReply !== null

  useEffect(() => {
    const element = list.current
    if (!element || !enabled) return
    let here = true
    let stop = () => {}
    import('./follow-swipes.ts').then(
      ({ followSwipes }) => {
        if (here) stop = followSwipes(element, (messageId) => reply.current?.(messageId))
      },
      () => {},
    )
    return () => {
      here = false
      stop()
    }
  }, [list, enabled])
}
