import { type RefObject, useEffect, useState } from 'react'

/**
 * Loads another page when its link scrolls near the view, and when `load` is called. What `read` returns says whether it succeeded; it is
 * null without scripts. After a failure only `load` tries again.
 */
export function useLoadInView(link: RefObject<HTMLElement>, read: (() => Promise<boolean>) | null) {
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const [load] = useState(() => async (run: () => Promise<boolean>) => {
    setState('loading')
    setState((await run()) ? 'idle' : 'failed')
  })
  useEffect(() => {
    // Anew after each load: if it brought nothing for this link, which is still in view, an observer sees no change.
    if (!read || !link.current || state !== 'idle') return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && void load(read), {
      rootMargin: '200px',
    })
    watcher.observe(link.current)
    return () => watcher.disconnect()
  }, [link, read, load, state])
  return { state, load }
}
