import { useLocation } from '@remix-run/react'
import { type ComponentType, useEffect, useState } from 'react'
import type { QuickDialogProps } from './quick-dialog.tsx'

const pages = ['/estimate', '/quote'] as const
type QuickPage = (typeof pages)[number]

/** Quick Estimation and Request Quote as dialogs of the floating buttons, which lead to their pages until this has loaded. A closed one keeps what was typed. */
export function QuickDialogs() {
  const { key } = useLocation()
  const [opened, setOpened] = useState<QuickPage[]>([])
  const [shown, setShown] = useState<QuickPage | null>(null)
  const [Dialog, setDialog] = useState<ComponentType<QuickDialogProps> | null>(null)
  // A link that was followed uncovers the page that it led to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a navigation closes it
  useEffect(() => setShown(null), [key])
  useEffect(() => {
    function open(event: MouseEvent) {
      const link = event.target instanceof Element ? event.target.closest('a[data-quick]') : null
      const page = pages.find((each) => each === link?.getAttribute('href'))
      if (!page || event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      import('./quick-dialog.tsx').then(
        ({ QuickDialog }) => {
          setDialog(() => QuickDialog)
          setOpened((before) => [...before.filter((each) => each !== page), page])
          setShown(page)
        },
        () => window.location.assign(page),
      )
    }
    document.addEventListener('click', open)
    return () => document.removeEventListener('click', open)
  }, [])
  if (!Dialog) return null
  const forget = (page: QuickPage) => setOpened((before) => before.filter((each) => each !== page))
  return opened.map((page) => (
    <Dialog key={page} to={page} shown={shown === page} onClose={() => setShown(null)} onDone={() => forget(page)} />
  ))
}
