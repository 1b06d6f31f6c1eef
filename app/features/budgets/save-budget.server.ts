import { and, asc, eq } from 'drizzle-orm'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { chartValue, kindOf } from '#app/features/finance/chart.ts'
import { invalid, notFound } from '#app/platform/errors.ts'
import { requireUnchanged } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { projectBudgetLines, projectBudgets } from '#db/schema/budgets.ts'
import { financialOwnCategories } from '#db/schema/finance.ts'
import type { BudgetLine } from './budget.ts'
import { getBudgetProject } from './queries.server.ts'

/**
 * Saves what the company expects of a project, by category, in place of what it expected before.
 * @throws AppError forbidden; not found for a project that is not open to it; invalid for a category twice, one that is neither income nor expense, or
 * another's; conflict when somebody else saved it since the form was opened
 */
export function saveBudget(
  ctx: CompanyContext,
  input: { projectId: string; lines: readonly BudgetLine[]; expectedVersion?: number | undefined },
): void {
  requireRight(ctx, 'financials.setUp')
  transact(ctx.db, (tx) => {
    if (!getBudgetProject(ctx, input.projectId, tx)) throw notFound()
    const { companyId, projectId } = projectBudgets
    const own = and(eq(companyId, ctx.company.id), eq(projectId, input.projectId))
    const before = tx.select().from(projectBudgets).where(own).get()
    requireUnchanged(before?.updatedAt ?? 0, input.expectedVersion)
    const id = before?.id ?? newId()
    const was = before ? linesOf(tx, id) : []
    requireLines(tx, ctx, input.lines, was)
    const by = { updatedBy: ctx.actor.id, updatedAt: ctx.now }
    if (before) tx.update(projectBudgets).set(by).where(own).run()
    else
      tx.insert(projectBudgets)
        .values({ id, companyId: ctx.company.id, projectId: input.projectId, createdAt: ctx.now, ...by })
        .run()
    tx.delete(projectBudgetLines).where(eq(projectBudgetLines.budgetId, id)).run()
    for (const [position, { category, ownCategoryId, amountCents }] of input.lines.entries())
      tx.insert(projectBudgetLines)
        .values({ id: newId(), budgetId: id, position, category, ownCategoryId, amountCents })
        .run()
    const subject = { type: 'project_budget', id }
    appendAudit(tx, ctx, { action: 'project_budget.save', subject, before: was, after: input.lines })
  })
}

function linesOf(tx: Transaction, budgetId: string): BudgetLine[] {
  const { category, ownCategoryId, amountCents, position } = projectBudgetLines
  return tx
    .select({ category, ownCategoryId, amountCents })
    .from(projectBudgetLines)
    .where(eq(projectBudgetLines.budgetId, budgetId))
    .orderBy(asc(position))
    .all()
}

function requireLines(
  tx: Transaction,
  ctx: CompanyContext,
  lines: readonly BudgetLine[],
  was: readonly BudgetLine[],
): void {
  if (new Set(lines.map(chartValue)).size < lines.length) throw invalid('finance:refused.category')
  for (const { category, ownCategoryId, amountCents } of lines) {
    if (kindOf(category) === 'transfer' || amountCents <= 0) throw invalid('finance:refused.category')
    if (!ownCategoryId || was.some((line) => line.ownCategoryId === ownCategoryId)) continue
    const { id, companyId } = financialOwnCategories
    const own = and(eq(id, ownCategoryId), eq(companyId, ctx.company.id))
    const found = tx.select().from(financialOwnCategories).where(own).get()
    if (!found || found.archivedAt !== null || found.category !== category) throw invalid('finance:refused.category')
  }
}
