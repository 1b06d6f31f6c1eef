import { notificationWorker } from '#app/features/notifications/client/desktop.ts'

/** Begins the name of a person's cache, which public/notifications-worker.js reads and deletes. */
const prefix = 'kept-pages:'
const mostPages = 30
/** How long a copy is kept (ms), as the page about cookies says; the worker shows none that is older. */
const keptFor = 7 * 86_400_000
/** The reader's own work: pages of deals, none of accounts, of staff or of chat. */
const ownWork =
  /^\/(dashboard|projects|bids|contracts|escrow|milestones|change-orders|valuations|invoicing|quotes)(\/|$)/

/** Pages that are nothing but a form. */
const isForm = /\/(new|edit)(\/|$)/

/** The texts of what is kept, in the reader's language: above a page, and of the page that stands for others. */
type KeptTexts = { asOf: string; title: string; text: string; list: string; retry: string }

/** What a copy may do: nothing, even if a script or a form had stayed in it. */
const headers = (title: string) => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  'X-Kept-At': String(Date.now()),
  'X-Title': encodeURIComponent(title),
})

/** Deletes what was kept for others, or for everybody if `owner` is null. */
async function forgetOthers(owner: string | null): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith(prefix) && name !== prefix + owner).map((name) => caches.delete(name)),
  )
}

/** Deletes the copies that are too old. The worker does so too, but only where there is no connection. */
export async function forgetOld(cache: Pick<Cache, 'keys' | 'match' | 'delete'>, now: number): Promise<void> {
  for (const request of await cache.keys()) {
    const at = Number((await cache.match(request))?.headers.get('X-Kept-At'))
    if (at < now - keptFor) await cache.delete(request)
  }
}

/** A page as it is read: without scripts, dialogs, messages and forms with what is typed in them, and below a line that says from when it is. Null for a page that is not to be kept. */
function copyOf(texts: KeptTexts): string | null {
  const root = document.documentElement
  const main = document.querySelector('main')
  const { pathname } = window.location
  // A page that failed leaves its title to the error.
  if (!main?.hasAttribute('aria-labelledby') || !ownWork.test(pathname) || isForm.test(pathname)) return null
  const copy = root.cloneNode(true) as HTMLElement
  for (const part of copy.querySelectorAll('script, dialog, form, [popover], link[rel=modulepreload], [role=status]'))
    part.remove()
  const line = document.createElement('p')
  line.className = 'border-b border-border bg-card px-4 py-3 text-sm font-medium text-card-foreground'
  line.setAttribute('role', 'status')
  line.textContent = texts.asOf
  copy.querySelector('body')?.prepend(line)
  return `<!DOCTYPE html>${copy.outerHTML}`
}

/** The page that stands for one that was not kept, with links to those that were. */
function offlinePage(texts: KeptTexts, kept: readonly { url: string; title: string }[]): string {
  const page = document.implementation.createHTMLDocument(texts.title)
  const root = document.documentElement
  for (const name of ['lang', 'dir', 'data-theme'])
    page.documentElement.setAttribute(name, root.getAttribute(name) ?? '')
  const meta = page.createElement('meta')
  Object.assign(meta, { name: 'viewport', content: 'width=device-width, initial-scale=1' })
  page.head.append(meta, ...[...document.querySelectorAll('link[rel=stylesheet]')].map((link) => page.importNode(link)))
  const main = page.createElement('main')
  main.className = 'mx-auto flex max-w-reading flex-col gap-4 p-6'
  const add = (tag: string, text: string, into: Element = main) => {
    const element = page.createElement(tag)
    element.textContent = text
    into.append(element)
    return element
  }
  add('h1', texts.title).className = 'text-2xl font-semibold'
  add('p', texts.text)
  const retry = add('a', texts.retry)
  retry.setAttribute('href', '')
  retry.className = 'button button-outline button-md self-start'
  if (kept.length > 0) {
    add('h2', texts.list).className = 'text-lg font-semibold'
    const list = add('ul', '')
    list.className = 'flex list-disc flex-col gap-2 ps-5'
    for (const { url, title } of kept) {
      const link = add('a', title, add('li', '', list))
      link.setAttribute('href', url)
      link.className = 'underline'
    }
  }
  page.body.append(main)
  return `<!DOCTYPE html>${page.documentElement.outerHTML}`
}

/**
 * Keeps the page that is shown for when there is no connection, on the device of a person who asked for it, or to be remembered there (`owner`); null
 * forgets what was kept. Their sign-out, the end of their session and the next login delete it (public/notifications-worker.js).
 */
export async function keepPage(owner: string | null, texts: KeptTexts): Promise<void> {
  if (!('caches' in window)) return
  await forgetOthers(owner)
  if (owner === null || !(await notificationWorker())) return
  const cache = await caches.open(prefix + owner)
  const { pathname, search } = window.location
  const { title } = document
  const copy = copyOf(texts)
  if (copy) {
    await cache.delete(pathname + search)
    await cache.put(pathname + search, new Response(copy, { headers: headers(title) }))
  }
  await forgetOld(cache, Date.now())
  const pages = (await cache.keys()).filter((request) => new URL(request.url).pathname !== '/offline')
  const tooMany = pages.slice(0, Math.max(0, pages.length - mostPages))
  await Promise.all(tooMany.map((request) => cache.delete(request)))
  const kept = await Promise.all(
    pages.slice(tooMany.length).map(async (request) => ({
      url: request.url,
      title: decodeURIComponent((await cache.match(request))?.headers.get('X-Title') ?? ''),
    })),
  )
  await cache.put('/offline', new Response(offlinePage(texts, kept.reverse()), { headers: headers(texts.title) }))
}
