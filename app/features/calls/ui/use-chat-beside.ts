import { type RefObject, useEffect, useSyncExternalStore } from 'react'

const mark = 'data-chat-panel'

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: [mark] })
  return () => observer.disconnect()
}
const isBeside = () => document.documentElement.hasAttribute(mark)

/** What the call covers without being modal is not to be reached by keys either. Returns what undoes it. */
function coverPage(): () => void {
  const shell = document.getElementById('workspace-page')?.parentElement
  const covered = [...(shell?.children ?? [])].filter((part) => !part.matches('dialog, [inert]'))
  for (const part of covered) part.toggleAttribute('inert', true)
  return () => {
    for (const part of covered) part.removeAttribute('inert')
  }
}

/**
 * Opens the dialog of the call over the whole window, or, while the chat panel stands at its side, over what is left, so that both
 * can be used. On a narrow window the panel opens over the call.
 */
export function useCallDialog(dialog: RefObject<HTMLDialogElement>): void {
  const beside = useSyncExternalStore(subscribe, isBeside)
  useEffect(() => {
    const box = dialog.current
    if (!box) return
    if (!beside) {
      box.showModal()
      return () => box.close()
    }
    box.show()
    const uncover = coverPage()
    return () => {
      uncover()
      box.close()
    }
  }, [dialog, beside])
}
