import type { UserContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { columns } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { files } from '#db/schema/files.ts'
import { sql } from '#db/sql.server.ts'

const fileOfSecurity = sql(
  { params: { id: files.id, company: companies.id }, row: columns(files, 'name', 'mime', 'sha256', 'storedAs') },
  `SELECT f.name, f.mime, f.sha256, f.stored_as AS storedAs
   FROM files f JOIN contract_securities s ON s.id = f.subject_id JOIN contracts c ON c.id = s.contract_id
   WHERE f.id = :id AND f.subject_type = 'security' AND :company IN (c.client_company_id, c.provider_company_id)`,
)

/** The file of a recorded security, for the parties of its contract; null for everybody else. */
export function findSecurityFile(ctx: UserContext, id: string) {
  const row = fileOfSecurity.first(ctx.db, { id, company: companyInScope(ctx, 'contracts.read') })
  return row && { name: row.name, mime: row.mime, etag: row.sha256, storedAs: row.storedAs }
}
