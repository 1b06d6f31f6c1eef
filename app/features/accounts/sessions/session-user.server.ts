import type { Statement } from 'better-sqlite3'
import type { Actor, Company } from '#app/features/accounts/context.ts'
import { permissionsOf } from '#app/features/accounts/permissions.ts'
import type { ModuleAccesses } from '#app/features/accounts/rights.ts'
import type { Database } from '#db/client.server.ts'
import type { AccountType, CompanyKind, CompanyRole, Role } from '#db/vocabulary/accounts.ts'

type Row = {
  createdAt: number
  lastSeenAt: number
  remember: number
  id: string
  email: string
  name: string
  role: Role
  accountType: AccountType
  emailVerifiedAt: number | null
  mustChangePassword: number
  locale: string | null
  timeZone: string | null
  companyRole: CompanyRole | null
  companyId: string | null
  companyKind: CompanyKind | null
  companyName: string | null
  modules: string
}

export type SessionUser = {
  createdAt: number
  lastSeenAt: number
  remember: boolean
  user: Actor & { company: Company | null }
}

const statements = new WeakMap<object, Statement<[string, number], Row>>()

/**
 * The signed-in user of a session, or null; disabled users have none. Every request asks this, so it is a prepared statement.
 */
export function findSessionUser(db: Database, idHash: string, now: number): SessionUser | null {
  let statement = statements.get(db.$client)
  if (!statement) {
    statement = db.$client.prepare<[string, number], Row>(`
      SELECT s.created_at AS createdAt, s.last_seen_at AS lastSeenAt, s.remember,
             u.id, u.email, u.name, u.role, u.account_type AS accountType, u.email_verified_at AS emailVerifiedAt,
             u.must_change_password AS mustChangePassword, u.locale, u.time_zone AS timeZone,
             m.role AS companyRole, c.id AS companyId, c.kind AS companyKind, c.name AS companyName,
             (SELECT json_group_object(p.module, p.access) FROM user_module_permissions p
              WHERE p.user_id = u.id AND p.company_id = m.company_id) AS modules
      FROM sessions s
      JOIN users u ON u.id = s.user_id AND u.status = 'active'
      LEFT JOIN company_members m ON m.user_id = u.id
      LEFT JOIN companies c ON c.id = m.company_id
      WHERE s.id_hash = ? AND s.expires_at > ?`)
    statements.set(db.$client, statement)
  }
  const row = statement.get(idHash, now)
  if (!row) return null
  return {
    createdAt: row.createdAt,
    lastSeenAt: row.lastSeenAt,
    remember: row.remember === 1,
    user: {
      id: row.id,
      email: row.email,
      name: row.name,
      role: row.role,
      accountType: row.accountType,
      permissions: permissionsOf(row.role),
      companyRole: row.companyRole,
      modules: row.modules === '{}' ? {} : (JSON.parse(row.modules) as ModuleAccesses),
      emailVerified: row.emailVerifiedAt !== null,
      mustChangePassword: row.mustChangePassword === 1,
      locale: row.locale,
      timeZone: row.timeZone,
      company:
        row.companyId && row.companyKind && row.companyName !== null
          ? { id: row.companyId, kind: row.companyKind, name: row.companyName }
          : null,
    },
  }
}
