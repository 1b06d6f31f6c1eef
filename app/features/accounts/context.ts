import type { Database } from '#db/client.server.ts'
import type { AccountType, CompanyKind, CompanyRole, Permission, Role } from '#db/vocabulary/accounts.ts'
import type { AuditOrigin } from '#db/vocabulary/audit.ts'
import type { ModuleAccesses } from './rights.ts'

/** The person who acts. */
export type Actor = {
  id: string
  email: string
  name: string
  role: Role
  accountType: AccountType
  permissions: readonly Permission[]
  companyRole: CompanyRole | null
  /** What was set for them in their company, by module. */
  modules: ModuleAccesses
  emailVerified: boolean
  mustChangePassword: boolean
  locale: string | null
  timeZone: string | null
}

/** The company in scope: always the actor's own, never one named by a request. */
export type Company = { id: string; kind: CompanyKind; name: string }

/** What a query or a verb is called with. `now` is UTC epoch ms; `sessionHash` names the browser session, if there is one. */
export type Context = {
  db: Database
  actor: Actor | null
  company: Company | null
  now: number
  /** Gives the present time (UTC ms), see `transactNow`; without it `now` counts, as for jobs and tests. */
  clock?: () => number
  requestId: string
  ip: string | null
  userAgent: string | null
  sessionHash: string | null
  /** How the caller came, for the audit trail. */
  via: AuditOrigin
}

export type UserContext = Context & { actor: Actor }
export type CompanyContext = UserContext & { company: Company }
