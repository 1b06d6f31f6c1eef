import { useLocation } from '@remix-run/react'
import { useEffect } from 'react'

/** The page that was shown last; the shell is another one when a page failed. */
let shown: string | null = null

/**
 * Puts the focus on the content of a page that was reached without loading a document, as loading one would take it off the
 * link that was followed; screen readers then say its name. A page that has taken the focus, and an open dialog, keep it.
 */
export function useFocusOfPage(contentId: string): void {
  const { pathname } = useLocation()
  useEffect(() => {
    const before = shown
    shown = pathname
    if (before === null || before === pathname) return
    const content = document.getElementById(contentId)
    const { activeElement } = document
    if (!content?.contains(activeElement) && !activeElement?.closest('dialog')) content?.focus({ preventScroll: true })
  }, [pathname, contentId])
}
