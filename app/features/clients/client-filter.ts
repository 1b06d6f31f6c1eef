/** Which of the company's clients: those in use, in use with something overdue or with more open than their limit, archived, or all. */
export const clientViews = ['active', 'overdue', 'over_limit', 'archived', 'all'] as const
export type ClientView = (typeof clientViews)[number]

/** By name, newest first, most open first (whatever its currency), or overdue for longest first. */
export const clientSorts = ['name', 'newest', 'open', 'overdue'] as const
export type ClientSort = (typeof clientSorts)[number]

/** The last row of a page: what it is sorted by, and its id. */
export type ClientKey = { value: string; id: string }

export type ClientFilter = {
  view: ClientView
  q: string
  tag: string | null
  sort: ClientSort
  after: ClientKey | null
}

export const clientsPerPage = 50

/** Reads the filter from the query string; unknown values are ignored. */
export function readClientFilter(search: URLSearchParams): ClientFilter {
  return {
    view: clientViews.find((one) => one === search.get('view')) ?? 'active',
    q: (search.get('q') ?? '').trim().slice(0, 100),
    tag: (search.get('tag') ?? '').trim().slice(0, 40) || null,
    sort: clientSorts.find((one) => one === search.get('sort')) ?? 'name',
    after: parseKey(search.get('after')),
  }
}

/** A key as `?after=` holds it: the id is the last 36 characters. */
function parseKey(text: string | null): ClientKey | null {
  const [, value, id] = /^([\s\S]{0,300})\.([0-9a-f-]{36})$/.exec(text ?? '') ?? []
  return value !== undefined && id ? { value, id } : null
}

/** The address of the list, or of a file with it (`path`), with a changed filter; the first page unless `after` is given. */
export function clientListHref(filter: ClientFilter, change: Partial<ClientFilter> = {}, path = '/clients'): string {
  const { view, q, tag, sort, after } = { ...filter, after: null, ...change }
  const search = new URLSearchParams()
  if (view !== 'active') search.set('view', view)
  if (q) search.set('q', q)
  if (tag) search.set('tag', tag)
  if (sort !== 'name') search.set('sort', sort)
  if (after) search.set('after', `${after.value}.${after.id}`)
  return search.size > 0 ? `${path}?${search}` : path
}
