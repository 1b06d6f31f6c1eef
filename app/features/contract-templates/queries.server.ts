import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { columns } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { contractTemplates } from '#db/schema/templates.ts'
import { type RowOf, sql } from '#db/sql.server.ts'

const list = sql(
  { params: { company: companies.id }, row: columns(contractTemplates, 'id', 'name', 'updatedAt') },
  `SELECT id, name, updated_at AS updatedAt FROM contract_templates WHERE company_id = :company ORDER BY lower(name)`,
)

/** The company's contract templates, by name. */
export const listTemplates = (ctx: CompanyContext) =>
  list.all(ctx.db, { company: companyInScope(ctx, 'contracts.read') })

const detail = sql(
  {
    params: { id: contractTemplates.id, company: companies.id },
    row: columns(contractTemplates, 'id', 'name', 'terms', 'updatedAt'),
  },
  `SELECT id, name, terms, updated_at AS updatedAt FROM contract_templates WHERE id = :id AND company_id = :company`,
)

export type ContractTemplate = RowOf<typeof detail>

/** A template of the company; null for everybody else's. */
export const getTemplate = (ctx: CompanyContext, id: string): ContractTemplate | null =>
  detail.first(ctx.db, { id, company: companyInScope(ctx, 'contracts.read') }) ?? null
