import { onMove } from '#app/ui/media/moves.ts'

let open = false
const listeners = new Set<() => void>()

let moved: Parameters<typeof onMove>[0] | undefined

/** Calls back, and nothing that was given before, when the user goes back or forward, before the router does anything. */
export function whenMoved(listener: typeof moved): void {
  moved = listener
}

export function setOpen(next: boolean): void {
  open = next
  for (const listener of [...listeners]) listener()
}

const isMessages = (pathname: string) => /^\/messages(\/|$)/i.test(pathname)

/** Clicks on the header's link ask for the panel, except on the messages page and when opening a new tab. */
function click(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest('a[data-chat-launcher]') : null
  if (!link || event.defaultPrevented || event.button !== 0 || isMessages(window.location.pathname)) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  openLauncher()
}

// From the moment this module has loaded: a click before the page is hydrated opens the panel when it is.
if (typeof document !== 'undefined') {
  document.addEventListener('click', click)
  onMove((event) => Boolean(moved?.(event)))
}

/** Whether the chat panel was asked for and has not been closed. */
export const launcherIsOpen = (): boolean => open

export const subscribeToLauncher = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Opens the panel; not on the messages page, which shows the same. Returns whether it is open. */
export function openLauncher(): boolean {
  if (open || isMessages(window.location.pathname)) return open
  window.history.pushState({ ...window.history.state, chatPanel: true }, '')
  setOpen(true)
  return true
}

/** Closes the panel on the messages page, which shows the same. */
export const closeOnMessages = (pathname: string): void => {
  if (isMessages(pathname)) setOpen(false)
}
