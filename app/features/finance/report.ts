import { type Currency, currencies } from '#db/vocabulary/currencies.ts'
import type { FinancialCategory, FinancialKind } from '#db/vocabulary/finance.ts'
import { kindOf } from './chart.ts'
import type { Entry } from './entries.server.ts'

/** Income and expense without VAT; expenses below zero, so that the result is their sum. */
export type Result = { incomeCents: number; expenseCents: number }
export type MonthResult = Result & { month: string }
export type ProjectResult = Result & { projectId: string | null }
export type CategorySum = {
  category: FinancialCategory
  ownCategoryId: string | null
  kind: FinancialKind
  cents: number
}

export const resultOf = ({ incomeCents, expenseCents }: Result): number => incomeCents + expenseCents

/** The currencies that entries are in, in the order of the vocabulary. */
export const currenciesOf = (entries: readonly { currency: Currency }[]): Currency[] =>
  currencies.filter((currency) => entries.some((entry) => entry.currency === currency))

function add(result: Result, { category, grossCents, vatCents }: Entry): void {
  const kind = kindOf(category)
  if (kind === 'income') result.incomeCents += grossCents - vatCents
  if (kind === 'expense') result.expenseCents += grossCents - vatCents
}

/** Income and expenses of one currency, without VAT: in all, by month (each of `months`), by category, and by project. */
export function summarise(entries: readonly Entry[], currency: Currency, months: readonly string[]) {
  const none = (): Result => ({ incomeCents: 0, expenseCents: 0 })
  const total = none()
  const byMonth = new Map<string, Result>(months.map((month) => [month, none()]))
  const byProject = new Map<string | null, Result>()
  const byPlace = new Map<string, CategorySum>()
  for (const entry of entries) {
    const { category, ownCategoryId, projectId, month } = entry
    const kind = kindOf(category)
    if (entry.currency !== currency || kind === 'transfer') continue
    const ofProject = byProject.get(projectId) ?? none()
    byProject.set(projectId, ofProject)
    for (const result of [total, byMonth.get(month), ofProject]) if (result) add(result, entry)
    const key = `${category}:${ownCategoryId ?? ''}`
    const place = byPlace.get(key) ?? { category, ownCategoryId, kind, cents: 0 }
    byPlace.set(key, { ...place, cents: place.cents + entry.grossCents - entry.vatCents })
  }
  const categories = [...byPlace.values()].filter(({ cents }) => cents !== 0)
  categories.sort((a, b) => a.kind.localeCompare(b.kind) * -1 || Math.abs(b.cents) - Math.abs(a.cents))
  return {
    total,
    byMonth: [...byMonth].map(([month, result]): MonthResult => ({ month, ...result })),
    byProject: [...byProject].map(([projectId, result]): ProjectResult => ({ projectId, ...result })),
    categories,
  }
}

/** The twelve months (YYYY-MM) of a year. */
export const monthsOf = (year: number): string[] =>
  Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`)

/** Those of these months that have begun by a day (YYYY-MM-DD): one that is still to come would be drawn as a month without money. */
export const begunBy = <Row extends { month: string }>(rows: readonly Row[], today: string): Row[] =>
  rows.filter(({ month }) => month <= today.slice(0, 7))
