import { useLocation, useMatches } from '@remix-run/react'
import { useEffect, useRef } from 'react'

/**
 * Moves the focus to the content after client-side navigation, as loading a document would, so that screen readers announce the
 * page's title; or to what the address names in it, such as a message. Does nothing if the page has taken the focus or a dialog is open.
 * The content of a failing page is another element, which also gets the focus.
 */
export function usePageFocus(contentId: string): void {
  const { pathname, hash } = useLocation()
  // Re-renders on every change of the router's state, because an error does not change the address.
  useMatches()
  const shown = useRef<{ pathname: string; content: HTMLElement | null }>()
  useEffect(() => {
    const content = document.getElementById(contentId)
    const before = shown.current
    shown.current = { pathname, content }
    if (!before || (before.pathname === pathname && before.content === content)) return
    const { activeElement } = document
    if (content?.contains(activeElement) || activeElement?.closest('dialog')) return
    content?.focus({ preventScroll: true })
    document.getElementById(hash.slice(1))?.focus({ preventScroll: true })
  })
}
