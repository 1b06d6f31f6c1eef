/** A page of ours as it is shown inside another: what the server rendered, without what surrounds it. */
export type ServedPage = {
  /** Where its request led: another address after a redirect. */
  url: URL
  title: string
  content: DocumentFragment
  /** What the server reports of the form before, in the reader's language. */
  flash: { failed: boolean; text: string } | null
}

/**
 * Loads a page, or posts one of its forms, as a browser without scripts would.
 * @param name begins its ids, because the page around it may have the same
 * @throws the error of a request that did not reach the server
 */
export async function loadServedPage(
  name: string,
  to: string,
  posted?: { body: FormData; encoding: string },
): Promise<ServedPage> {
  const response = await fetch(to, {
    headers: { Accept: 'text/html' },
    ...(posted && { method: 'POST', body: encoded(posted) }),
  })
  const url = new URL(response.url)
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  url.hash ||= new URL(to, window.location.href).hash
  const title = page.querySelector('h1')?.textContent ?? ''
  const content = document.createDocumentFragment()
  content.append(...(page.querySelector('main')?.childNodes ?? []))
  // What shows the page has the title, and a Back button that leads up.
  for (const doubled of content.querySelectorAll('h1')) doubled.remove()
  content.querySelector('nav > ol a[href="/messages"]')?.closest('nav')?.remove()
  isolateIds(content, name)
  const flash = page.querySelector('.toast')
  return {
    ...{ url, title },
    content,
    flash: flash && { failed: flash.querySelector('.text-destructive') !== null, text: flash.textContent ?? '' },
  }
}

/** A form without files, as a browser encodes it. */
function encoded({ body, encoding }: { body: FormData; encoding: string }): FormData | URLSearchParams {
  if (encoding === 'multipart/form-data') return body
  return new URLSearchParams([...body].map(([name, value]) => [name, String(value)]))
}

const references = ['for', 'form', 'list', 'popovertarget', 'commandfor']
const listsOfReferences = ['aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns', 'aria-errormessage']

/** Renames the ids of a page, and whatever refers to them. */
function isolateIds(content: DocumentFragment, name: string): void {
  const renamed = (id: string) => `${name}-${id}`
  for (const element of content.querySelectorAll('*')) {
    if (element.id) element.id = renamed(element.id)
    for (const reference of [...references, ...listsOfReferences]) {
      const ids = element.getAttribute(reference)
      if (ids) element.setAttribute(reference, ids.replace(/\S+/g, renamed))
    }
  }
}

/** The element that a `#…` of a page leads to. */
export const targetOf = (root: ParentNode, name: string, hash: string): HTMLElement | null =>
  hash.length > 1
    ? root.querySelector<HTMLElement>(`#${CSS.escape(`${name}-${decodeURIComponent(hash.slice(1))}`)}`)
    : null
