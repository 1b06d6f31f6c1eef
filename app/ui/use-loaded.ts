import { type ComponentType, lazy, startTransition, useEffect, useState } from 'react'

/**
 * Loads an optional part of the page by `import()` after the page is there. Null until it has loaded. After a failure
 * it tries again when the browser is back online. Define `load` outside the component. What was loaded is rendered in a transition,
 * which yields to what the user does.
 */
export function useLoaded<Loaded>(load: () => Promise<Loaded>, wanted = true): Loaded | null {
  const [loaded, setLoaded] = useState<{ value: Loaded } | null>(null)
  useEffect(() => {
    if (!wanted) return
    let here = true
    const fetch = () => {
      load().then(
        (value) => here && startTransition(() => setLoaded({ value })),
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

/**
 * Makes the `load` of `useLoaded` from an `import()` and what is taken of its module. Chromium never fetches an address again from which a
 * module could not be fetched (seen in 150), so the next try has another address.
 */
export function loaderOf<Module, Loaded>(
  load: () => Promise<Module>,
  pick: (module: Module) => Loaded,
): () => Promise<Loaded> {
  let failed: string | undefined
  const again = (address: string): Promise<Module> => import(/* @vite-ignore */ `${address}?${Date.now()}`)
  return () =>
    (failed ? again(failed) : load()).then(pick, (error) => {
      failed ??= /http\S+/.exec(error)?.[0]
      throw error
    })
}

/**
 * A part of a page whose code the browser loads once it is shown, to be wrapped in `Suspense`. The server renders it at once, so choose
 * with `import.meta.env.SSR`, as thread.tsx does. If its code cannot be loaded, it is tried again when the browser is back online.
 */
export function loadedPart<Module, Props extends object>(
  load: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
) {
  const loadPart = loaderOf(load, pick)
  return lazy(async () => ({ default: await untilLoaded(loadPart) }))
}

async function untilLoaded<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch {
    await new Promise((online) => window.addEventListener('online', online, { once: true }))
    return untilLoaded(load)
  }
}
