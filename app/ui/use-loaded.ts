import { useEffect, useState } from 'react'

/**
 * What a page can do without at first, brought by `import()` once it is there; null until then, and where it could not be
 * fetched. `load` stands outside of the component.
 */
export function useLoaded<Loaded>(load: () => Promise<Loaded>, wanted = true): Loaded | null {
  const [loaded, setLoaded] = useState<{ value: Loaded } | null>(null)
  useEffect(() => {
    if (!wanted) return
    let here = true
    load().then(
      (value) => here && setLoaded({ value }),
      () => {},
    )
    return () => {
      here = false
    }
  }, [load, wanted])
  return loaded?.value ?? null
}
