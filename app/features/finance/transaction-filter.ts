import { isDateText } from '#app/platform/local-time.ts'
import { type MoneyDirection, moneyDirections } from '#db/vocabulary/finance.ts'
import { parseChartValue } from './chart.ts'

/** `open`: drafts that nobody has said the purpose of. */
export const transactionStates = ['draft', 'open', 'posted'] as const
export type TransactionState = (typeof transactionStates)[number]

/** The last row of a page, newest first. */
export type TransactionKey = { day: string; id: string }

export type TransactionFilter = {
  accountId: string | null
  state: TransactionState | null
  direction: MoneyDirection | null
  /** A place in the chart, as `chartValue` writes it. */
  category: string | null
  projectId: string | null
  from: string | null
  to: string | null
  /** Only rows that deduct VAT without a receipt. */
  receipt: 'missing' | null
  q: string
  after: TransactionKey | null
}

const id = /^[0-9a-f-]{36}$/

/** Reads the filter from the query string; what it cannot be is ignored. */
export function readTransactionFilter(search: URLSearchParams): TransactionFilter {
  const given = (name: string) => search.get(name) ?? ''
  const idOf = (name: string) => (id.test(given(name)) ? given(name) : null)
  const dayOf = (name: string) => (isDateText(given(name)) ? given(name) : null)
  const [, day, last] = /^(\d{4}-\d{2}-\d{2})\.([0-9a-f-]{36})$/.exec(given('after')) ?? []
  return {
    accountId: idOf('account'),
    state: transactionStates.find((one) => one === given('state')) ?? null,
    direction: moneyDirections.find((one) => one === given('direction')) ?? null,
    category: parseChartValue(given('category')) ? given('category') : null,
    projectId: idOf('project'),
    from: dayOf('from'),
    to: dayOf('to'),
    receipt: given('receipt') === 'missing' ? 'missing' : null,
    q: given('q').trim().slice(0, 100),
    after: day && last ? { day, id: last } : null,
  }
}

/** The query string of a filter; the first page unless `after` is given. */
export function transactionSearch(filter: TransactionFilter, change: Partial<TransactionFilter> = {}): string {
  const { accountId, projectId, after, ...texts } = { ...filter, after: null, ...change }
  const search = new URLSearchParams()
  if (accountId) search.set('account', accountId)
  if (projectId) search.set('project', projectId)
  for (const [name, value] of Object.entries(texts)) if (value) search.set(name, value)
  if (after) search.set('after', `${after.day}.${after.id}`)
  return search.toString()
}

export const transactionsHref = (filter: TransactionFilter, change: Partial<TransactionFilter> = {}): string => {
  const search = transactionSearch(filter, change)
  return search ? `/financials/transactions?${search}` : '/financials/transactions'
}
