import type { Right } from '#app/features/accounts/rights.ts'
import { defineMachine, type RefusalKey } from '#app/platform/state-machine.ts'
import type { ChangeOrderStatus } from '#db/vocabulary/change-orders.ts'

/** `proposer`: the party that drafts and proposes it; `respondent`: the other one; `system`; `other`: everybody else, admins included. */
export const changeOrderRoles = ['proposer', 'respondent', 'system', 'other'] as const
export type ChangeOrderRole = (typeof changeOrderRoles)[number]

export const changeOrderActions = ['edit', 'propose', 'accept', 'reject', 'withdraw', 'lapse'] as const
export type ChangeOrderAction = (typeof changeOrderActions)[number]

/** The right that each step requires. Proposing and accepting take a mandate to sign as well. */
export const changeOrderRight: Right = 'contracts.change'

/**
 * Whether escrow can do what the change asks of a milestone. `none`: it asks for nothing, or adds a milestone. A deduction reduces one into
 * which nothing was paid yet, and leaves something of it: what is paid in is refunded, not changed.
 */
export type DeductionFit = 'none' | 'fits' | 'missing' | 'notPlanned' | 'tooLarge'

type ChangeOrderFacts = {
  contractIsActive: boolean
  deduction: DeductionFit
  /** Whether the milestone that an extension names can still be extended; true where it names none. */
  extensionFits: boolean
  /** For `reject`. */
  reason?: string | null
}

type ChangeOrderMachine = {
  namespace: 'changeorders'
  state: ChangeOrderStatus
  action: ChangeOrderAction
  role: ChangeOrderRole
  facts: ChangeOrderFacts
  refusal:
    | 'contractActive'
    | 'contractNotActive'
    | 'milestoneMissing'
    | 'milestoneNotPlanned'
    | 'deductionTooLarge'
    | 'extensionDelivered'
    | 'reasonNeeded'
}
export type ChangeOrderRefusal = RefusalKey<ChangeOrderMachine>

const whileActive = (facts: ChangeOrderFacts) => (facts.contractIsActive ? null : 'contractNotActive')
/** The refusal of a deduction that does not fit. */
export const unfit = {
  none: null,
  fits: null,
  missing: 'milestoneMissing',
  notPlanned: 'milestoneNotPlanned',
  tooLarge: 'deductionTooLarge',
} as const
const canBeDone = (facts: ChangeOrderFacts) =>
  whileActive(facts) ?? unfit[facts.deduction] ?? (facts.extensionFits ? null : 'extensionDelivered')

/**
 * The state machine of a change order (CON-6): it changes nothing until the other party has accepted it in writing (YSE 1998, § 43), and an
 * accepted one is only undone by another. A rejected or withdrawn one is proposed as a new one. What nobody has answered lapses with the
 * contract (CON-17).
 */
export const changeOrderMachine = defineMachine<ChangeOrderMachine>({
  namespace: 'changeorders',
  transitions: [
    { from: 'draft', action: 'edit', by: 'proposer', to: 'draft', when: whileActive },
    { from: 'draft', action: 'propose', by: 'proposer', to: 'proposed', when: canBeDone },
    { from: 'proposed', action: 'accept', by: 'respondent', to: 'accepted', when: canBeDone },
    {
      from: 'proposed',
      action: 'reject',
      by: 'respondent',
      to: 'rejected',
      input: (facts) => (facts.reason?.trim() ? null : 'reasonNeeded'),
    },
    { from: ['draft', 'proposed'], action: 'withdraw', by: 'proposer', to: 'withdrawn' },
    {
      from: 'proposed',
      action: 'lapse',
      by: 'system',
      to: 'lapsed',
      when: (facts) => (facts.contractIsActive ? 'contractActive' : null),
    },
  ],
})
