// verb-rule: a part of the verbs that change a run of payouts, which check the right
import { and, eq } from 'drizzle-orm'
import type { UserContext } from '#app/features/accounts/context.ts'
import { conflict, invalid, notFound } from '#app/platform/errors.ts'
import type { Transaction } from '#db/client.server.ts'
import { columns, integer, text } from '#db/fields.server.ts'
import { companies } from '#db/schema/accounts.ts'
import { payoutRuns, payouts } from '#db/schema/payouts.ts'
import { sql } from '#db/sql.server.ts'
import type { PayoutRunStatus } from '#db/vocabulary/escrow.ts'
import { payoutRunMachine, type RunAction } from './payout.ts'

export type LoadedPayout = typeof payouts.$inferSelect

/** Whose account in the ledger it is taken from: the company's, or the transfer's in suspense. */
export const ownerOf = ({ companyId, transferId }: Pick<LoadedPayout, 'companyId' | 'transferId'>): string =>
  companyId ?? transferId ?? ''

/** A run with its payments. @throws AppError not_found */
export function loadRun(tx: Transaction, id: string) {
  const run = tx.select().from(payoutRuns).where(eq(payoutRuns.id, id)).get()
  if (!run) throw notFound()
  const payments = tx.select().from(payouts).where(eq(payouts.runId, id)).orderBy(payouts.id).all()
  return { run, payments }
}

const ownAccount = sql(
  { params: { id: companies.id }, row: columns(companies, 'iban') },
  'SELECT iban FROM companies WHERE id = :id',
)

/** Whoever works for a company that is paid, or to whose account money goes back, is a party to the payment. */
export function isParty(
  ctx: UserContext,
  payments: readonly { companyId: string | null; iban: string | null }[],
): boolean {
  if (!ctx.company) return false
  const { id } = ctx.company
  const own = ownAccount.first(ctx.db, { id })?.iban ?? null
  return payments.some(({ companyId, iban }) => companyId === id || (own !== null && iban === own))
}

/**
 * Decides on a prepared run. Part of the verbs, inside their transaction.
 * @throws AppError conflict if it is decided; forbidden for the preparer's own approval, and for whoever works for a company that is paid
 */
export function decideRun(
  tx: Transaction,
  ctx: UserContext,
  { run, payments }: ReturnType<typeof loadRun>,
  action: RunAction,
  executionDate: string | null = null,
): PayoutRunStatus {
  const role = isParty(ctx, payments) ? 'party' : run.preparedBy === ctx.actor.id ? 'preparer' : 'other'
  const outcome = payoutRunMachine.next(run.status, action, role)
  if (!outcome.ok) throw conflict(outcome.reason)
  tx.update(payoutRuns)
    .set({ status: outcome.to, decidedBy: ctx.actor.id, decidedAt: ctx.now, executionDate })
    .where(and(eq(payoutRuns.id, run.id), eq(payoutRuns.status, 'prepared')))
    .run()
  return outcome.to
}

const taken = sql(
  { params: { archiveId: text, runId: text }, row: { count: integer } },
  `SELECT (SELECT count(*) FROM bank_transfers WHERE archive_id = :archiveId)
     + (SELECT count(*) FROM payouts WHERE booked_as = :archiveId AND run_id <> :runId)
     + (SELECT count(*) FROM payouts WHERE returned_as = :archiveId) AS count`,
)

/**
 * Refuses the archive id of another row of the statement. Payments of one run may share one, because banks book a file as one sum.
 * @throws AppError invalid at `archiveId`
 */
export function requireFreeArchiveId(tx: Transaction, archiveId: string, runId: string): void {
  if (taken.one(tx, { archiveId, runId }).count > 0) {
    throw invalid('payouts:refused.archiveIdTaken', { field: 'archiveId' })
  }
}
