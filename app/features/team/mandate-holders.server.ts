import { decide, moduleOf, type Right } from '#app/features/accounts/rights.ts'
import { env } from '#app/platform/env.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns, nullable, oneOf } from '#db/fields.server.ts'
import { companies, companyMandates, companyMembers, userModulePermissions, users } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'
import { modules, type Power } from '#db/vocabulary/accounts.ts'
import { type Mandate, mandateOf } from './mandate.ts'

const members = sql(
  {
    params: { company: companies.id, power: companyMandates.power, module: nullable(oneOf(modules)) },
    row: {
      ...columns(users, 'id', 'name', 'email', 'locale', 'timeZone', 'role', 'emailVerifiedAt'),
      companyRole: companyMembers.role,
      ...{ power: nullable(companyMandates.power), limitCents: companyMandates.limitCents },
      access: nullable(userModulePermissions.access),
    },
  },
  `SELECT u.id, u.name, u.email, u.locale, u.time_zone AS timeZone, u.role, u.email_verified_at AS emailVerifiedAt,
          m.role AS companyRole, x.power, x.limit_cents AS limitCents, p.access
   FROM company_members m JOIN users u ON u.id = m.user_id AND u.status = 'active'
   LEFT JOIN company_mandates x ON x.company_id = m.company_id AND x.user_id = m.user_id AND x.power = :power
   LEFT JOIN user_module_permissions p ON p.company_id = m.company_id AND p.user_id = m.user_id AND p.module = :module
   WHERE m.company_id = :company ORDER BY u.name, u.id`,
)

export type MandateHolder = {
  id: string
  name: string
  email: string
  locale: string | null
  timeZone: string | null
  emailVerified: boolean
  mandate: Mandate
}

/**
 * The people of a company who hold a right, with how far each may bind the company by it: as they are now, whoever of them is
 * signed in. Whoever has no mandate is among them with 0.
 */
export function listMandateHolders(
  db: Database | Transaction,
  companyId: string,
  power: Power,
  right: Right,
): MandateHolder[] {
  const module = moduleOf(right)
  return members.all(db, { company: companyId, power, module }).flatMap((row) => {
    const { id, name, email, locale, timeZone, role, companyRole, access } = row
    const emailVerified = row.emailVerifiedAt !== null
    const modules = module && access ? { [module]: access } : {}
    const isVerified = emailVerified || !env.requireVerifiedEmail
    if (!decide(right, { role, companyRole, modules, emailVerified: isVerified }).allowed) return []
    const mandate = mandateOf(companyRole, row.power === null ? null : { limitCents: row.limitCents })
    return [{ id, name, email, locale, timeZone, emailVerified, mandate }]
  })
}
