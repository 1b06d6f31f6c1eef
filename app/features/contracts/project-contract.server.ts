import type { Context } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { columns } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { contracts } from '#db/schema/contracts.ts'
import { sql } from '#db/sql.server.ts'

const contractOf = sql(
  { params: { ...columns(contracts, 'projectId'), company: companies.id }, row: columns(contracts, 'id') },
  `SELECT id FROM contracts INDEXED BY contracts_project
   WHERE project_id = :projectId AND status IN ('draft','sent','partially_signed','active','completed','terminated')
     AND (client_company_id = :company OR (provider_company_id = :company AND status <> 'draft'))
   ORDER BY status = 'terminated' LIMIT 1`,
)

/**
 * The id of a project's contract, for its two parties: the standing one, else the terminated one. The provider does not see a
 * draft.
 */
export function findProjectContract(ctx: Context, projectId: string): string | null {
  return contractOf.first(ctx.db, { projectId, company: companyInScope(ctx, 'contracts.read') })?.id ?? null
}
