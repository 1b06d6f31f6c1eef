import { useEffect, useState } from 'react'

/** Whether leaving a form loses nothing: one that only asks, one outside the page, or one that keeps what is typed by itself. */
export const savesItself = (form: HTMLFormElement) =>
  form.method !== 'post' || !form.closest('main') || form.hasAttribute('data-keeps-typed') || form.id === 'composer'

/** Whether a form holds something else than its page has rendered. */
export function isChanged(form: HTMLFormElement): boolean {
  return [...form.elements].some((element) => {
    if (element instanceof HTMLSelectElement) {
      const chosen = [...element.options]
      const isRendered = chosen.some((option) => option.defaultSelected)
      return chosen.some((option, index) => option.selected !== (isRendered ? option.defaultSelected : index === 0))
    }
    if (element instanceof HTMLTextAreaElement) return element.value !== element.defaultValue
    if (!(element instanceof HTMLInputElement) || element.type === 'hidden') return false
    if (element.type === 'checkbox' || element.type === 'radio') return element.checked !== element.defaultChecked
    return element.value !== element.defaultValue
  })
}

/** The first form of the workspace in which something is typed that its page would lose; null until then. */
export function useTypedForm(): HTMLFormElement | null {
  const [typed, setTyped] = useState<HTMLFormElement | null>(null)
  useEffect(() => {
    if (typed) return
    // What was typed before this had loaded.
    const early = [...document.forms].find((form) => !savesItself(form) && isChanged(form))
    if (early) return setTyped(early)
    const note = ({ target }: Event) => {
      const form = (target as Partial<HTMLInputElement>).form
      if (form && !savesItself(form)) setTyped(form)
    }
    document.addEventListener('input', note)
    return () => document.removeEventListener('input', note)
  }, [typed])
  return typed
}
