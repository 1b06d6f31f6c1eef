import { defineMachine, type RefusalKey } from '#app/platform/state-machine.ts'
import type { ProposalStatus } from '#db/vocabulary/negotiations.ts'

/** `proposer`: the party that proposes; `respondent`: the other one; `other`: everybody else, admins included. */
export const proposalRoles = ['proposer', 'respondent', 'other'] as const
export type ProposalRole = (typeof proposalRoles)[number]

export const proposalActions = ['accept', 'reject', 'withdraw', 'counter'] as const
export type ProposalAction = (typeof proposalActions)[number]

type ProposalFacts = {
  /** The contract has not been sent yet. */
  isDraft: boolean
  /** The draft still has the clause that the proposal is to replace; true for payment terms. */
  clauseStands: boolean
}

type ProposalMachine = {
  namespace: 'negotiation'
  state: ProposalStatus
  action: ProposalAction
  role: ProposalRole
  facts: ProposalFacts
  refusal: 'notDraft' | 'clauseChanged'
}
export type ProposalRefusal = RefusalKey<ProposalMachine>

const whileDraft = ({ isDraft }: ProposalFacts) => (isDraft ? null : 'notDraft')

/**
 * The state machine of a proposal about a draft contract, of payment terms or of a clause (CON-19, 20). Accepting one changes the draft and binds
 * nobody: both parties sign the contract later. A proposal that is still open when the contract is sent has lapsed.
 */
export const proposalMachine = defineMachine<ProposalMachine>({
  namespace: 'negotiation',
  transitions: [
    {
      from: 'open',
      action: 'accept',
      by: 'respondent',
      to: 'accepted',
      when: (facts) => whileDraft(facts) ?? (facts.clauseStands ? null : 'clauseChanged'),
    },
    { from: 'open', action: 'reject', by: 'respondent', to: 'rejected', when: whileDraft },
    { from: 'open', action: 'counter', by: 'respondent', to: 'countered', when: whileDraft },
    { from: 'open', action: 'withdraw', by: 'proposer', to: 'withdrawn', when: whileDraft },
  ],
})
