import {
  type FinancialCategory,
  type FinancialKind,
  financialCategories,
  financialChart,
} from '#db/vocabulary/finance.ts'

/** A place in the chart: one of the standard categories, or a company's own part of one. */
export type ChartPlace = { category: FinancialCategory; ownCategoryId: string | null }

export const kindOf = (category: FinancialCategory): FinancialKind =>
  (Object.keys(financialChart) as FinancialKind[]).find((kind) =>
    (financialChart[kind] as readonly string[]).includes(category),
  ) ?? 'transfer'

/** As a form sends it: `materials`, or `materials:{id}`. */
export const chartValue = ({ category, ownCategoryId }: ChartPlace): string =>
  ownCategoryId ? `${category}:${ownCategoryId}` : category

/** The place that a form sent, or null. Whether an own category is the company's is checked where it is stored. */
export function parseChartValue(value: string): ChartPlace | null {
  const [name = '', id = null] = value.split(':', 2)
  const category = financialCategories.find((one) => one === name)
  return category ? { category, ownCategoryId: id || null } : null
}
