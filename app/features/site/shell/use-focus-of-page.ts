import { useLocation, useMatches } from '@remix-run/react'
import { useEffect, useRef } from 'react'

/**
 * Puts the focus on the content of a page that was reached without loading a document, as loading one would take it off the
 * link that was followed; screen readers then say its name. A page that has taken the focus, and an open dialog, keep it.
 * The content of a page that fails is another element, which gets the focus too, wherever the failure came from.
 */
export function useFocusOfPage(contentId: string): void {
  const { pathname } = useLocation()
  // Renders again with every change of the router's state: an error comes without another address.
  useMatches()
  const shown = useRef<{ pathname: string; content: HTMLElement | null }>()
  useEffect(() => {
    const content = document.getElementById(contentId)
    const before = shown.current
    shown.current = { pathname, content }
    if (!before || (before.pathname === pathname && before.content === content)) return
    const { activeElement } = document
    if (!content?.contains(activeElement) && !activeElement?.closest('dialog')) content?.focus({ preventScroll: true })
  })
}
