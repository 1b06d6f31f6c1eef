import { maxCounted, pageSize, readPage } from '#app/features/projects/project-filter.ts'
import { type QuoteState, quoteStates } from '#db/vocabulary/quotes.ts'

export { maxCounted, pageSize }

/** What the list of quotes shows: in one state or any, with these words in the number, title or client. */
export type QuoteFilter = { state: QuoteState | null; q: string; page: number }

/** Reads the filter from the query string; unknown values are ignored. */
export function readQuoteFilter(search: URLSearchParams): QuoteFilter {
  const state = quoteStates.find((one) => one === search.get('status')) ?? null
  return { state, q: (search.get('q') ?? '').trim().slice(0, 100), page: readPage(search) }
}

/** The address of the list with a changed filter; page 1 unless `page` is given. */
export function quoteListHref(filter: QuoteFilter, change: Partial<QuoteFilter> = {}): string {
  const { state, q, page } = { ...filter, page: 1, ...change }
  const search = new URLSearchParams()
  if (state) search.set('status', state)
  if (q) search.set('q', q)
  if (page > 1) search.set('page', String(page))
  return search.size > 0 ? `/invoicing/quotes?${search}` : '/invoicing/quotes'
}
