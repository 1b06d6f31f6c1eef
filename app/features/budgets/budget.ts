import { type ChartPlace, chartValue, kindOf } from '#app/features/finance/chart.ts'
import type { Entry } from '#app/features/finance/entries.server.ts'
import { sumCents } from '#app/platform/money.ts'
import type { Currency } from '#db/vocabulary/currencies.ts'
import { type FinancialCategory, financialCategories } from '#db/vocabulary/finance.ts'

export type BudgetLine = ChartPlace & { amountCents: number }
/** Amounts without VAT, above zero for income and expenses alike. */
export type BudgetRow = ChartPlace & {
  kind: 'income' | 'expense'
  budgetCents: number
  actualCents: number
  /** Agreed and not paid yet. */
  committedCents: number
}
export type BudgetSums = Pick<BudgetRow, 'budgetCents' | 'actualCents' | 'committedCents'>

/** What it comes to with what is agreed: what was paid and what is to be paid. */
export const forecastOf = ({ actualCents, committedCents }: BudgetSums): number => actualCents + committedCents

/** How much better than the budget the forecast is: more income, or less expense; below zero where it is worse. */
export const varianceOf = (row: BudgetSums & { kind: 'income' | 'expense' }): number =>
  row.kind === 'income' ? forecastOf(row) - row.budgetCents : row.budgetCents - forecastOf(row)

type Of = 'budgetCents' | 'actualCents' | 'committedCents'

/**
 * Budget, actual and committed amounts of a project in one currency, by category, in the order of the chart. What belongs to an own category
 * without a budget of its own counts under the category of the chart that it is a part of.
 */
export function compareBudget(
  lines: readonly BudgetLine[],
  actual: readonly Entry[],
  committed: readonly Entry[],
  currency: Currency,
): BudgetRow[] {
  const budgeted = new Set(lines.map(chartValue))
  const rows = new Map<string, BudgetRow>()
  const add = (place: ChartPlace, of: Of, cents: number) => {
    const kind = kindOf(place.category)
    if (kind === 'transfer') return
    const at = budgeted.has(chartValue(place)) ? place : { category: place.category, ownCategoryId: null }
    const key = chartValue(at)
    const none = { kind, budgetCents: 0, actualCents: 0, committedCents: 0 }
    const row = rows.get(key) ?? { category: at.category, ownCategoryId: at.ownCategoryId, ...none }
    rows.set(key, { ...row, [of]: row[of] + cents })
  }
  for (const line of lines) add(line, 'budgetCents', line.amountCents)
  for (const [of, entries] of [
    ['actualCents', actual],
    ['committedCents', committed],
  ] as const)
    for (const entry of entries) if (entry.currency === currency) add(entry, of, netOf(entry))
  return [...rows.values()]
    .filter(({ budgetCents, actualCents, committedCents }) => budgetCents || actualCents || committedCents)
    .sort((a, b) => placeOf(a.category) - placeOf(b.category) || chartValue(a).localeCompare(chartValue(b)))
}

const order: readonly FinancialCategory[] = financialCategories
const placeOf = (category: FinancialCategory) => order.indexOf(category)

function netOf({ category, grossCents, vatCents }: Entry): number {
  const cents = grossCents - vatCents
  return kindOf(category) === 'expense' && cents !== 0 ? -cents : cents
}

/** The sums of the rows of one kind. */
export function sumsOf(rows: readonly BudgetRow[], kind: 'income' | 'expense'): BudgetSums {
  const of = rows.filter((row) => row.kind === kind)
  return {
    budgetCents: sumCents(of.map(({ budgetCents }) => budgetCents)),
    actualCents: sumCents(of.map(({ actualCents }) => actualCents)),
    committedCents: sumCents(of.map(({ committedCents }) => committedCents)),
  }
}
