import { SignedOut } from './chat-http.ts'

/** A page of chat as the panel shows it: what the server rendered, without what surrounds it. */
export type PanelPage = {
  /** Where its request led: another address after a redirect. */
  url: URL
  title: string
  content: DocumentFragment
  /** What the server reports of the form before, in the reader's language. */
  flash: { failed: boolean; text: string } | null
}

/** Where a link of the panel leads. */
type PanelPlace =
  | { at: 'list' }
  | { at: 'conversation'; id: string; message: string | number | null; wish: 'reply' | 'edit' | null }
  | { at: 'page' }
  | { at: 'elsewhere' }

/** The pages under /messages that are neither the list nor a conversation. */
const pagesOfList = ['new', 'groups', 'saved', 'scheduled']

/** What the panel does with an address of this site: it shows the list, a conversation or another page of chat, and leaves the rest alone. */
export function placeOf({ pathname, searchParams, hash }: URL): PanelPlace {
  const [first, id, ...rest] = pathname.replace(/^\/|\/$/g, '').split('/')
  if (first !== 'messages') return { at: 'elsewhere' }
  if (!id) return { at: 'list' }
  if (rest.length > 0 || pagesOfList.includes(id)) return { at: 'page' }
  for (const wish of ['reply', 'edit'] as const) {
    const message = searchParams.get(wish)
    if (message) return { at: 'conversation', id, message, wish }
  }
  const seq = Number(/^#m(\d+)$/.exec(hash)?.[1] ?? searchParams.get('around') ?? Number.NaN)
  return { at: 'conversation', id, message: Number.isSafeInteger(seq) ? seq : null, wish: null }
}

/**
 * Loads a page of chat, or posts one of its forms, as a browser without scripts would.
 * @throws SignedOut, or the error of a request that did not reach the server
 */
export async function loadPanelPage(to: string, posted?: { body: FormData; encoding: string }): Promise<PanelPage> {
  const response = await fetch(to, {
    headers: { Accept: 'text/html' },
    ...(posted && { method: 'POST', body: encoded(posted) }),
  })
  const url = new URL(response.url)
  if (url.pathname === '/login') throw new SignedOut('signed out')
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  url.hash ||= new URL(to, window.location.href).hash
  const content = document.createDocumentFragment()
  content.append(...(page.querySelector('main')?.childNodes ?? []))
  // The panel's own Back button leads up.
  content.querySelector('nav > ol a[href="/messages"]')?.closest('nav')?.remove()
  isolateIds(content)
  const flash = page.querySelector('.toast')
  return {
    url,
    title: page.querySelector('h1')?.textContent ?? '',
    content,
    flash: flash && { failed: flash.querySelector('.text-destructive') !== null, text: flash.textContent ?? '' },
  }
}

/** A form without files, as a browser encodes it. */
function encoded({ body, encoding }: { body: FormData; encoding: string }): FormData | URLSearchParams {
  if (encoding === 'multipart/form-data') return body
  return new URLSearchParams([...body].map(([name, value]) => [name, String(value)]))
}

const idPrefix = 'panel-'
const references = ['for', 'form', 'list', 'popovertarget', 'commandfor']
const listsOfReferences = ['aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns', 'aria-errormessage']

/** Renames the ids of a page, because the page behind the panel may have the same. */
function isolateIds(content: DocumentFragment): void {
  for (const element of content.querySelectorAll('*')) {
    if (element.id) element.id = idPrefix + element.id
    for (const name of [...references, ...listsOfReferences]) {
      const ids = element.getAttribute(name)
      if (ids)
        element.setAttribute(
          name,
          ids.replace(/\S+/g, (id) => idPrefix + id),
        )
    }
  }
}

/** The element that a `#…` of a page leads to. */
export const targetOf = (root: ParentNode, hash: string): HTMLElement | null =>
  hash.length > 1
    ? root.querySelector<HTMLElement>(`#${CSS.escape(idPrefix + decodeURIComponent(hash.slice(1)))}`)
    : null
