import type { CompanyContext } from '#app/features/accounts/context.ts'
import type { ExportCell } from '#app/features/finance/export-rows.server.ts'
import { listOwnCategories } from '#app/features/finance/tags.server.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Locale } from '#app/i18n/locale.ts'
import { decimalText } from '#app/platform/money.ts'
import { forecastOf, varianceOf } from './budget.ts'
import { type BudgetProject, loadBudget } from './queries.server.ts'

const money = (cents: number) => ({ cents, text: decimalText(cents) })

/** A project's budget against its books as a table with a heading, one line for each category. */
export function exportBudget(ctx: CompanyContext, project: BudgetProject, locale: Locale): ExportCell[][] {
  const t = i18nFor(locale).getFixedT(locale, 'budgets')
  const tFinance = i18nFor(locale).getFixedT(locale, 'finance')
  const own = listOwnCategories(ctx)
  const heading = [
    ...[tFinance('field.projectId'), tFinance('chart.kind'), tFinance('field.category'), tFinance('chart.name')],
    ...[tFinance('account.currency'), t('budget'), t('actual'), t('committed'), t('forecast'), t('variance')],
  ]
  const lines = loadBudget(ctx, project).rows.map((row) => [
    ...[project.title, tFinance(`kind.${row.kind}`), tFinance(`category.${row.category}`)],
    own.find(({ id }) => id === row.ownCategoryId)?.name ?? null,
    project.currency,
    ...[row.budgetCents, row.actualCents, row.committedCents, forecastOf(row), varianceOf(row)].map(money),
  ])
  return [heading, ...lines]
}
