import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SignedOut } from '#app/features/messages/client/chat-http.ts'
import { loadPanelPage, type PanelPage as Page, placeOf, targetOf } from '#app/features/messages/client/panel-pages.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'

/**
 * A page of chat inside the panel, such as the details of a conversation: the page that the server renders for browsers without
 * scripts. Its links and forms stay in the panel.
 */
export function PanelPage({
  to,
  onLeave,
  onArrive,
  onSignedOut,
}: {
  to: string
  /** Back from the first page. */
  onLeave: () => void
  /** A link or a form has led to an address that is not a page of its own here, with what the server reported. */
  onArrive: (url: URL, flash: Page['flash']) => void
  onSignedOut: () => void
}) {
  const { t } = useTranslation(['chat', 'chatpanel'])
  const box = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [trail, setTrail] = useState([to])
  const [title, setTitle] = useState('')
  const [busy, setBusy] = useState(true)
  const [failed, setFailed] = useState(false)
  const handlers = useRef({ onArrive, onSignedOut })
  handlers.current = { onArrive, onSignedOut }
  const latest = useRef(0)
  const here = trail.at(-1) ?? to
  const address = useRef(here)
  address.current = here

  const load = useRef(async (address: string, posted?: Parameters<typeof loadPanelPage>[1]) => {
    latest.current += 1
    const own = latest.current
    setBusy(true)
    setFailed(false)
    try {
      const page = await loadPanelPage(address, posted)
      if (own !== latest.current) return
      if (placeOf(page.url).at !== 'page') return handlers.current.onArrive(page.url, page.flash)
      if (page.flash) handlers.current.onArrive(page.url, page.flash)
      setTitle(page.title)
      box.current?.replaceChildren(page.content)
      setBusy(false)
      const reached = page.url.pathname + page.url.search + page.url.hash
      setTrail((before) => trailTo(before, reached))
      show(page.url.hash)
    } catch (error) {
      if (own !== latest.current) return
      if (error instanceof SignedOut) return handlers.current.onSignedOut()
      setBusy(false)
      setFailed(true)
    }
  })

  /** Where a reader of the new page begins: at its errors, at what the address names, or at its title. */
  function show(hash: string) {
    const root = box.current
    if (!root) return
    const target = targetOf(root, hash)
    target?.scrollIntoView({ block: 'start' })
    if (!target) root.scrollTo({ top: 0 })
    const first = root.querySelector<HTMLElement>('[role=alert][tabindex], [autofocus]') ?? heading.current
    first?.focus({ preventScroll: target !== null })
  }

  useEffect(() => {
    void load.current(to)
    return () => {
      latest.current = -1
    }
  }, [to])

  useEffect(() => {
    const root = box.current
    if (!root) return
    function follow(event: MouseEvent) {
      if (event.defaultPrevented || event.button !== 0) return
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]')
      if (!root || !link || link.origin !== window.location.origin || link.target || link.hasAttribute('download'))
        return
      const href = link.getAttribute('href') ?? ''
      const url = new URL(link.href)
      if (href.startsWith('#')) {
        event.preventDefault()
        const target = targetOf(root, href)
        target?.scrollIntoView({ block: 'start' })
        target?.focus({ preventScroll: true })
      } else if (placeOf(url).at === 'page') {
        event.preventDefault()
        void load.current(url.pathname + url.search + url.hash)
      } else if (placeOf(url).at !== 'elsewhere') {
        event.preventDefault()
        handlers.current.onArrive(url, null)
      }
    }
    function submit(event: SubmitEvent) {
      event.preventDefault()
      if (root?.ariaBusy === 'true') return
      const form = event.target as HTMLFormElement
      const button = event.submitter
      const body = new FormData(form, button)
      const named = button?.getAttribute('formaction') ?? form.getAttribute('action') ?? ''
      const action = new URL(named, new URL(address.current, window.location.href))
      if ((button?.getAttribute('formmethod') ?? form.method) === 'post') {
        void load.current(action.pathname + action.search, { body, encoding: form.enctype })
        return
      }
      action.search = String(new URLSearchParams([...body].map(([name, value]) => [name, String(value)])))
      void load.current(action.pathname + action.search)
    }
    root.addEventListener('click', follow)
    root.addEventListener('submit', submit)
    return () => {
      root.removeEventListener('click', follow)
      root.removeEventListener('submit', submit)
    }
  }, [])
  function back() {
    const before = trail.at(-2)
    if (before === undefined) return onLeave()
    setTrail(trail.slice(0, -1))
    void load.current(before)
  }

  return (
    <section aria-label={title || t('chatpanel:title')} className="flex h-full min-h-0 flex-col bg-background">
      <header className="flex min-h-14 shrink-0 items-center gap-2 border-b border-border bg-card px-2 text-card-foreground">
        <Button variant="ghost" size="icon" icon={ArrowLeft} onClick={back}>
          {t('chatpanel:back')}
        </Button>
        <h2 ref={heading} tabIndex={-1} className="min-w-0 flex-1 truncate text-base font-semibold outline-none">
          {title}
        </h2>
      </header>
      {failed && (
        <Alert
          tone="danger"
          actions={
            <Button size="sm" variant="outline" onClick={() => void load.current(here)}>
              {t('live.retry')}
            </Button>
          }
        >
          {t('chatpanel:failed')}
        </Alert>
      )}
      {busy && (
        <p role="status" className={title ? 'sr-only' : 'p-4 text-sm text-muted-foreground'}>
          {t('chatpanel:loading')}
        </p>
      )}
      <div ref={box} aria-busy={busy} className="panel-page min-h-0 flex-1 overflow-y-auto p-4 aria-busy:opacity-60" />
    </section>
  )
}

const samePage = (one: string | undefined, other: string) => one?.split(/[?#]/)[0] === other.split(/[?#]/)[0]

/** The pages that led to a page; one that was seen before ends the trail there, as after Cancel. */
function trailTo(trail: string[], address: string): string[] {
  const at = trail.findIndex((each) => samePage(each, address))
  return at < 0 ? [...trail, address] : [...trail.slice(0, at), address]
}
