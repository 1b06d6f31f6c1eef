import type { Right } from '#app/features/accounts/rights.ts'
import { defineMachine, type RefusalKey } from '#app/platform/state-machine.ts'
import type { RetentionStatus } from '#db/vocabulary/escrow.ts'
import { type DisputeSplit, isWholeSplit, type MilestoneRole } from './milestone.ts'

export const retentionActions = ['release', 'dispute', 'resolve', 'settle'] as const
export type RetentionAction = (typeof retentionActions)[number]

type RetentionFacts = {
  /** What escrow holds as the contract's retention, in cents. */
  heldCents: number
  /** What escrow still holds for milestones of the contract, in cents: their releases may add to the retention. */
  milestonesHeldCents: number
  /** Whether the acting admin belongs to a party's company. */
  adminIsParty: boolean
  /** Whether the contract holds the retention until a handover that has not been accepted yet (CON-22). */
  awaitsHandover?: boolean
  /** For `dispute`, and for `release` before that handover. */
  reason?: string | null
  /** For `resolve` and `settle`. */
  split?: DisputeSplit
}

type RetentionMachine = {
  namespace: 'escrow'
  state: RetentionStatus
  action: RetentionAction
  role: MilestoneRole
  facts: RetentionFacts
  refusal: 'milestonesHeld' | 'adminIsParty' | 'splitNotWhole' | 'reasonNeeded'
}
export type RetentionRefusal = RefusalKey<RetentionMachine>

const settledMilestones = (facts: RetentionFacts) => (facts.milestonesHeldCents === 0 ? null : 'milestonesHeld')

/**
 * The state machine of the retention of a contract that has ended (ESC-9). The contract's own terms retain it against defects, so
 * that only the client's consent or an admin's decision moves it.
 */
export const retentionMachine = defineMachine<RetentionMachine>({
  namespace: 'escrow',
  transitions: [
    // The client may also give in once it is disputed.
    {
      from: ['held', 'disputed'],
      action: 'release',
      by: 'client',
      to: 'released',
      when: settledMilestones,
      input: (facts) => (facts.awaitsHandover && !facts.reason?.trim() ? 'reasonNeeded' : null),
    },
    {
      from: 'held',
      action: 'dispute',
      by: ['client', 'provider'],
      to: 'disputed',
      when: settledMilestones,
      input: (facts) => (facts.reason?.trim() ? null : 'reasonNeeded'),
    },
    {
      from: 'disputed',
      action: 'resolve',
      by: 'admin',
      to: 'resolved',
      when: (facts) => (facts.adminIsParty ? 'adminIsParty' : null),
      input: isWholeSplit,
    },
    // One party accepts what the other has offered (ESC-22).
    { from: 'disputed', action: 'settle', by: ['client', 'provider'], to: 'resolved', input: isWholeSplit },
  ],
})

/** The right that each action on a retention requires. */
export const retentionRights: Record<RetentionAction, Right> = {
  release: 'escrow.release',
  dispute: 'escrow.dispute',
  resolve: 'escrow.resolve',
  settle: 'escrow.release',
}
