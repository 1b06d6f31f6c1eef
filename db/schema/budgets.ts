// What a company expects of a project, by category of its books. What was so is read from the books themselves.
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { financialCategories } from '#db/vocabulary/finance.ts'
import { companies, users } from './accounts.ts'
import { cents, id, time } from './columns.ts'
import { financialOwnCategories } from './finance.ts'
import { projects } from './projects.ts'

/** A company's budget of a project, its own or one that it has a contract for, in the project's currency. */
export const projectBudgets = sqliteTable(
  'project_budgets',
  {
    id: id(),
    companyId: text('company_id')
      .notNull()
      .references(() => companies.id),
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id),
    updatedBy: text('updated_by')
      .notNull()
      .references(() => users.id),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [uniqueIndex('project_budgets_company').on(t.companyId, t.projectId)],
)

/** Amounts without VAT, above zero for income and expenses alike. Replaced as a whole when the budget is saved. */
export const projectBudgetLines = sqliteTable(
  'project_budget_lines',
  {
    id: id(),
    budgetId: text('budget_id')
      .notNull()
      .references(() => projectBudgets.id),
    position: integer('position').notNull(),
    category: text('category', { enum: financialCategories }).notNull(),
    ownCategoryId: text('own_category_id').references(() => financialOwnCategories.id),
    amountCents: cents('amount_cents').notNull(),
  },
  (t) => [
    uniqueIndex('project_budget_lines_position').on(t.budgetId, t.position),
    index('project_budget_lines_own_category').on(t.ownCategoryId),
  ],
)
