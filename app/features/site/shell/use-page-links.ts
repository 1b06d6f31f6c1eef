import { useNavigate } from '@remix-run/react'
import { useEffect } from 'react'

/**
 * Follows the plain links of the workspace without leaving the document, so that the socket, the panel and a call live on. Links
 * that have handled the click themselves, files, other sites, `target`, `download` and `data-reload` are left to the browser.
 */
export function usePageLinks(): void {
  const navigate = useNavigate()
  useEffect(() => {
    function follow(event: MouseEvent) {
      if (event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const link = pageLinkOf(event.target)
      if (!link) return
      event.preventDefault()
      const { pathname, search, hash } = link
      navigate({ pathname, search, hash }, { replace: link.href === window.location.href })
    }
    // On window: everything else has had the click by then, Remix's links and the launcher of the chat included.
    window.addEventListener('click', follow)
    return () => window.removeEventListener('click', follow)
  }, [navigate])
}

/** The link that something is part of, if it leads to a page of ours. */
export function pageLinkOf(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || link.origin !== window.location.origin || link.pathname.startsWith('/files/')) return null
  if (['target', 'download', 'data-reload'].some((name) => link.hasAttribute(name))) return null
  const { pathname, search } = window.location
  return link.hash && link.pathname === pathname && link.search === search ? null : link
}
