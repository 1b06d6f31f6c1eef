let open = false
const listeners = new Set<() => void>()

function setOpen(next: boolean) {
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

/** Whether an entry of the history was made by opening the panel. */
const hasPanel = (state: unknown) => Boolean((state as { chatPanel?: boolean } | null)?.chatPanel)

// From the moment this module has loaded: a click before the page is hydrated opens the panel when it is.
if (typeof document !== 'undefined') {
  document.addEventListener('click', click)
  window.addEventListener('popstate', move)
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

/** Closes the panel, and takes its entry from the history. */
export function closeLauncher(): void {
  if (hasPanel(window.history.state)) window.history.back()
  else setOpen(false)
}

/** The page that the router shows: the key of its entry and its address. */
let shown = ''

/**
 * Opening the panel adds an entry of the same page to the history, so that Back closes it instead of leaving the page, and Forward, or
 * Back from a page behind it, opens it again. Called for each page that is shown.
 */
export function followHistory(key: string, address: string): void {
  shown = key + address
  if (hasPanel(window.history.state)) setOpen(true)
}

function move(event: PopStateEvent) {
  const wanted = hasPanel(event.state)
  const { pathname, search, hash } = window.location
  if (wanted === open || (event.state?.key ?? 'default') + pathname + search + hash !== shown) return
  // This listener is older than the router's, which would load the page again.
  event.stopImmediatePropagation()
  setOpen(wanted)
}

/** Closes the panel on the messages page, which shows the same. */
export const closeOnMessages = (pathname: string): void => {
  if (isMessages(pathname)) setOpen(false)
}
