import { useEffect, useState } from 'react'

/**
 * What a page can do without at first, brought by `import()` once it is there; null until then, and where it could not be
 * fetched. What fails is tried again when the browser comes back online. `load` stands outside of the component.
 */
export function useLoaded<Loaded>(load: () => Promise<Loaded>, wanted = true): Loaded | null {
  const [loaded, setLoaded] = useState<{ value: Loaded } | null>(null)
  useEffect(() => {
    if (!wanted) return
    let here = true
    const fetch = () => {
      load().then(
        (value) => here && setLoaded({ value }),
        () => here && window.addEventListener('online', fetch, { once: true }),
      )
    }
    fetch()
    return () => {
      here = false
      window.removeEventListener('online', fetch)
    }
  }, [load, wanted])
  return loaded?.value ?? null
}
