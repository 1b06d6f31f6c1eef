import type { Actor, Company } from '#app/features/accounts/context.ts'
import { permissionsOf } from '#app/features/accounts/permissions.ts'
import { env } from '#app/platform/env.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { boolean, columns, integer, list, nullable, type Values } from '#db/fields.server.ts'
import { companies, companyMembers, sessions, userModulePermissions, users } from '#db/schema/accounts.ts'
import { sql } from '#db/sql.server.ts'

/** Somebody who is signed in, and the company they are in. */
export type SignedInUser = Actor & { company: Company | null }

export type SessionUser = {
  createdAt: number
  lastSeenAt: number
  remember: boolean
  user: SignedInUser
}

/** A condition on `u`, the user: the account has neither a confirmed authenticator app nor a passkey. */
export const withoutSecondFactor = `NOT EXISTS (SELECT 1 FROM authenticator_apps f WHERE f.user_id = u.id AND f.confirmed_at IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = u.id)`

/** What is read of somebody who is signed in, by `userColumns` from `users u` with `userJoins`. */
export const userFields = {
  ...columns(users, 'id', 'email', 'name', 'role', 'accountType', 'emailVerifiedAt', 'mustChangePassword'),
  ...columns(users, 'locale', 'timeZone'),
  companyRole: nullable(companyMembers.role),
  companyId: nullable(companies.id),
  companyKind: nullable(companies.kind),
  companyName: nullable(companies.name),
  accessUntil: nullable(integer),
  modules: list(columns(userModulePermissions, 'module', 'access')),
  mustSetUpTwoFactor: boolean,
}

export const userColumns = `u.id, u.email, u.name, u.role, u.account_type AS accountType,
  u.email_verified_at AS emailVerifiedAt, u.must_change_password AS mustChangePassword, u.locale, u.time_zone AS timeZone,
  m.role AS companyRole, c.id AS companyId, c.kind AS companyKind, c.name AS companyName,
  CASE WHEN b.company_id IS NULL THEN 0 ELSE b.access_until END AS accessUntil,
  (SELECT json_group_array(json_object('module', p.module, 'access', p.access)) FROM user_module_permissions p
   WHERE p.user_id = u.id AND p.company_id = m.company_id) AS modules,
  coalesce(c.two_factor_required, 0) AND ${withoutSecondFactor} AS mustSetUpTwoFactor`

export const userJoins = `LEFT JOIN company_members m ON m.user_id = u.id
  LEFT JOIN companies c ON c.id = m.company_id
  LEFT JOIN subscriptions b ON b.company_id = c.id`

const signedIn = sql(
  {
    params: { idHash: sessions.idHash, now: sessions.expiresAt },
    row: { ...columns(sessions, 'createdAt', 'lastSeenAt', 'remember'), ...userFields },
  },
  `SELECT s.created_at AS createdAt, s.last_seen_at AS lastSeenAt, s.remember, ${userColumns}
   FROM sessions s
   JOIN users u ON u.id = s.user_id AND u.status = 'active'
   ${userJoins}
   WHERE s.id_hash = :idHash AND s.expires_at > :now`,
)

/** The signed-in user of a session, or null; disabled users have none. Every request asks this. */
export function findSessionUser(db: Database, idHash: string, now: number): SessionUser | null {
  const row = signedIn.first(db, { idHash, now })
  if (!row) return null
  const { createdAt, lastSeenAt, remember } = row
  return { createdAt, lastSeenAt, remember, user: userOf(row) }
}

const active = sql(
  { params: { user: users.id }, row: userFields },
  `SELECT ${userColumns} FROM users u ${userJoins} WHERE u.id = :user AND u.status = 'active'`,
)

/** An active user as a session has them, for what the server does for somebody who is not there; otherwise null. */
export function findActiveUser(db: Database | Transaction, userId: string): SignedInUser | null {
  const row = active.first(db, { user: userId })
  return row && userOf(row)
}

/** A member of a company, for what is done in their name without a session; null once they left or are disabled. */
export function findMember(db: Database | Transaction, userId: string, companyId: string): SignedInUser | null {
  const user = findActiveUser(db, userId)
  return user?.company?.id === companyId ? user : null
}

/** The user of a row of `userFields`. */
export function userOf(row: Values<typeof userFields>): SignedInUser {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    accountType: row.accountType,
    permissions: permissionsOf(row.role),
    companyRole: row.companyRole,
    modules: Object.fromEntries(row.modules.map(({ module, access }) => [module, access])),
    emailVerified: row.emailVerifiedAt !== null,
    mustChangePassword: row.mustChangePassword,
    mustSetUpTwoFactor: row.mustSetUpTwoFactor,
    locale: row.locale,
    timeZone: row.timeZone,
    company:
      row.companyId && row.companyKind && row.companyName !== null
        ? {
            id: row.companyId,
            kind: row.companyKind,
            name: row.companyName,
            // The platform does not subscribe to itself.
            accessUntil: row.companyId === env.PLATFORM_COMPANY_ID ? null : row.accessUntil,
          }
        : null,
  }
}
