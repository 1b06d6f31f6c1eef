import { useNavigate } from '@remix-run/react'
import { useEffect } from 'react'

/**
 * Follows plain links of the workspace by client-side navigation, so that the socket, the chat panel and a call stay alive.
 * The bell opens instead of its page. Leaves to the browser: clicks already handled, files, other sites, `target`, `download` and `data-reload`.
 */
export function usePageLinks(openBell: () => void): void {
  const navigate = useNavigate()
  useEffect(() => {
    function follow(event: MouseEvent) {
      if (event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const link = findPageLink(event.target)
      if (!link) return
      event.preventDefault()
      if (link.matches('[data-bell]') && window.location.pathname !== link.pathname) return openBell()
      const { pathname, search, hash } = link
      navigate({ pathname, search, hash }, { replace: link.href === window.location.href })
    }
    // On window, so that every other handler has had the click, including Remix's links and the chat launcher.
    window.addEventListener('click', follow)
    return () => window.removeEventListener('click', follow)
  }, [navigate, openBell])
}

/** The link that contains an element, if it leads to a page of this site. */
export function findPageLink(target: EventTarget | null): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  if (!link || link.origin !== window.location.origin || link.pathname.startsWith('/files/')) return null
  if (['target', 'download', 'data-reload'].some((name) => link.hasAttribute(name))) return null
  const { pathname, search } = window.location
  return link.hash && link.pathname === pathname && link.search === search ? null : link
}
