import type { CompanyContext, UserContext } from '#app/features/accounts/context.ts'
import { permissionsOf } from '#app/features/accounts/permissions.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { companies, companyMembers, users } from '#db/schema/accounts.ts'
import { subscriptions } from '#db/schema/plans.ts'
import type { CompanyRole, Role } from '#db/vocabulary/accounts.ts'
import { businessIdOfNumber } from '#tests/setup/check-digits.ts'

/** The default time of tests: 2026-06-01 12:00 UTC. */
export const testNow = Date.UTC(2026, 5, 1, 12)

/** Counts people and companies. Playwright's workers share a database, and each has a number, so each counts from elsewhere. */
let count = Number(process.env.TEST_WORKER_INDEX ?? 0) * 10_000

export type PersonOptions = {
  role?: Role
  companyRole?: CompanyRole
  company?: { id: string }
  /** The id of their new company. */
  companyId?: string
  now?: number
  emailVerified?: boolean
}

/** A person in a company (a new one, or `company`), as a verb context. They have no password. */
export function createPerson(db: Database, options: PersonOptions = {}): CompanyContext {
  count += 1
  const now = options.now ?? testNow
  const role = options.role ?? 'enterprise'
  const person = {
    id: newId(),
    email: `person${count}@company${count}.example`,
    name: `Person ${count}`,
    role,
    accountType: 'enterprise' as const,
    status: 'active' as const,
    emailVerifiedAt: options.emailVerified === false ? null : now,
    createdAt: now,
    updatedAt: now,
  }
  db.insert(users).values(person).run()
  const businessId = businessIdOfNumber(count)
  const company = {
    id: options.company?.id ?? options.companyId ?? newId(),
    kind: 'organization' as const,
    name: `Company ${count}`,
    businessId,
    vatNumber: `FI${businessId.replace('-', '')}`,
    street: 'Testikatu 1',
    postalCode: '00100',
    city: 'Helsinki',
    country: 'FI',
    iban: 'FI7944052020036082',
    bic: 'HELSFIHH',
    createdAt: now,
    updatedAt: now,
  }
  if (!options.company) {
    db.insert(companies).values(company).run()
    subscribe(db, company.id)
  }
  const companyRole = options.companyRole ?? 'owner'
  db.insert(companyMembers).values({ companyId: company.id, userId: person.id, role: companyRole, joinedAt: now }).run()
  return {
    ...personContext(db, person, role, now),
    actor: {
      ...personContext(db, person, role, now).actor,
      companyRole,
      emailVerified: options.emailVerified !== false,
    },
    company: { id: company.id, kind: company.kind, name: company.name },
  }
}

/** A platform admin without a company. */
export function createAdmin(
  db: Database,
  role: Extract<Role, 'admin' | 'super_admin'> = 'admin',
  now = testNow,
): UserContext {
  count += 1
  const person = { id: newId(), email: `admin${count}@groundwork.example`, name: `Admin ${count}`, role }
  db.insert(users)
    .values({
      ...person,
      accountType: 'individual',
      status: 'active',
      emailVerifiedAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .run()
  return personContext(db, person, role, now)
}

function personContext(
  db: Database,
  person: { id: string; email: string; name: string },
  role: Role,
  now: number,
): UserContext {
  return {
    db,
    now,
    actor: {
      id: person.id,
      email: person.email,
      name: person.name,
      role,
      accountType: 'enterprise',
      permissions: permissionsOf(role),
      companyRole: null,
      modules: {},
      emailVerified: true,
      mustChangePassword: false,
      mustSetUpTwoFactor: false,
      locale: null,
      timeZone: null,
    },
    company: null,
    requestId: newId(),
    ip: '127.0.0.1',
    userAgent: 'test',
    sessionHash: null,
    via: 'page',
  }
}

/** Gives a company a plan without limits or an end, or, by `is`, whatever subscription a test is about. */
export function subscribe(db: Database, companyId: string, is: Partial<typeof subscriptions.$inferInsert> = {}): void {
  const values = {
    ...{
      companyId,
      status: 'active' as const,
      plan: 'universe' as const,
      cycle: 'monthly' as const,
      currency: 'EUR' as const,
    },
    ...{ trialStartedAt: 0, trialEndsAt: 0, accessUntil: null, updatedAt: 0, ...is },
  }
  db.insert(subscriptions).values(values).onConflictDoUpdate({ target: subscriptions.companyId, set: values }).run()
}
