import { type RefObject, useEffect, useRef } from 'react'

/**
 * Swiping a message forward replies to it, as its button does. The whole list has one listener. A message that can be swiped
 * has `data-swipe` with its id, and `touch-pan-y` so that the browser does not handle horizontal movements.
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
