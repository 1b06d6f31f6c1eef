import { useNavigate } from '@remix-run/react'
import { useEffect } from 'react'

/** Ctrl+K or Cmd+K, and / outside of fields where `single` keys are on, lead to the search: to its field where one is visible, else to its page. */
export function useSearchKeys(single: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    function open(event: KeyboardEvent) {
      if (event.defaultPrevented || event.altKey || event.repeat || !asksForSearch(event, single)) return
      const fields = document.querySelectorAll<HTMLInputElement>('form[action="/search"] input[name=q]')
      const field = [...fields].find((one) => one.checkVisibility())
      event.preventDefault()
      if (!field) navigate('/search')
      field?.focus()
      field?.select()
    }
    window.addEventListener('keydown', open)
    return () => window.removeEventListener('keydown', open)
  }, [navigate, single])
}

function asksForSearch({ key, ctrlKey, metaKey, shiftKey, target }: KeyboardEvent, single: boolean): boolean {
  // A modal dialog makes everything behind it inert.
  if (document.querySelector('dialog:modal')) return false
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' && !shiftKey
  const isTyping = target instanceof Element && target.closest('input, textarea, select, [contenteditable]')
  return single && key === '/' && !isTyping
}
