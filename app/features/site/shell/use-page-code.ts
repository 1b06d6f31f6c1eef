import { useEffect } from 'react'
import { noteUnreachable } from '#app/ui/keep-shown.ts'

type Route = { id?: string; lazy?: (() => Promise<unknown>) | undefined; children?: readonly Route[] }

const guarded = new WeakSet<Route>()

/**
 * A page whose code cannot be loaded because the server is unreachable fails in its place. Remix reloads the document whenever
 * that code is missing, which is right only after a deployment.
 */
export function usePageCode(): void {
  useEffect(() => {
    const router = window.__remixRouter
    const guardAll = () => guard(router.routes as Route[])
    guardAll()
    // Remix adds routes as their links appear, and the router says so.
    return router.subscribe(guardAll)
  }, [])
}

function guard(routes: readonly Route[]): void {
  for (const route of routes) {
    guard(route.children ?? [])
    const { lazy } = route
    const module = window.__remixManifest.routes[route.id ?? '']?.module
    if (!lazy || !module || guarded.has(route)) continue
    guarded.add(route)
    route.lazy = async () => {
      await import(/* @vite-ignore */ module).catch((error: Error) =>
        fetch(module, { method: 'HEAD' }).catch(() => {
          noteUnreachable(error)
          throw error
        }),
      )
      return lazy()
    }
  }
}
