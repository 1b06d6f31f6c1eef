import { useNavigate } from '@remix-run/react'
import { useEffect } from 'react'

/**
 * Ctrl+K or Cmd+K, and / outside of fields where `single` keys are on, lead to the search: to its field where one is visible, else to its page.
 * In chat they lead to the search of its conversations first, whence the down arrow leads into their list, between whose rows both arrows
 * move, and from there to the other search (GEN-15).
 */
export function useSearchKeys(single: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    function open(event: KeyboardEvent) {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') return moveInList(event)
      if (event.defaultPrevented || event.altKey || event.repeat || !asksForSearch(event, single)) return
      const inPanel = event.target instanceof Element && event.target.closest('.chat-panel')
      const fields = [`.chat-${inPanel ? 'panel' : 'page'} nav`, '[action="/search"]']
        .flatMap((place) => [...document.querySelectorAll<HTMLInputElement>(`${place} input[name=q]`)])
        .filter((one) => one.checkVisibility())
      const field = fields[(fields.indexOf(document.activeElement as HTMLInputElement) + 1) % fields.length]
      event.preventDefault()
      if (!field) navigate('/search')
      field?.focus()
      field?.select()
    }
    window.addEventListener('keydown', open)
    return () => window.removeEventListener('keydown', open)
  }, [navigate, single])
}

/** From the search of conversations to the first of them, to the next, and back. */
function moveInList(event: KeyboardEvent) {
  const { target, key } = event
  if (!(target instanceof HTMLElement) || !target.matches('nav :is(input[name=q], a.conversation)')) return
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const stops = [...(target.closest('nav')?.querySelectorAll<HTMLElement>('input[name=q], a.conversation') ?? [])]
  const next = stops[stops.indexOf(target) + (key === 'ArrowDown' ? 1 : -1)]
  if (next) event.preventDefault()
  next?.focus()
}

function asksForSearch({ key, ctrlKey, metaKey, shiftKey, target }: KeyboardEvent, single: boolean): boolean {
  // A modal dialog makes everything behind it inert.
  if (document.querySelector('dialog:modal')) return false
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' && !shiftKey
  const isTyping = target instanceof Element && target.closest('input, textarea, select, [contenteditable]')
  return single && key === '/' && !isTyping
}
