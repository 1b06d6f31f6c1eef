import { and, eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { completeContract } from '#app/features/contracts/complete-contract.server.ts'
import { contractEvent } from '#app/features/contracts/contract-events.server.ts'
import type { ContractRow } from '#app/features/contracts/transition-contract.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { ledgerAccounts, ledgerBalances } from '#db/schema/escrow.ts'
import { closedMilestoneStatuses, milestoneStatuses } from '#db/vocabulary/escrow.ts'
import { retentionReleasePosting } from './ledger.ts'
import { countMilestones } from './transition-milestone.server.ts'
import { writePosting } from './write-posting.server.ts'

const openStatuses = milestoneStatuses.filter((status) => !closedMilestoneStatuses.some((closed) => closed === status))

/**
 * Closes the contract after its last milestone: releases the retention to the provider and completes contract and project. Runs
 * in the transaction of the verb that closed the milestone. Does nothing while a milestone is open.
 */
export function closeContract(tx: Transaction, ctx: Context, contract: ContractRow): void {
  const open = countMilestones(tx, contract.id, openStatuses)
  if (open > 0 || contract.status !== 'active') return
  releaseRetention(tx, ctx, contract)
  completeContract(tx, ctx, contract, open)
  recordEvent(tx, ctx, 'contract.completed', contractEvent(ctx, contract))
}

/** Releases what was retained of the releases to the provider, once. */
export function releaseRetention(tx: Transaction, ctx: Context, contract: ContractRow): void {
  const retainedCents = heldBalanceCents(tx, 'retention_held', contract.id)
  if (retainedCents === 0) return
  const parties = { ...contract, contractId: contract.id }
  writePosting(tx, ctx, {
    ...retentionReleasePosting(parties, retainedCents, contract.platformFeeBp),
    idempotencyKey: `retention:${contract.id}`,
    contractId: contract.id,
    milestoneId: null,
    currency: contract.currency,
  })
  appendAudit(tx, ctx, {
    action: 'contract.release_retention',
    subject: { type: 'contract', id: contract.id },
    detail: { amountCents: retainedCents },
  })
}

/** The balance held on an account of a contract, in cents. */
export function heldBalanceCents(tx: Transaction, kind: 'escrow_held' | 'retention_held', contractId: string): number {
  const rows = tx
    .select({ balanceCents: ledgerBalances.balanceCents })
    .from(ledgerAccounts)
    .innerJoin(ledgerBalances, eq(ledgerBalances.accountId, ledgerAccounts.id))
    .where(and(eq(ledgerAccounts.kind, kind), eq(ledgerAccounts.ownerId, contractId)))
    .all()
  return rows.reduce((sum, row) => sum - row.balanceCents, 0)
}
