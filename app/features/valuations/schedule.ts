import type { Right } from '#app/features/accounts/rights.ts'
import { defineMachine, type RefusalKey } from '#app/platform/state-machine.ts'
import type { MilestoneStatus } from '#db/vocabulary/escrow.ts'
import type { ScheduleStatus } from '#db/vocabulary/valuations.ts'

export const scheduleActions = ['accept', 'decline', 'withdraw'] as const
export type ScheduleAction = (typeof scheduleActions)[number]

type ScheduleMachine = {
  namespace: 'valuations'
  state: ScheduleStatus
  action: ScheduleAction
  role: 'client' | 'provider'
  facts: {
    /** Whether its lines still add up to the milestone, which a change order may have reduced meanwhile. */
    addsUp: boolean
    contractIsActive: boolean
    /** For `decline`. */
    reason?: string | null
  }
  refusal: 'notNow' | 'scheduleDiffers' | 'reasonNeeded'
}
export type ScheduleRefusal = RefusalKey<ScheduleMachine>

/** A schedule of values (VAL-1): the provider proposes it, and the client agrees or says why not. */
export const scheduleMachine = defineMachine<ScheduleMachine>({
  namespace: 'valuations',
  transitions: [
    {
      from: 'proposed',
      action: 'accept',
      by: 'client',
      to: 'accepted',
      when: ({ contractIsActive, addsUp }) => {
        if (!contractIsActive) return 'notNow'
        return addsUp ? null : 'scheduleDiffers'
      },
    },
    {
      from: 'proposed',
      action: 'decline',
      by: 'client',
      to: 'declined',
      input: (facts) => (facts.reason?.trim() ? null : 'reasonNeeded'),
    },
    { from: 'proposed', action: 'withdraw', by: 'provider', to: 'withdrawn' },
  ],
})

export const scheduleRights: Record<ScheduleAction, Right> = {
  accept: 'escrow.approve',
  decline: 'escrow.approve',
  withdraw: 'escrow.submit',
}

/** States of a milestone in which its values can still be agreed. */
const agreeable: readonly MilestoneStatus[] = ['planned', 'funded', 'changes_requested']

type ProposalFacts = {
  isEscrow: boolean
  contractIsActive: boolean
  milestoneStatus: MilestoneStatus
  /** Whether another proposal waits for its answer. */
  isProposed: boolean
  /** Whether a valuation was made by the accepted one. */
  isUsed: boolean
}

/** Whether a schedule can be proposed: until the first valuation another one may still take the place of what was agreed. */
export const mayPropose = (facts: ProposalFacts): boolean =>
  facts.isEscrow &&
  facts.contractIsActive &&
  agreeable.includes(facts.milestoneStatus) &&
  !facts.isProposed &&
  !facts.isUsed
