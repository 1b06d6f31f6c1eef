import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { financialOwnCategories } from '#db/schema/finance.ts'
import { projects } from '#db/schema/projects.ts'
import { type RowOf, sql } from '#db/sql.server.ts'

const tagged = sql(
  { params: { owner: companies.id, party: companies.id }, row: columns(projects, 'id', 'title') },
  `SELECT id, title FROM (
     SELECT p.id, p.title FROM projects p WHERE p.company_id = :owner AND p.is_sample = 0
     UNION SELECT p.id, p.title FROM contracts c JOIN projects p ON p.id = c.project_id
       WHERE c.provider_company_id = :party AND c.status IN ('active', 'completed', 'terminated'))
   ORDER BY id DESC LIMIT 300`,
)

export type TaggedProject = RowOf<typeof tagged>

/** The projects that a row can be for: the company's own, and those that it has a contract for. */
export const listTaggedProjects = (ctx: CompanyContext, db: Database | Transaction = ctx.db): TaggedProject[] =>
  tagged.all(db, {
    owner: companyInScope(ctx, 'projects.read'),
    party: companyInScope(ctx, 'contracts.read'),
  })

const own = sql(
  {
    params: { company: companies.id },
    row: columns(financialOwnCategories, 'id', 'category', 'name', 'archivedAt'),
  },
  `SELECT id, category, name, archived_at AS archivedAt FROM financial_own_categories WHERE company_id = :company ORDER BY name, id`,
)

export type OwnCategory = RowOf<typeof own>

/** The company's own categories, archived ones among them, because rows name them. */
export const listOwnCategories = (ctx: CompanyContext, db: Database | Transaction = ctx.db): OwnCategory[] =>
  own.all(db, { company: companyInScope(ctx, 'financials.read') })
