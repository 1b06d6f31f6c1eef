import { useBlocker, useNavigation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#app/ui/button.tsx'
import { isChanged, savesItself } from './unsaved-forms.ts'

/**
 * Asks before a page with an unsaved form is left: in a dialog where the way leads within the workspace, and by the browser where it leads
 * away from the document. Loaded with the first key that is pressed in a form, which is `first`.
 */
export function UnsavedWork({ first }: { first: HTMLFormElement }) {
  const { t } = useTranslation('unsaved')
  const { state } = useNavigation()
  const typed = useRef(new Set([first]))
  /** The form that is on its way: leaving by its own button loses nothing. */
  const sent = useRef<HTMLFormElement | null>(null)
  /** Forms that came back refused: what they hold is unsaved, although it is what their page has rendered. */
  const refused = useRef(new Set<HTMLFormElement>())
  const dialog = useRef<HTMLDialogElement>(null)
  const isUnsaved = useRef(() =>
    [...typed.current].some(
      (form) => form.isConnected && form !== sent.current && (refused.current.has(form) || isChanged(form)),
    ),
  )
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: there }) =>
      (here.pathname !== there.pathname || here.search !== there.search) && isUnsaved.current(),
  )
  const asks = blocker.state === 'blocked'

  useEffect(() => {
    const note = ({ target }: Event) => {
      const form = (target as Partial<HTMLInputElement>).form
      if (form && !savesItself(form)) typed.current.add(form)
    }
    const send = (event: SubmitEvent) => {
      const form = event.target as HTMLFormElement
      sent.current = form
      if (typed.current.has(form)) refused.current.add(form)
      // The router has taken it by now, or the browser will; else a script has kept it on the page.
      setTimeout(() => {
        if (event.defaultPrevented && window.__remixRouter.state.navigation.state === 'idle') sent.current = null
      })
    }
    const leave = (event: BeforeUnloadEvent) => {
      if (isUnsaved.current()) event.preventDefault()
    }
    document.addEventListener('input', note)
    window.addEventListener('submit', send, { capture: true })
    window.addEventListener('beforeunload', leave)
    return () => {
      document.removeEventListener('input', note)
      window.removeEventListener('submit', send, { capture: true })
      window.removeEventListener('beforeunload', leave)
    }
  }, [])

  useEffect(() => {
    if (state !== 'idle') return
    sent.current = null
    for (const form of typed.current) if (!form.isConnected) typed.current.delete(form)
  }, [state])

  useEffect(() => {
    if (asks) dialog.current?.showModal()
  }, [asks])

  if (!asks) return null
  return (
    <dialog
      ref={dialog}
      onClose={() => blocker.reset()}
      aria-labelledby="unsaved-title"
      aria-describedby="unsaved-text"
      className="m-auto w-[calc(100vw-2rem)] max-w-md rounded-lg border border-border bg-popover p-5 text-popover-foreground shadow sm:p-6"
    >
      <h2 id="unsaved-title" className="text-lg font-semibold">
        {t('title')}
      </h2>
      <p id="unsaved-text" className="mt-1 text-sm text-muted-foreground">
        {t('text')}
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button type="button" onClick={() => dialog.current?.close()}>
          {t('stay')}
        </Button>
        <Button
          type="button"
          variant="outline"
          onClick={() => {
            typed.current.clear()
            blocker.proceed()
          }}
        >
          {t('leave')}
        </Button>
      </div>
    </dialog>
  )
}
