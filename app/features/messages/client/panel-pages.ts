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
