import { chartValue } from '#app/features/finance/chart.ts'
import { amountInputValue } from '#app/features/invoicing/form-values.ts'
import { financialChart } from '#db/vocabulary/finance.ts'
import type { BudgetLine } from './budget.ts'

type Own = { id: string; category: string; archivedAt: number | null }

/** The amounts of a budget as values of its form: one for each category of income and expenses, and for own ones in use or in the budget. */
export function budgetValues(lines: readonly BudgetLine[], own: readonly Own[], mark: { decimalMark: ',' | '.' }) {
  const known = new Map(lines.map((line) => [chartValue(line), line.amountCents]))
  const places = [...financialChart.income, ...financialChart.expense].flatMap((category) => [
    chartValue({ category, ownCategoryId: null }),
    ...own
      .filter((one) => one.category === category)
      .map((one) => ({ value: chartValue({ category, ownCategoryId: one.id }), isInUse: one.archivedAt === null }))
      .filter(({ value, isInUse }) => isInUse || known.has(value))
      .map(({ value }) => value),
  ])
  return {
    lines: places.map((category) => {
      const cents = known.get(category)
      return { category, amount: cents === undefined ? '' : amountInputValue(cents, mark) }
    }),
  }
}
