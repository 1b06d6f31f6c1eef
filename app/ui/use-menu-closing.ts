import { useEffect } from 'react'

const menus = 'details[name=menu]'

/** Closes the open menu of the document after a choice, and by Escape, a click or the focus outside. Call it once. */
export function useMenuClosing(): void {
  useEffect(() => {
    const menuOf = ({ target }: Event) => (target instanceof Element ? target.closest<HTMLDetailsElement>(menus) : null)
    function closeOthers(event: Event) {
      const own = menuOf(event)
      for (const menu of document.querySelectorAll<HTMLDetailsElement>(`${menus}[open]`))
        if (menu !== own) menu.open = false
    }
    function closeByKey(event: KeyboardEvent) {
      const menu = menuOf(event)
      if (event.key !== 'Escape' || !menu?.open) return
      event.preventDefault()
      menu.open = false
      menu.querySelector('summary')?.focus()
    }
    function closeAfterChoice(event: Event) {
      if ((event.target as Element).closest('a')) menuOf(event)?.removeAttribute('open')
    }
    document.addEventListener('pointerdown', closeOthers)
    document.addEventListener('focusin', closeOthers)
    document.addEventListener('keydown', closeByKey)
    document.addEventListener('click', closeAfterChoice)
    return () => {
      document.removeEventListener('pointerdown', closeOthers)
      document.removeEventListener('focusin', closeOthers)
      document.removeEventListener('keydown', closeByKey)
      document.removeEventListener('click', closeAfterChoice)
    }
  }, [])
}
