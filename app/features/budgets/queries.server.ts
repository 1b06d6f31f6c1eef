import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { listEntries } from '#app/features/finance/entries.server.ts'
import { currenciesOf } from '#app/features/finance/report.ts'
import { businessDay } from '#app/platform/business-day.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns, integer, nullable } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { projectBudgetLines, projectBudgets } from '#db/schema/budgets.ts'
import { projects } from '#db/schema/projects.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import { compareBudget, sumsOf } from './budget.ts'
import { listCommitted } from './committed.server.ts'

export const projectsPerPage = 50

const params = { company: companies.id, owner: companies.id, party: companies.id }
const row = { ...columns(projects, 'id', 'title', 'currency'), budgetedAt: nullable(projectBudgets.updatedAt) }
const budgetable = `SELECT p.id, p.title, p.currency, b.updated_at AS budgetedAt
   FROM (SELECT id FROM projects WHERE company_id = :owner AND is_sample = 0
         UNION SELECT project_id FROM contracts WHERE provider_company_id = :party AND status IN ('active', 'completed', 'terminated')) mine
   JOIN projects p ON p.id = mine.id LEFT JOIN project_budgets b ON b.company_id = :company AND b.project_id = p.id`

const page = sql(
  { params: { ...params, limit: integer, offset: integer }, row },
  `${budgetable} ORDER BY b.updated_at IS NULL, p.id DESC LIMIT :limit OFFSET :offset`,
)
const one = sql({ params: { ...params, id: projects.id }, row }, `${budgetable} WHERE p.id = :id`)

const lines = sql(
  {
    params: { company: companies.id, project: projects.id },
    row: columns(projectBudgetLines, 'category', 'ownCategoryId', 'amountCents'),
  },
  `SELECT l.category, l.own_category_id AS ownCategoryId, l.amount_cents AS amountCents FROM project_budgets b
   CROSS JOIN project_budget_lines l INDEXED BY project_budget_lines_position ON l.budget_id = b.id
   WHERE b.company_id = :company AND b.project_id = :project ORDER BY l.position`,
)

const allLines = sql(
  {
    params: { company: companies.id },
    row: {
      ...columns(projectBudgetLines, 'category', 'ownCategoryId', 'amountCents'),
      ...columns(projectBudgets, 'projectId'),
    },
  },
  `SELECT l.category, l.own_category_id AS ownCategoryId, l.amount_cents AS amountCents, b.project_id AS projectId FROM project_budgets b
   CROSS JOIN project_budget_lines l INDEXED BY project_budget_lines_position ON l.budget_id = b.id
   WHERE b.company_id = :company ORDER BY l.budget_id, l.position`,
)

export type BudgetProject = RowOf<typeof page>

/** The books begin no earlier (`isSensibleDay`). */
const firstDay = '2000-01-01'

const scopeOf = (ctx: CompanyContext) => ({
  company: companyInScope(ctx, 'financials.read'),
  owner: companyInScope(ctx, 'projects.read'),
  party: companyInScope(ctx, 'contracts.read'),
})

/** A project of the company, or one that it has a contract for, and when its budget was saved; null for another's. */
export const getBudgetProject = (
  ctx: CompanyContext,
  id: string,
  db: Database | Transaction = ctx.db,
): BudgetProject | null => one.first(db, { ...scopeOf(ctx), id })

export const listBudgetLines = (ctx: CompanyContext, project: string) =>
  lines.all(ctx.db, { company: companyInScope(ctx, 'financials.read'), project })

/** A page of these projects, those with a budget first, each with its sums of income and expenses. */
export function listBudgets(ctx: CompanyContext, pageNumber: number) {
  const scope = scopeOf(ctx)
  const offset = (pageNumber - 1) * projectsPerPage
  const found = page.all(ctx.db, { ...scope, limit: projectsPerPage + 1, offset })
  const actual = listEntries(ctx, firstDay, businessDay(ctx.now))
  const committed = listCommitted(ctx)
  const budgeted = allLines.all(ctx.db, { company: scope.company })
  const rows = found.slice(0, projectsPerPage).map((project) => {
    const of = <Row extends { projectId: string | null }>(all: readonly Row[]) =>
      all.filter(({ projectId }) => projectId === project.id)
    const compared = compareBudget(of(budgeted), of(actual), of(committed), project.currency)
    return { ...project, income: sumsOf(compared, 'income'), expense: sumsOf(compared, 'expense') }
  })
  return { rows, hasNext: found.length > projectsPerPage }
}

/**
 * The budget of a project against what its books say since they began (FIN-6), and what is agreed and not paid. What is in other currencies than the
 * project's is not counted, and named in `others`.
 */
export function loadBudget(ctx: CompanyContext, project: BudgetProject) {
  const of = ({ projectId }: { projectId: string | null }) => projectId === project.id
  const actual = listEntries(ctx, firstDay, businessDay(ctx.now)).filter(of)
  const committed = listCommitted(ctx).filter(of)
  const rows = compareBudget(listBudgetLines(ctx, project.id), actual, committed, project.currency)
  return {
    rows,
    income: sumsOf(rows, 'income'),
    expense: sumsOf(rows, 'expense'),
    others: currenciesOf([...actual, ...committed]).filter((currency) => currency !== project.currency),
  }
}
