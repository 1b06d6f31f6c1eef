import { maxCounted, pageSize, readPage } from '#app/features/projects/project-filter.ts'
import { type InvoiceStatus, invoiceStatuses } from '#db/vocabulary/invoicing.ts'

/** `issued` by the user's company, or `received` by it. */
export const invoiceDirections = ['issued', 'received'] as const
export type InvoiceDirection = (typeof invoiceDirections)[number]

/** The stored states, and the one derived from dates. */
export type StatusFilter = InvoiceStatus | 'overdue'

export type InvoiceFilter = { direction: InvoiceDirection; status: StatusFilter | null; page: number }

export { maxCounted, pageSize }

/** The states that a list can be filtered by; recipients see no drafts. */
export function statusFilters(direction: InvoiceDirection): StatusFilter[] {
  const stored = invoiceStatuses.filter((status) => direction === 'issued' || status !== 'draft')
  return [...stored, 'overdue']
}

/** Reads the filter from the query string; unknown values are ignored. */
export function readInvoiceFilter(search: URLSearchParams): InvoiceFilter {
  const direction = search.get('view') === 'received' ? 'received' : 'issued'
  const status = statusFilters(direction).find((one) => one === search.get('status')) ?? null
  return { direction, status, page: readPage(search) }
}

/** The address of the list with a changed filter; page 1 unless `page` is given. */
export function invoiceListHref(filter: InvoiceFilter, change: Partial<InvoiceFilter> = {}): string {
  const { direction, status, page } = { ...filter, page: 1, ...change }
  const search = new URLSearchParams()
  if (direction === 'received') search.set('view', direction)
  if (status) search.set('status', status)
  if (page > 1) search.set('page', String(page))
  return search.size > 0 ? `/invoicing?${search}` : '/invoicing'
}
