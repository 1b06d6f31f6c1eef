import { type ComponentType, lazy } from 'react'
import { loaderOf } from './use-loaded.ts'

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
