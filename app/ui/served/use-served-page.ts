import { useEffect, useRef, useState } from 'react'
import { loadServedPage, type ServedPage, targetOf } from './served-page.ts'

/**
 * A page that the server renders for browsers without scripts, inside another: its links and forms stay in it, as far as `isHere` says. Put
 * `box` on the element that shows it, and `heading` on its title.
 */
export function useServedPage({
  name,
  to,
  isHere,
  isAway,
  onArrive,
  onLeave,
}: {
  /** Begins the ids of its content. */
  name: string
  to: string
  /** Whether an address is a page that is shown here. */
  isHere: (url: URL) => boolean
  /** Whether a link is left to whatever follows links on the page around. */
  isAway: (url: URL) => boolean
  /** A link or a form has led to an address that is not shown here, or the server has reported something. */
  onArrive: (url: URL, flash: ServedPage['flash']) => void
  /** Back from the first page. */
  onLeave?: () => void
}) {
  const box = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [trail, setTrail] = useState([to])
  const [title, setTitle] = useState('')
  const [busy, setBusy] = useState(true)
  const [failed, setFailed] = useState(false)
  const handlers = useRef({ isHere, isAway, onArrive })
  handlers.current = { isHere, isAway, onArrive }
  const latest = useRef(0)
  const asked = useRef<[to: string, posted?: Parameters<typeof loadServedPage>[2]]>([to])
  const here = trail.at(-1) ?? to
  const address = useRef(here)
  address.current = here

  const load = useRef(async (address: string, posted?: Parameters<typeof loadServedPage>[2]) => {
    asked.current = [address, posted]
    latest.current += 1
    const own = latest.current
    setBusy(true)
    setFailed(false)
    try {
      const page = await loadServedPage(name, address, posted)
      if (own !== latest.current) return
      if (!handlers.current.isHere(page.url)) return handlers.current.onArrive(page.url, page.flash)
      if (page.flash) handlers.current.onArrive(page.url, page.flash)
      setTitle(page.title)
      box.current?.replaceChildren(page.content)
      setBusy(false)
      const reached = page.url.pathname + page.url.search + page.url.hash
      setTrail((before) => trailTo(before, reached))
      show(page.url.hash)
    } catch {
      if (own !== latest.current) return
      setBusy(false)
      setFailed(true)
    }
  })

  /** Where a reader of the new page begins: at its errors, at what the address names, or at its title. */
  function show(hash: string) {
    const root = box.current
    if (!root) return
    const target = targetOf(root, name, hash)
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
        const target = targetOf(root, name, href)
        target?.scrollIntoView({ block: 'start' })
        target?.focus({ preventScroll: true })
      } else if (handlers.current.isHere(url)) {
        event.preventDefault()
        void load.current(url.pathname + url.search + url.hash)
      } else if (!handlers.current.isAway(url)) {
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
  }, [name])

  function back() {
    const before = trail.at(-2)
    if (before === undefined) return onLeave?.()
    setTrail(trail.slice(0, -1))
    void load.current(before)
  }

  /** Asks again for what failed, with the form that was sent. */
  const retry = () => void load.current(...asked.current)
  return { box, heading, title, here, isFirst: trail.length === 1, busy, failed, back, retry }
}

const samePage = (one: string | undefined, other: string) => one?.split(/[?#]/)[0] === other.split(/[?#]/)[0]

/** The pages that led to a page; one that was seen before ends the trail there, as after Cancel. */
function trailTo(trail: string[], address: string): string[] {
  const at = trail.findIndex((each) => samePage(each, address))
  return at < 0 ? [...trail, address] : [...trail.slice(0, at), address]
}
