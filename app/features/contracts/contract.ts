import { defineMachine, type RefusalKey } from '#app/platform/state-machine.ts'
import type { ContractStatus } from '#db/vocabulary/contracts.ts'

/** `other` is everybody who is neither party, including admins. */
export const contractRoles = ['client', 'provider', 'other', 'system'] as const
export type ContractRole = (typeof contractRoles)[number]

export const contractActions = ['edit', 'send', 'sign', 'decline', 'void', 'expire', 'complete', 'terminate'] as const
export type ContractAction = (typeof contractActions)[number]

/** What a contract's history holds: its own steps, those of a notice of termination, and those of its retention after the end (escrow). */
export const contractSteps = [
  ...contractActions,
  'remind',
  'claim_termination',
  'accept_termination',
  'contest_termination',
  'remedy_termination',
  'confirm_termination',
  'withdraw_termination',
  'release_retention',
  'dispute_retention',
  'resolve_retention',
  'settle_retention',
] as const
export type ContractStep = (typeof contractSteps)[number]

/** Whether both parties have signed a contract in this state, so that its documents are sealed (CON-10). */
export const isSignedByBoth = (status: ContractStatus): boolean =>
  status === 'active' || status === 'completed' || status === 'terminated'

type ContractFacts = {
  /** UTC ms. */
  now: number
  /** UTC ms; null if it does not expire. */
  expiresAt: number | null
  /** The acting party drafted the contract and sends it. */
  isSender: boolean
  /** The acting party has signed the document. */
  hasSigned: boolean
  /** For `send`: when the standstill after the award has ended (UTC ms, BID-26); null without one. */
  standstillEndsAt?: number | null
  /** For `complete`: the number of milestones neither released, refunded nor resolved. */
  openMilestones?: number
  /** For `void` and `terminate`. */
  reason?: string | null
}

type ContractMachine = {
  namespace: 'contracts'
  state: ContractStatus
  action: ContractAction
  role: ContractRole
  facts: ContractFacts
  refusal: 'notSender' | 'standstill' | 'alreadySigned' | 'expired' | 'notExpired' | 'milestonesOpen' | 'reasonNeeded'
}
export type ContractRefusal = RefusalKey<ContractMachine>

const parties = ['client', 'provider'] as const
const bySender = (facts: ContractFacts) => (facts.isSender ? null : 'notSender')
const maySend = (facts: ContractFacts) =>
  bySender(facts) ?? (facts.standstillEndsAt && facts.now < facts.standstillEndsAt ? 'standstill' : null)
const unsigned = (facts: ContractFacts) => (facts.hasSigned ? 'alreadySigned' : null)
const hasReason = (facts: ContractFacts) => (facts.reason?.trim() ? null : 'reasonNeeded')
const hasExpired = (facts: ContractFacts) => facts.expiresAt !== null && facts.now >= facts.expiresAt
const maySign = (facts: ContractFacts) => unsigned(facts) ?? (hasExpired(facts) ? 'expired' : null)

/** The state machine of a contract (CON-1). The text is frozen and hashed when it is sent. */
export const contractMachine = defineMachine<ContractMachine>({
  namespace: 'contracts',
  transitions: [
    { from: 'draft', action: 'edit', by: parties, to: 'draft', when: bySender },
    { from: 'draft', action: 'send', by: parties, to: 'sent', when: maySend },
    { from: 'sent', action: 'sign', by: parties, to: 'partially_signed', when: maySign },
    { from: 'partially_signed', action: 'sign', by: parties, to: 'active', when: maySign },
    { from: ['sent', 'partially_signed'], action: 'decline', by: parties, to: 'declined', when: unsigned },
    {
      from: ['sent', 'partially_signed'],
      action: 'void',
      by: parties,
      to: 'voided',
      when: bySender,
      input: hasReason,
    },
    // With the award of its bid: nobody but the client has seen it, unless it was opened to the provider.
    { from: 'draft', action: 'void', by: 'system', to: 'voided', input: hasReason },
    {
      from: ['sent', 'partially_signed'],
      action: 'expire',
      by: 'system',
      to: 'expired',
      when: (facts) => (hasExpired(facts) ? null : 'notExpired'),
    },
    {
      from: 'active',
      action: 'complete',
      by: 'system',
      to: 'completed',
      when: (facts) => (facts.openMilestones === 0 ? null : 'milestonesOpen'),
    },
    {
      from: 'active',
      action: 'terminate',
      by: parties,
      to: 'terminated',
      // By a notice of termination (terminations). What escrow holds stays there until it is settled.
      input: hasReason,
    },
  ],
})
