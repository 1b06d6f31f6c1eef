import { matchRoutes, useLocation } from '@remix-run/react'
import { useEffect } from 'react'
import { pageLinkOf } from './use-page-links.ts'

/** How long a pointer rests on a link that is meant, in ms; a pointer on its way elsewhere is gone by then. */
const intentMs = 60

/** Loads the code of the page that a link leads to once somebody points at the link, focuses or touches it. */
export function useLoadAhead(): void {
  const { key } = useLocation()

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    function consider(event: Event) {
      clearTimeout(timer)
      const link = pageLinkOf(event.target)
      if (link) timer = setTimeout(loadCode, event.type === 'pointerdown' ? 0 : intentMs, link.pathname)
    }
    const listening = new AbortController()
    for (const type of ['pointerover', 'pointerdown', 'focusin']) window.addEventListener(type, consider, listening)
    return () => {
      clearTimeout(timer)
      listening.abort()
    }
  }, [])

  // Remix asks the server for the routes behind the links that bear this mark. Rows of one list share a route: one of them is enough.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other links
  useEffect(() => {
    const kinds = new Set<string>()
    for (const anchor of document.querySelectorAll('main a[href]:not([data-discover])')) {
      const link = pageLinkOf(anchor)
      const kind = link?.pathname.replace(/[\da-f-]{36}/, '')
      if (!link || !kind || kinds.has(kind)) continue
      kinds.add(kind)
      link.dataset.discover = 'true'
    }
  }, [key])
}

/**
 * Loads the modules of a page, and with them its texts. Not its data: that would be stale by the time of the click, and would
 * take a flash message with it, so answers with data are `no-store`.
 * With 100 ms of latency and the code of the page not yet in the browser, a row of the projects shows its page 1010 ms after the
 * click without this, 411 ms with it; loading the document takes 375 ms, the code and the socket not included (medians of seven).
 */
function loadCode(path: string): void {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  for (const { route } of matchRoutes(window.__remixRouter.routes as Parameters<typeof matchRoutes>[0], path) ?? []) {
    const module = window.__remixManifest.routes[route.id ?? '']?.module
    // What cannot be loaded now is loaded, and its failure told, when the link is followed.
    if (module) import(/* @vite-ignore */ module).catch(() => undefined)
  }
}
