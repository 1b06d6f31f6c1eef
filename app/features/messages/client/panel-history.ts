import { launcherIsOpen, setOpen, whenMoved } from './launcher-clicks.ts'

/** Whether an entry of the history was made by opening the panel. */
const hasPanel = (state: unknown) => Boolean((state as { chatPanel?: boolean } | null)?.chatPanel)

/** Closes the panel, and takes its entry from the history. */
export function closeLauncher(): void {
  if (hasPanel(window.history.state)) window.history.back()
  else setOpen(false)
}

/**
 * Opening the panel adds an entry of the same page to the history, so that Back closes it instead of leaving the page, and Forward, or
 * Back from a page behind it, opens it again. Called for each page that is shown, with the key of its entry and its address.
 */
export function followHistory(key: string, address: string): void {
  if (hasPanel(window.history.state)) setOpen(true)
  whenMoved((event) => {
    const wanted = hasPanel(event.state)
    const { pathname, search, hash } = window.location
    if (wanted === launcherIsOpen() || (event.state?.key ?? 'default') + pathname + search + hash !== key + address)
      return false
    setOpen(wanted)
    return true
  })
}
