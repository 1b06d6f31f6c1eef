import type { CompanyContext } from '#app/features/accounts/context.ts'
import { saveBudget } from '#app/features/budgets/save-budget.server.ts'

/** Gives a project a budget of sales, materials and fuel. Returns the project's id. */
export function createBudget(ctx: CompanyContext, projectId: string): string {
  const amounts = { sales: 1_000_000, materials: 400_000, fuel: 765_400 }
  const categories = ['sales', 'materials', 'fuel'] as const
  const lines = categories.map((category) => ({ category, ownCategoryId: null, amountCents: amounts[category] }))
  saveBudget(ctx, { projectId, lines })
  return projectId
}
