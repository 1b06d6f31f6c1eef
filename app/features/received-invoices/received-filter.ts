/** What a list can show: everything, or what waits for one step, is overdue, was paid or refused. */
export const receivedViews = ['toCheck', 'toApprove', 'toPay', 'overdue', 'paid', 'refused'] as const
export type ReceivedView = (typeof receivedViews)[number]

/** The last row of a page: the day that it is sorted by, and its id. */
export type ReceivedKey = { day: string; id: string }

export type ReceivedFilter = { view: ReceivedView | null; after: ReceivedKey | null }

/** Reads the filter from the query string; unknown values are ignored. */
export function readReceivedFilter(search: URLSearchParams): ReceivedFilter {
  const [, day, id] = /^(\d{4}-\d{2}-\d{2})\.([0-9a-f-]{36})$/.exec(search.get('after') ?? '') ?? []
  return {
    view: receivedViews.find((one) => one === search.get('state')) ?? null,
    after: day && id ? { day, id } : null,
  }
}

/** The address of the list with a filter; the first page unless `after` is given. */
export function receivedHref({ view }: Pick<ReceivedFilter, 'view'>, after: ReceivedKey | null = null): string {
  const search = new URLSearchParams()
  if (view) search.set('state', view)
  if (after) search.set('after', `${after.day}.${after.id}`)
  return search.size > 0 ? `/invoicing/received?${search}` : '/invoicing/received'
}
