import { useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'

/** Closes the drawer, a popover, when a link is followed or the screen grows, and traps the focus while it is open. */
export function useDrawer(id: string): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    // Not when this has loaded: the drawer may be open by then.
    if (shown.current === pathname) return
    shown.current = pathname
    const menu = document.getElementById(id)
    if (menu?.matches(':popover-open')) menu.hidePopover()
  }, [id, pathname])
  useEffect(() => {
    const menu = document.getElementById(id)
    if (!menu) return
    const wide = window.matchMedia('(width >= 64rem)')
    const behind = document.getElementById('workspace-page')
    const isOpen = (event: Event) => (event as ToggleEvent).newState === 'open'
    const toggled = (event: Event) => behind?.toggleAttribute('inert', isOpen(event))
    // While the page behind is inert, the browser cannot return the focus to the button that opened the drawer.
    const closing = (event: Event) => !isOpen(event) && behind?.removeAttribute('inert')
    const grown = () => wide.matches && menu.matches(':popover-open') && menu.hidePopover()
    // It may have been opened before this has loaded.
    behind?.toggleAttribute('inert', menu.matches(':popover-open'))
    menu.addEventListener('beforetoggle', closing)
    menu.addEventListener('toggle', toggled)
    wide.addEventListener('change', grown)
    return () => {
      menu.removeEventListener('beforetoggle', closing)
      menu.removeEventListener('toggle', toggled)
      wide.removeEventListener('change', grown)
    }
  }, [id])
}
