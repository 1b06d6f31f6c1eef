import { readPage } from '#app/features/projects/project-filter.ts'

/** What a list can show: everything, or what waits for one step, is overdue, was paid or refused. */
export const receivedViews = ['toCheck', 'toApprove', 'toPay', 'overdue', 'paid', 'refused'] as const
export type ReceivedView = (typeof receivedViews)[number]

export type ReceivedFilter = { view: ReceivedView | null; page: number }

/** Reads the filter from the query string; unknown values are ignored. */
export function readReceivedFilter(search: URLSearchParams): ReceivedFilter {
  return { view: receivedViews.find((one) => one === search.get('state')) ?? null, page: readPage(search) }
}

/** The address of the list with a filter. */
export function receivedHref({ view, page }: ReceivedFilter): string {
  const search = new URLSearchParams()
  if (view) search.set('state', view)
  if (page > 1) search.set('page', String(page))
  return search.size > 0 ? `/invoicing/received?${search}` : '/invoicing/received'
}
