import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { appendAudit } from '#db/audit.server.ts'
import { type Transaction, transact } from '#db/client.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { recordEvent } from '#db/outbox.server.ts'
import { closedMilestoneStatuses, type MilestoneStatus } from '#db/vocabulary/escrow.ts'
import { closeContract } from './close-contract.server.ts'
import type { DisputeSplit, MilestoneAction } from './milestone.ts'
import { milestoneEvent } from './milestone-events.server.ts'
import { milestoneRights } from './milestone-rights.ts'
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
  | 'milestone.disputed'
  | 'milestone.resolved'

type Change = {
  milestoneId: string
  submissionId?: string | undefined
  action: MilestoneAction
  event: EventName
  reason?: string
  split?: DisputeSplit
  deliverables?: number
  set?: Partial<MilestoneRow>
  /** What was asked for besides reason and split, for the idempotency key. */
  content?: Record<string, unknown>
  /** Writes what belongs to the step (a posting, files); may take the milestone a step further. */
  onTransition?: (tx: Transaction, after: LoadedMilestone) => LoadedMilestone | undefined
}

/**
 * One step of a milestone by a person, all or nothing: the machine, what goes with it, the audit row, and the end of the
 * contract where the last milestone is closed. The verbs of milestones say what is special about each.
 * @throws AppError not_found for strangers; what the machine refuses
 */
export function changeMilestone(ctx: UserContext, change: Change): { status: MilestoneStatus } {
  requireRight(ctx, milestoneRights[change.action])
  const { milestoneId, submissionId, content, action, event, onTransition, ...step } = change
  const { reason, split } = step
  const stepInput = { milestoneId, submissionId, reason, split }
  return transact(ctx.db, (tx) => {
    const before = loadMilestone(tx, ctx, milestoneId)
    const submission = {
      verb: `milestone.${action}`,
      input: { ...stepInput, ...content },
      otherContent: 'refuse',
    } as const
    return withIdempotencyKey(tx, ctx, submission, () => {
      const stepped = transitionMilestone(tx, ctx, before, { ...step, action, role: before.role })
      const after = onTransition?.(tx, stepped) ?? stepped
      const { status } = after.milestone
      appendAudit(tx, ctx, transitionAudit(before, after, action))
      recordEvent(tx, ctx, event, milestoneEvent(ctx, after, step.reason))
      if (closedMilestoneStatuses.some((closed) => closed === status)) closeContract(tx, ctx, before.contract)
      return { status }
    })
  })
}
