import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { requireSeen } from '#app/platform/forms/require-unchanged.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { closedMilestoneStatuses, type MilestoneStatus } from '#db/vocabulary/escrow.ts'
import { closeContract } from './close-contract.server.ts'
import type { DisputeSplit, MilestoneAction } from './milestone.ts'
import { milestoneRights } from './milestone-actions.ts'
import { milestoneEvent } from './milestone-events.server.ts'
import {
  type LoadedMilestone,
  loadMilestone,
  type MilestoneRow,
  transitionAudit,
  transitionMilestone,
} from './transition-milestone.server.ts'

type EventName =
  | 'milestone.submitted'
  | 'milestone.approved'
  | 'milestone.changes_requested'
  | 'milestone.released'
  | 'milestone.refund_requested'
  | 'milestone.refund_refused'
  | 'milestone.refund_cancelled'
  | 'milestone.refunded'
  | 'milestone.part_refunded'
  | 'milestone.disputed'
  | 'milestone.resolved'
  | 'milestone.settled'

export type MilestoneChange = {
  milestoneId: string
  submissionId?: string | undefined
  /** The submission (`submittedAt`) that the page showed, for what cannot be taken back. */
  expectedVersion?: number | undefined
  /** For the client's release: the retention, in cents, that its page said it pays. */
  expectedRetentionCents?: number
  action: MilestoneAction
  event: EventName | ((after: MilestoneRow) => EventName)
  /** The amount that the event tells of, in cents; what is left of the milestone where it is left out. */
  amountCents?: (before: MilestoneRow, after: MilestoneRow) => number | null
  reason?: string
  split?: DisputeSplit
  deliverables?: number
  refundCents?: number | undefined
  set?: Partial<MilestoneRow>
  /** Further input besides reason and split, for the idempotency key. */
  content?: Record<string, unknown>
  /** Writes what belongs to the action (a posting, files); may transition the milestone once more. */
  onTransition?: (tx: Transaction, after: LoadedMilestone, before: LoadedMilestone) => LoadedMilestone | undefined
}

/**
 * Applies a user's action to a milestone, all or nothing: the state transition, its side effects, the audit row and, after the
 * last milestone, the end of the contract. Each milestone verb passes its specifics.
 * @throws AppError not_found for strangers; whatever the state machine refuses
 */
export function changeMilestone(ctx: UserContext, change: MilestoneChange): { status: MilestoneStatus } {
  requireRight(ctx, milestoneRights[change.action])
  return transact(ctx.db, (tx) => applyToMilestone(tx, ctx, change))
}

/** The same inside the transaction of another verb, which has checked the right. */
export function applyToMilestone(
  tx: Transaction,
  ctx: UserContext,
  change: MilestoneChange,
): { status: MilestoneStatus } {
  const { milestoneId, submissionId, expectedVersion, expectedRetentionCents, ...rest } = change
  const { content, action, event, amountCents, onTransition, ...step } = rest
  const { reason, split } = step
  const stepInput = { milestoneId, submissionId, reason, split }
  const before = loadMilestone(tx, ctx, milestoneId)
  const submission = {
    verb: `milestone.${action}`,
    input: { ...stepInput, ...content },
    otherContent: 'refuse',
  } as const
  return withIdempotencyKey(tx, ctx, submission, () => {
    if (before.milestone.submittedAt !== null) requireSeen(before.milestone.submittedAt, expectedVersion)
    const stepped = transitionMilestone(tx, ctx, before, { ...step, action, role: before.role })
    const after = onTransition?.(tx, stepped, before) ?? stepped
    const { status } = after.milestone
    appendAudit(tx, ctx, transitionAudit(before, after, action))
    const cents = amountCents?.(before.milestone, after.milestone) ?? null
    recordEvent(tx, ctx, typeof event === 'string' ? event : event(after.milestone), {
      ...milestoneEvent(ctx, after, step.reason),
      ...(cents === null ? {} : { amountCents: cents }),
    })
    if (closedMilestoneStatuses.some((closed) => closed === status)) {
      const clientReleased = action === 'release'
      const paidRetentionCents = closeContract(tx, ctx, before.contract, { clientReleased })
      requireSeen(paidRetentionCents, expectedRetentionCents)
    }
    return { status }
  })
}
