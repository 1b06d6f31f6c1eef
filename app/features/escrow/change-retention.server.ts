import { and, eq } from 'drizzle-orm'
import type { Context, UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { awaitsHandover } from '#app/features/contracts/closing-days.server.ts'
import { addContractStep, contractEvent } from '#app/features/contracts/contract-events.server.ts'
import type { ContractRow } from '#app/features/contracts/transition-contract.server.ts'
import { requireProjectRole } from '#app/features/projects/members/role-on-project.server.ts'
import { conflict, notFound } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import type { RetentionStatus } from '#db/vocabulary/escrow.ts'
import { heldBalanceCents } from './close-contract.server.ts'
import type { DisputeSplit, MilestoneRole } from './milestone.ts'
import { type RetentionAction, retentionMachine, retentionRights } from './retention.ts'
import { findRole, refusal } from './transition-milestone.server.ts'

export type RetentionChange = {
  contractId: string
  submissionId?: string | undefined
  action: RetentionAction
  event:
    | 'contract.retention_released'
    | 'contract.retention_disputed'
    | 'contract.retention_resolved'
    | 'contract.retention_settled'
  reason?: string
  split?: DisputeSplit
  /** Writes the posting. */
  onTransition?: (tx: Transaction, contract: ContractRow, heldCents: number) => void
}

/**
 * Applies a user's action to the retention of a contract that has ended, all or nothing: the state transition, its posting, the
 * audit row and the event. Each verb of the retention passes its specifics.
 * @throws AppError not_found for strangers, and for contracts without a retention to settle; whatever the state machine refuses
 */
export function changeRetention(ctx: UserContext, change: RetentionChange): { status: RetentionStatus } {
  requireRight(ctx, retentionRights[change.action])
  return transact(ctx.db, (tx) => applyToRetention(tx, ctx, change))
}

/** The same inside the transaction of another verb, which has checked the right. */
export function applyToRetention(
  tx: Transaction,
  ctx: UserContext,
  change: RetentionChange,
): { status: RetentionStatus } {
  const { action, event, onTransition, ...input } = change
  const { contractId, reason, split } = input
  const { contract, role, from } = loadRetention(tx, ctx, contractId)
  return withIdempotencyKey(tx, ctx, { verb: `retention.${action}`, input, otherContent: 'refuse' }, () => {
    const heldCents = heldBalanceCents(tx, 'retention_held', contractId)
    const milestonesHeldCents = heldBalanceCents(tx, 'escrow_held', contractId)
    const facts = {
      heldCents,
      milestonesHeldCents,
      adminIsParty: role !== 'admin',
      reason,
      split,
      awaitsHandover: awaitsHandover(tx, contractId),
    }
    const outcome = retentionMachine.next(from, action, role, facts)
    if (!outcome.ok) throw refusal(outcome.reason)
    const status = outcome.to
    const changed = tx
      .update(contracts)
      .set({ retentionStatus: status, updatedAt: ctx.now })
      .where(and(eq(contracts.id, contractId), eq(contracts.retentionStatus, from)))
      .run()
    if (changed.changes !== 1) throw conflict('errors:concurrentChange')
    addContractStep(tx, ctx, contract, { action: `${action}_retention`, reason })
    onTransition?.(tx, contract, heldCents)
    appendAudit(tx, ctx, {
      action: `contract.${action}_retention`,
      subject: { type: 'contract', id: contractId },
      before: { retentionStatus: from },
      after: { retentionStatus: status, reason, split },
      detail: { amountCents: heldCents },
    })
    recordEvent(tx, ctx, event, { ...contractEvent(ctx, contract, reason), amountCents: heldCents })
    return { status }
  })
}

type LoadedRetention = { contract: ContractRow; role: MilestoneRole; from: RetentionStatus }

function loadRetention(tx: Transaction, ctx: Context, contractId: string): LoadedRetention {
  const contract = tx.select().from(contracts).where(eq(contracts.id, contractId)).get()
  const role = contract && findRole(ctx, contract)
  if (!role || !contract.retentionStatus) throw notFound()
  if (role !== 'admin') requireProjectRole(tx, ctx, contract.projectId, 'escrow')
  return { contract, role, from: contract.retentionStatus }
}
