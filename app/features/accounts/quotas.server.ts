import { and, count, eq, gte, inArray, or } from 'drizzle-orm'
import { forbidden } from '#app/platform/errors.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { companyInvitations, companyLimits, companyMembers, users } from '#db/schema/accounts.ts'
import { bidSeals, bids } from '#db/schema/bids.ts'
import { contracts } from '#db/schema/contracts.ts'
import { projects } from '#db/schema/projects.ts'
import type { CompanyLimitName } from '#db/vocabulary/accounts.ts'
import type { CompanyContext } from './context.ts'

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
  throw forbidden(`errors:limit.${name}`, { params: { count: usage.limit } })
}

/** A company's limit and its current usage; null without a limit. */
export function limitUsage(
  db: Database | Transaction,
  name: CompanyLimitName,
  companyId: string,
  now: number,
): { limit: number; used: number } | null {
  const set = db
    .select({ limit: companyLimits.value })
    .from(companyLimits)
    .where(and(eq(companyLimits.companyId, companyId), eq(companyLimits.name, name)))
    .get()
  return set ? { limit: set.limit, used: counters[name](db, companyId, now) } : null
}

const countRows = count().mapWith(Number)

// These queries count rows of features above this one, because limits must be known below all of them.
const counters: Record<CompanyLimitName, (db: Database | Transaction, companyId: string, now: number) => number> = {
  /** Projects from publication to completion; drafts do not count. */
  projects: (db, companyId) =>
    db
      .select({ used: countRows })
      .from(projects)
      .where(
        and(eq(projects.companyId, companyId), inArray(projects.status, ['open', 'evaluating', 'awarded', 'active'])),
      )
      .get()?.used ?? 0,
  /** Bids first submitted in this calendar month (UTC); revisions do not count again, and withdrawals give nothing back. */
  bids_per_month: (db, companyId, now) =>
    db
      .select({ used: countRows })
      .from(bids)
      .innerJoin(bidSeals, and(eq(bidSeals.bidId, bids.id), eq(bidSeals.revision, 1)))
      .where(and(eq(bids.companyId, companyId), gte(bidSeals.sealedAt, monthStart(now))))
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

function monthStart(now: number): number {
  const at = new Date(now)
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1)
}
