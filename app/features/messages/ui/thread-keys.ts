const messageSelector = '[data-message]'
const controls = 'a[href], button, input:not([type=hidden]), summary, audio[controls], video[controls]'

/**
 * Makes the messages of a log one tab stop: the message that had the focus last, or the newest. Arrow keys, Home and End move between
 * messages; Tab reaches the links and buttons of the one that has the focus. Without scripts, all of them are tab stops. Returns a
 * function that ends it.
 */
export function followLogKeys(log: HTMLElement): () => void {
  const silenced = new WeakSet<Element>()
  let current: HTMLElement | null = null
  let stop: HTMLElement | null = null
  let inside = false

  const messages = () => log.querySelectorAll<HTMLElement>(messageSelector)

  function silence(root: Element) {
    for (const each of [root, ...root.querySelectorAll(controls)]) {
      if (!each.matches(controls) || each.hasAttribute('tabindex') || !each.closest(messageSelector)) continue
      silenced.add(each)
      each.setAttribute('tabindex', '-1')
    }
  }
  function giveVoice(message: Element) {
    for (const each of message.querySelectorAll(controls)) if (silenced.delete(each)) each.removeAttribute('tabindex')
  }
  function placeStop() {
    const next = current?.isConnected ? current : ([...messages()].at(-1) ?? null)
    if (next === stop) return
    if (stop) stop.tabIndex = -1
    if (next) next.tabIndex = 0
    log.tabIndex = next ? -1 : 0
    stop = next
  }

  function enter({ target }: { target: EventTarget | null }) {
    const message = (target as Element).closest<HTMLElement>(messageSelector)
    if (inside && message === current) return
    if (current && inside) silence(current)
    inside = message !== null
    if (!message) return
    current = message
    giveVoice(message)
    placeStop()
  }
  function leave({ relatedTarget }: FocusEvent) {
    if (!inside || log.contains(relatedTarget as Node | null)) return
    inside = false
    if (current) silence(current)
  }
  function press(event: KeyboardEvent) {
    const target = event.target as Element
    const onMessage = target.matches(messageSelector)
    if ((!onMessage && target !== log) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const all = [...messages()]
    const at = onMessage ? all.indexOf(target as HTMLElement) : all.length
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: all.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    all[to]?.focus()
  }
  function follow(changes: MutationRecord[]) {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (node instanceof Element && !(inside && current?.contains(node))) silence(node)
      }
    }
    placeStop()
  }

  silence(log)
  placeStop()
  // A message may have had the focus before this was loaded.
  const focused = document.activeElement
  if (focused && log.contains(focused)) enter({ target: focused })
  const watcher = new MutationObserver(follow)
  watcher.observe(log, { childList: true, subtree: true })
  log.addEventListener('focusin', enter)
  log.addEventListener('focusout', leave)
  log.addEventListener('keydown', press)
  return () => {
    watcher.disconnect()
    log.removeEventListener('focusin', enter)
    log.removeEventListener('focusout', leave)
    log.removeEventListener('keydown', press)
  }
}

/**
 * On the page of a conversation, Escape goes from one of its links or buttons to their message, and from elsewhere in it to its row in the
 * list, or, where one of both is shown at a time, to the page of the list. In the panel it closes the panel. Returns a function that ends it.
 */
export function followEscape(thread: HTMLElement): () => void {
  if (thread.closest('dialog')) return () => {}
  function press(event: KeyboardEvent) {
    const target = event.target as Element
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || !thread.contains(target)) return
    // This Escape has closed something of its own.
    if (target.closest('[popover], dialog, header details')) return
    event.preventDefault()
    const message = target.closest<HTMLElement>(messageSelector)
    if (message && message !== target) return message.focus()
    const list = thread.previousElementSibling
    // Its row may be missing from the results of a search.
    const place = list?.querySelector<HTMLElement>('[aria-current=page]') ?? list?.querySelector('input')
    if (place?.checkVisibility()) place.focus()
    else thread.querySelector<HTMLElement>('header a')?.click()
  }
  // The window is last: whatever handles the key itself has said so by then.
  window.addEventListener('keydown', press)
  return () => window.removeEventListener('keydown', press)
}
