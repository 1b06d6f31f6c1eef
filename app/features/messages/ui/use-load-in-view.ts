import { type RefObject, useEffect, useState } from 'react'

/** Loads another page when its link scrolls near the view. Returns whether it is being loaded. Null without scripts. */
export function useLoadInView(link: RefObject<HTMLElement>, load: (() => Promise<void>) | null): boolean {
  const [loading, setLoading] = useState(false)
  useEffect(() => {
    if (!load || !link.current) return
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        setLoading(true)
        void load().finally(() => setLoading(false))
      },
      { rootMargin: '200px' },
    )
    watcher.observe(link.current)
    return () => watcher.disconnect()
  }, [link, load])
  return loading
}
