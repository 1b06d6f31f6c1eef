import type { Context } from '#app/features/accounts/context.ts'
import { firstRow } from '#db/prepared.server.ts'

/**
 * The id of a project's contract, for its two parties: the standing one, else the terminated one. The provider does not see a
 * draft.
 */
export function findProjectContract(ctx: Context, projectId: string): string | null {
  const row = firstRow<{ id: string }>(
    ctx.db,
    `SELECT id FROM contracts
     WHERE project_id = @projectId AND status IN ('draft','sent','partially_signed','active','completed','terminated')
       AND (client_company_id = @company OR (provider_company_id = @company AND status <> 'draft'))
     ORDER BY status = 'terminated' LIMIT 1`,
    { projectId, company: ctx.company?.id ?? '' },
  )
  return row?.id ?? null
}
