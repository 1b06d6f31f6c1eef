import type { Database } from '#db/client.server.ts'
import type { AccountType, ApiScope, CompanyKind, CompanyRole, Permission, Role } from '#db/vocabulary/accounts.ts'
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
  /** Their access per module of their company, where an admin has set it. */
  modules: ModuleAccesses
  /** What the personal API token by which they act is limited to. */
  scopes?: readonly ApiScope[]
  emailVerified: boolean
  mustChangePassword: boolean
  /** Their company requires a second factor, and they have none yet: nothing else is open to them. */
  mustSetUpTwoFactor: boolean
  locale: string | null
  timeZone: string | null
}

/** The company in scope: always the actor's own, never one named in a request. */
export type Company = {
  id: string
  kind: CompanyKind
  name: string
  /** Until when it may write by its subscription, in UTC ms (PLAN-3); null without an end, as for the platform's own work. */
  accessUntil?: number | null
}

/** What every query and verb receives. `now` is UTC epoch ms; `sessionHash` identifies the browser session, if any. */
export type Context = {
  db: Database
  actor: Actor | null
  company: Company | null
  now: number
  /** Returns the current time (UTC ms), see `transactNow`. Without it `now` is used, as in jobs and tests. */
  clock?: () => number
  requestId: string
  ip: string | null
  userAgent: string | null
  sessionHash: string | null
  /** The channel through which the call came, for the audit trail. */
  via: AuditOrigin
}

export type UserContext = Context & { actor: Actor }
export type CompanyContext = UserContext & { company: Company }

/** Whether the company's subscription is over: then it reads, exports, and does what it owes to others (PLAN-3). */
export function isReadOnly({ company, now }: Pick<Context, 'company' | 'now'>): boolean {
  const until = company?.accessUntil ?? null
  return until !== null && now >= until
}
