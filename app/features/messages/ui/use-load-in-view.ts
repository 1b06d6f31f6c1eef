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
  const failed = state === 'failed'
  useEffect(() => {
    if (!read || !link.current || failed) return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && void load(read), {
      rootMargin: '200px',
    })
    watcher.observe(link.current)
    return () => watcher.disconnect()
  }, [link, read, load, failed])
  return { state, load }
}
