import { and, count, eq, gte, inArray, or } from 'drizzle-orm'
import { env } from '#app/platform/env.server.ts'
import { forbidden, type Message } from '#app/platform/errors.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns, nullable } from '#db/fields.server.ts'
import { companyInvitations, companyLimits, companyMembers, users } from '#db/schema/accounts.ts'
import { bidSeals, bids } from '#db/schema/bids.ts'
import { contracts } from '#db/schema/contracts.ts'
import { subscriptions } from '#db/schema/plans.ts'
import { projects } from '#db/schema/projects.ts'
import { sql } from '#db/sql.server.ts'
import type { CompanyLimitName } from '#db/vocabulary/accounts.ts'
import type { CompanyContext } from './context.ts'
import { limitOfPlan } from './subscriptions/plan.ts'

/**
 * Checks that the company has not reached a limit. Call it inside the transaction that adds a row, before adding it, so that
 * concurrent calls cannot exceed the limit.
 * @param companyId whose limit; defaults to the caller's company
 * @throws AppError forbidden
 */
export function requireQuota(
  tx: Transaction,
  ctx: CompanyContext,
  name: CompanyLimitName,
  companyId = ctx.company.id,
): void {
  const usage = limitUsage(tx, name, companyId, ctx.now)
  if (!usage || usage.used < usage.limit) return
  if (companyId !== ctx.company.id) throw forbidden('errors:limit.otherParty')
  const { key, params } = limitMessage(name, usage)
  throw forbidden(key, { params })
}

export type LimitUsage = { limit: number; used: number; since: 'trial' | 'month' }

/** Says that a limit is used up, with the page that helps. */
export function limitMessage(name: CompanyLimitName, { limit, since }: LimitUsage): Required<Message> {
  const key = since === 'trial' ? 'errors:limit.trialBids' : (`errors:limit.${name}` as const)
  return { key, params: { count: limit, help: '/billing' } }
}

/** A company's limit and its current usage; null without a limit. What was agreed on with it comes before its plan (PLAN-2). */
export function limitUsage(
  db: Database | Transaction,
  name: CompanyLimitName,
  companyId: string,
  now: number,
): LimitUsage | null {
  const limit = limitFor(db, name, companyId)
  if (!limit) return null
  const { since, from, limit: most } = limit
  return { limit: most, since, used: usedOf(db, name, companyId, since === 'trial' ? from : monthStart(now)) }
}

/** How much a company has of something, whether or not that is limited. */
export function usageOf(
  db: Database | Transaction,
  name: CompanyLimitName,
  companyId: string,
  now: number,
): { limit: number | null; used: number; since: 'trial' | 'month' } {
  const usage = limitUsage(db, name, companyId, now)
  return usage ?? { limit: null, since: 'month', used: usedOf(db, name, companyId, monthStart(now)) }
}

const usedOf = (db: Database | Transaction, name: CompanyLimitName, companyId: string, from: number) =>
  counters[name](db, companyId, from)

function limitFor(db: Database | Transaction, name: CompanyLimitName, companyId: string) {
  const found = limitsOf.first(db, { company: companyId, name })
  if (!found || companyId === env.PLATFORM_COMPANY_ID) return null
  const { agreed, status, plan, trialStartedAt: from } = found
  const set = agreed === null ? limitOfPlan({ status, plan }, name) : { limit: agreed, since: 'month' as const }
  return set && { ...set, from }
}

const limitsOf = sql(
  {
    params: { company: subscriptions.companyId, name: companyLimits.name },
    row: { agreed: nullable(companyLimits.value), ...columns(subscriptions, 'status', 'plan', 'trialStartedAt') },
  },
  `SELECT l.value AS agreed, s.status, s.plan, s.trial_started_at AS trialStartedAt FROM subscriptions s
   LEFT JOIN company_limits l ON l.company_id = s.company_id AND l.name = :name WHERE s.company_id = :company`,
)

const countRows = count().mapWith(Number)

// These queries count rows of features above this one, because limits must be known below all of them.
const counters: Record<CompanyLimitName, (db: Database | Transaction, companyId: string, from: number) => number> = {
  /** Projects from publication to completion; drafts do not count. */
  projects: (db, companyId) =>
    db
      .select({ used: countRows })
      .from(projects)
      .where(
        and(eq(projects.companyId, companyId), inArray(projects.status, ['open', 'evaluating', 'awarded', 'active'])),
      )
      .get()?.used ?? 0,
  /** Bids first submitted since `from`; revisions do not count again, and withdrawals give nothing back. */
  bids_per_month: (db, companyId, from) =>
    db
      .select({ used: countRows })
      .from(bids)
      .innerJoin(bidSeals, and(eq(bidSeals.bidId, bids.id), eq(bidSeals.revision, 1)))
      .where(and(eq(bids.companyId, companyId), gte(bidSeals.sealedAt, from)))
      .get()?.used ?? 0,
  /** Active contracts on either side. */
  active_contracts: (db, companyId) =>
    db
      .select({ used: countRows })
      .from(contracts)
      .where(
        and(
          eq(contracts.status, 'active'),
          or(eq(contracts.clientCompanyId, companyId), eq(contracts.providerCompanyId, companyId)),
        ),
      )
      .get()?.used ?? 0,
  /** People of the company, including those invited. */
  users: (db, companyId) => {
    const members = db
      .select({ used: countRows })
      .from(companyMembers)
      .innerJoin(users, and(eq(users.id, companyMembers.userId), eq(users.status, 'active')))
      .where(eq(companyMembers.companyId, companyId))
      .get()
    const invited = db
      .select({ used: countRows })
      .from(companyInvitations)
      .where(eq(companyInvitations.companyId, companyId))
      .get()
    return (members?.used ?? 0) + (invited?.used ?? 0)
  },
}

/** Calendar months are UTC's. */
function monthStart(now: number): number {
  const at = new Date(now)
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1)
}
