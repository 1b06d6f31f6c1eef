import type { Right } from '#app/features/accounts/rights.ts'
import { defineMachine, type RefusalKey } from '#app/platform/state-machine.ts'
import type { ContractParty, TerminationGround, TerminationStatus } from '#db/vocabulary/contracts.ts'

/** `claimant`: the party that gave notice; `respondent`: the other one; `other`: everybody else, admins included. */
export const terminationRoles = ['claimant', 'respondent', 'other'] as const
export type TerminationRole = (typeof terminationRoles)[number]

export const terminationActions = ['accept', 'contest', 'remedy', 'confirm', 'withdraw'] as const
export type TerminationAction = (typeof terminationActions)[number]

/**
 * The grounds on which a party may give notice, and whether the other has time to remedy it. Breach, delay and non-payment are
 * material breaches, which the terms that a contract starts with give 14 days to remedy (clause 9); so does the reminder that YSE 1998
 * asks of a client (§ 78) and of a contractor (§ 79). Insolvency cannot be remedied, and an agreement needs no ground.
 */
export const grounds: Record<TerminationGround, { by: readonly ContractParty[]; isRemediable: boolean }> = {
  breach: { by: ['client', 'provider'], isRemediable: true },
  delay: { by: ['client'], isRemediable: true },
  non_payment: { by: ['provider'], isRemediable: true },
  insolvency: { by: ['client', 'provider'], isRemediable: false },
  agreement: { by: ['client', 'provider'], isRemediable: false },
}

/** The days to remedy a breach: what clause 9 of the terms promises. A contract's own terms may give more, never less. */
export const remedyDays = { least: 14, most: 180 } as const

/** The grounds that a party may give. */
export const groundsOf = (party: ContractParty): TerminationGround[] =>
  (Object.keys(grounds) as TerminationGround[]).filter((ground) => grounds[ground].by.includes(party))

type TerminationFacts = {
  /** UTC ms. */
  now: number
  ground: TerminationGround
  /** Until when the ground can be remedied, UTC ms. */
  remedyUntil: number
  contractIsActive: boolean
  /** For `contest` and `remedy`. */
  reason?: string | null
}

type TerminationMachine = {
  namespace: 'terminations'
  state: TerminationStatus
  action: TerminationAction
  role: TerminationRole
  facts: TerminationFacts
  refusal: 'contractNotActive' | 'nothingToRemedy' | 'remedyRunning' | 'agreementNeeded' | 'reasonNeeded'
}
export type TerminationRefusal = RefusalKey<TerminationMachine>

const openStatuses = ['claimed', 'remedied', 'contested'] as const
const whileActive = (facts: TerminationFacts) => (facts.contractIsActive ? null : 'contractNotActive')
const hasReason = (facts: TerminationFacts) => (facts.reason?.trim() ? null : 'reasonNeeded')

function mayRemedy(facts: TerminationFacts) {
  if (!facts.contractIsActive) return 'contractNotActive'
  return grounds[facts.ground].isRemediable ? null : 'nothingToRemedy'
}

/** Time alone ends no contract: the terms say that a party "may" end it once the breach was not remedied. */
function mayConfirm(facts: TerminationFacts) {
  if (!facts.contractIsActive) return 'contractNotActive'
  if (facts.ground === 'agreement') return 'agreementNeeded'
  return facts.now >= facts.remedyUntil ? null : 'remedyRunning'
}

/**
 * The state machine of a notice of termination (CON-4). The contract ends on reaching `declared`, `disputed` or `accepted`: a
 * declaration ends it even if the other party contests it, and whether it was justified is settled afterwards (clause 10 of the terms:
 * by a court; clause 3: held money by agreement or an admin's decision in a dispute).
 */
export const terminationMachine = defineMachine<TerminationMachine>({
  namespace: 'terminations',
  transitions: [
    { from: openStatuses, action: 'accept', by: 'respondent', to: 'accepted', when: whileActive },
    { from: ['declared', 'disputed'], action: 'accept', by: 'respondent', to: 'accepted' },
    {
      from: ['claimed', 'contested'],
      action: 'remedy',
      by: 'respondent',
      to: 'remedied',
      when: mayRemedy,
      input: hasReason,
    },
    {
      from: ['claimed', 'remedied'],
      action: 'contest',
      by: 'respondent',
      to: ({ ground }) => (ground === 'agreement' ? 'refused' : 'contested'),
      when: whileActive,
      input: hasReason,
    },
    { from: 'declared', action: 'contest', by: 'respondent', to: 'disputed', input: hasReason },
    { from: 'claimed', action: 'confirm', by: 'claimant', to: 'declared', when: mayConfirm },
    { from: ['remedied', 'contested'], action: 'confirm', by: 'claimant', to: 'disputed', when: mayConfirm },
    { from: openStatuses, action: 'withdraw', by: 'claimant', to: 'withdrawn', when: whileActive },
  ],
})

/** The right that giving notice, and each step after it, requires. */
export const terminationRight: Right = 'contracts.terminate'

/** Whether a notice stands while the contract goes on. */
export const isOpen = (status: TerminationStatus): boolean => openStatuses.some((open) => open === status)

/** Whether the contract has ended by it. */
export const hasEnded = (status: TerminationStatus): boolean =>
  status === 'declared' || status === 'disputed' || status === 'accepted'
