import { and, eq } from 'drizzle-orm'
import type { Context } from '#app/features/accounts/context.ts'
import { awaitsHandover } from '#app/features/contracts/closing-days.server.ts'
import { completeContract } from '#app/features/contracts/complete-contract.server.ts'
import { contractEvent } from '#app/features/contracts/contract-events.server.ts'
import type { ContractRow } from '#app/features/contracts/transition-contract.server.ts'
import { feeOfRetention, noteFee } from '#app/features/escrow/platform-fee/platform-fee.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { ledgerAccounts, ledgerBalances } from '#db/schema/escrow.ts'
import { closedMilestoneStatuses, milestoneStatuses, type RetentionStatus } from '#db/vocabulary/escrow.ts'
import { retentionReleasePosting } from './ledger.ts'
import { countMilestones } from './transition-milestone.server.ts'
import { writePosting } from './write-posting.server.ts'

export const openStatuses = milestoneStatuses.filter(
  (status) => !closedMilestoneStatuses.some((closed) => closed === status),
)

/**
 * Closes the contract after its last milestone: completes contract and project, and releases the retention to the provider if
 * the client closed the milestone by a release (`clientReleased`), whose page says so, and the contract does not hold it until the handover
 * (CON-22). Whatever else closes the last milestone is not the client's consent: the retention then stays held. Runs in the transaction of the verb that closed the milestone. Does
 * nothing while a milestone is open. Returns the retention that was released, in cents.
 */
export function closeContract(
  tx: Transaction,
  ctx: Context,
  contract: ContractRow,
  { clientReleased }: { clientReleased: boolean },
): number {
  if (contract.status === 'terminated') holdRetention(tx, ctx, contract)
  const open = countMilestones(tx, contract.id, openStatuses)
  if (open > 0 || contract.status !== 'active') return 0
  const isDue = clientReleased && !awaitsHandover(tx, contract.id)
  const retentionStatus = retentionAtEnd(tx, contract.id, isDue ? 'released' : 'held')
  const amountCents = retentionStatus === 'released' ? heldBalanceCents(tx, 'retention_held', contract.id) : 0
  if (retentionStatus === 'released') {
    payRetention(tx, ctx, contract, amountCents)
    const subject = { type: 'contract', id: contract.id }
    appendAudit(tx, ctx, { action: 'contract.release_retention', subject, detail: { amountCents } })
  }
  completeContract(tx, ctx, contract, { openMilestones: open, retentionStatus })
  recordEvent(tx, ctx, 'contract.completed', contractEvent(ctx, contract))
  return amountCents
}

/** A milestone that is settled after its contract was terminated may retain the first money of it. */
function holdRetention(tx: Transaction, ctx: Context, { id, retentionStatus }: ContractRow): void {
  if (retentionStatus !== null || retentionAtEnd(tx, id, 'held') === null) return
  tx.update(contracts).set({ retentionStatus: 'held', updatedAt: ctx.now }).where(eq(contracts.id, id)).run()
}

/** The state in which a contract's retention is left when the contract ends; null where nothing is retained. */
export function retentionAtEnd(
  tx: Transaction,
  contractId: string,
  status: Extract<RetentionStatus, 'held' | 'released'>,
): RetentionStatus | null {
  return heldBalanceCents(tx, 'retention_held', contractId) > 0 ? status : null
}

/** Pays all that is retained (cents) to the provider, once. The caller has the client's consent, and writes the audit row. */
export function payRetention(tx: Transaction, ctx: Context, contract: ContractRow, retainedCents: number): void {
  const parties = { ...contract, contractId: contract.id }
  const { feeCents, due } = feeOfRetention(tx, ctx.now, contract, retainedCents)
  const { id, posted } = writePosting(tx, ctx, {
    ...retentionReleasePosting(parties, retainedCents, feeCents),
    idempotencyKey: `retention:${contract.id}`,
    contractId: contract.id,
    milestoneId: null,
    currency: contract.currency,
  })
  if (posted) noteFee(tx, ctx.now, contract, id, due)
}

/** The balance held on an account of a contract, in cents. */
export function heldBalanceCents(
  tx: Database | Transaction,
  kind: 'escrow_held' | 'retention_held',
  contractId: string,
): number {
  const rows = tx
    .select({ balanceCents: ledgerBalances.balanceCents })
    .from(ledgerAccounts)
    .innerJoin(ledgerBalances, eq(ledgerBalances.accountId, ledgerAccounts.id))
    .where(and(eq(ledgerAccounts.kind, kind), eq(ledgerAccounts.ownerId, contractId)))
    .all()
  return rows.reduce((sum, row) => sum - row.balanceCents, 0)
}
