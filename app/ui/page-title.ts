import { isRouteErrorResponse, useLocation, useMatches } from '@remix-run/react'
import { useContext, useEffect } from 'react'
import { type PageHandle, StatusContext } from './page-handle.ts'
import { useText } from './text.ts'

/** Title, heading and description of the current page, from the innermost route that has any. */
export function usePageTitle(): { title: string | null; heading: string | null; description: string | null } {
  const text = useText()
  const matches = useMatches()
  for (const match of matches.toReversed()) {
    const handle = match.handle as PageHandle | undefined
    const title =
      match.data !== undefined && match.data !== null && handle?.titleOf ? handle.titleOf(match.data) : handle?.title
    if (title) {
      const { heading = title, description } = handle ?? {}
      return { title: text(title), heading: text(heading), description: description ? text(description) : null }
    }
  }
  return { title: null, heading: null, description: null }
}

/** Whether the page itself says that what was asked for does not exist, instead of the error screen. */
export function useTellsNotFound(): boolean {
  return useMatches().some((match) => (match.handle as PageHandle | undefined)?.tellsNotFound === true)
}

/** Whether the page may send scripts; every matched route must allow it. */
export function useScripts(): boolean {
  return useMatches().every((match) => (match.handle as PageHandle | undefined)?.scripts !== false)
}

/**
 * Key of the history entry that the server rendered; null after navigation, and on the server, which renders every
 * page.
 */
let answered: string | null = typeof window === 'undefined' ? null : (window.history.state?.key ?? 'default')

/** The status of the page on screen: the server's for the page it rendered, the error's or 200 for later ones. */
export function usePageStatus(): number {
  const status = useContext(StatusContext)
  const { key } = useLocation()
  useEffect(() => {
    if (key !== answered) answered = null
  }, [key])
  if (typeof window === 'undefined' || key === answered) return status
  const [error] = Object.values(window.__remixRouter.state.errors ?? {})
  return isRouteErrorResponse(error) ? error.status : error === undefined ? 200 : 500
}
