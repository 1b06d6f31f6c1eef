import type { CompanyContext } from '#app/features/accounts/context.ts'
import { companyInScope } from '#app/features/accounts/module-scope.server.ts'
import { columns } from '#db/fields.server.ts'
import { clients } from '#db/schema/clients.ts'
import { sql } from '#db/sql.server.ts'
import { findDoubles } from './doubles.ts'

const standing = sql(
  {
    params: { company: clients.companyId },
    row: {
      ...columns(clients, 'id', 'name', 'businessId', 'vatNumber', 'email', 'country', 'city'),
      ...columns(clients, 'linkedCompanyId'),
    },
  },
  `SELECT id, name, business_id AS businessId, vat_number AS vatNumber, email, country, city, linked_company_id AS linkedCompanyId
   FROM clients WHERE company_id = :company AND merged_into_id IS NULL ORDER BY id`,
)

const shown = 50

/** Records of the company that may be of one client: the fifty surest pairs, and how many there are. */
export function listDoubles(ctx: CompanyContext) {
  const all = findDoubles(standing.all(ctx.db, { company: companyInScope(ctx, 'clients.read') }))
  const facts = ({ id, name, businessId, city }: (typeof all)[number]['kept']) => ({ id, name, businessId, city })
  return {
    count: all.length,
    pairs: all.slice(0, shown).map(({ kept, other, reasons }) => ({ kept: facts(kept), other: facts(other), reasons })),
  }
}
