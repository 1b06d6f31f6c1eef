import { defineMachine, type RefusalKey } from '#app/platform/state-machine.ts'
import type { ContractParty, PaymentTermsStatus } from '#db/vocabulary/contracts.ts'

/** `proposer`: the party that made the proposal; `addressee`: the other one. */
export const paymentTermsRoles = ['proposer', 'addressee', 'other'] as const
export type PaymentTermsRole = (typeof paymentTermsRoles)[number]

export const paymentTermsActions = ['accept', 'reject', 'counter', 'withdraw'] as const
export type PaymentTermsAction = (typeof paymentTermsActions)[number]

type PaymentTermsMachine = {
  namespace: 'contracts'
  state: PaymentTermsStatus
  action: PaymentTermsAction
  role: PaymentTermsRole
  facts: {
    /** The contract is still a draft: once its text is frozen, terms change by an amendment only. */
    contractIsDraft: boolean
  }
  refusal: 'termsFrozen'
}
export type PaymentTermsRefusal = RefusalKey<PaymentTermsMachine>

const whileDraft = (facts: { contractIsDraft: boolean }) => (facts.contractIsDraft ? null : 'termsFrozen')

/**
 * One proposal of payment terms (CON-1). Proposals go to and fro: a counter-proposal ends
 * the one it answers and is a new one in the other direction, until one is accepted.
 */
export const paymentTermsMachine = defineMachine<PaymentTermsMachine>({
  namespace: 'contracts',
  transitions: [
    { from: 'proposed', action: 'accept', by: 'addressee', to: 'accepted', when: whileDraft },
    { from: 'proposed', action: 'reject', by: 'addressee', to: 'rejected' },
    { from: 'proposed', action: 'counter', by: 'addressee', to: 'countered', when: whileDraft },
    { from: 'proposed', action: 'withdraw', by: 'proposer', to: 'withdrawn' },
  ],
})

export type PaymentTermsProposal = { id: string; by: ContractParty; status: PaymentTermsStatus }

/** Why a party may not make a new proposal now, or null: one is open at a time, and none after one was accepted. */
export function refuseProposal(
  proposals: readonly PaymentTermsProposal[],
  contractIsDraft: boolean,
): 'contracts:refused.termsFrozen' | 'contracts:refused.proposalOpen' | 'contracts:refused.termsAccepted' | null {
  if (!contractIsDraft) return 'contracts:refused.termsFrozen'
  if (proposals.some((proposal) => proposal.status === 'accepted')) return 'contracts:refused.termsAccepted'
  return proposals.some((proposal) => proposal.status === 'proposed') ? 'contracts:refused.proposalOpen' : null
}
