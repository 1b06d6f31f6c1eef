import { useLocation, useMatches } from '@remix-run/react'
import { useContext, useEffect } from 'react'
import { type PageHandle, StatusContext } from './page-handle.ts'
import { useText } from './text.ts'

/** Title, heading and description of the page that is shown: those of the innermost route that has any. */
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

/** Whether the page may send scripts: every matched route must agree. */
export function useScripts(): boolean {
  return useMatches().every((match) => (match.handle as PageHandle | undefined)?.scripts !== false)
}

/** The history entry that the server answered; null once it was left, and on the server, which answers each page itself. */
let answered: string | null = typeof window === 'undefined' ? null : (window.history.state?.key ?? 'default')

/** The status of the page that is shown: the server's for the page it answered, 200 for those that came after it. */
export function usePageStatus(): number {
  const status = useContext(StatusContext)
  const { key } = useLocation()
  useEffect(() => {
    if (key !== answered) answered = null
  }, [key])
  return typeof window === 'undefined' || key === answered ? status : 200
}
