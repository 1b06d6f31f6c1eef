import { maxCounted, pageSize, readPage } from '#app/features/projects/project-filter.ts'
import { type InvoiceStatus, invoiceStatuses } from '#db/vocabulary/invoicing.ts'

/** `issued` by the user's company, or `received` by it. */
export type InvoiceDirection = 'issued' | 'received'

/** What is derived: something is left to pay, that is overdue, and something was paid. */
const derivedFilters = ['open', 'overdue', 'settled'] as const
type DerivedFilter = (typeof derivedFilters)[number]
export type StatusFilter = InvoiceStatus | DerivedFilter

/** Whether a filter is derived, and no state that an invoice has. */
export const isDerived = (status: StatusFilter | null): status is DerivedFilter =>
  derivedFilters.some((one) => one === status)

/** What the list of the company's own invoices shows; what it received is a list of its own, with the invoices that came as files. */
export type InvoiceFilter = { status: StatusFilter | null; page: number }

export { maxCounted, pageSize }

/** The states that the list can be filtered by. */
export const statusFilters: readonly StatusFilter[] = [...invoiceStatuses, ...derivedFilters]

/** Which invoices an address asks for. */
export const readDirection = (search: URLSearchParams): InvoiceDirection =>
  search.get('view') === 'received' ? 'received' : 'issued'

/** Reads the filter from the query string; unknown values are ignored. */
export function readInvoiceFilter(search: URLSearchParams): InvoiceFilter {
  const status = statusFilters.find((one) => one === search.get('status')) ?? null
  return { status, page: readPage(search) }
}

/** The address of the list with a changed filter; page 1 unless `page` is given. */
export function invoiceListHref(filter: InvoiceFilter, change: Partial<InvoiceFilter> = {}): string {
  const { status, page } = { ...filter, page: 1, ...change }
  const search = new URLSearchParams()
  if (status) search.set('status', status)
  if (page > 1) search.set('page', String(page))
  return search.size > 0 ? `/invoicing?${search}` : '/invoicing'
}
