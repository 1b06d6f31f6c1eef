import { defineMachine, type RefusalKey } from '#app/platform/state-machine.ts'
import type { AmendmentStatus } from '#db/vocabulary/contracts.ts'

/** `proposer`: the party that wrote the amendment; `addressee`: the other one. */
export const amendmentRoles = ['proposer', 'addressee', 'other'] as const
export type AmendmentRole = (typeof amendmentRoles)[number]

export const amendmentActions = ['sign', 'decline', 'withdraw'] as const
export type AmendmentAction = (typeof amendmentActions)[number]

type AmendmentMachine = {
  namespace: 'contracts'
  state: AmendmentStatus
  action: AmendmentAction
  role: AmendmentRole
  facts: {
    /** Only an active contract can be amended. */
    contractIsActive: boolean
    /** The acting party has signed this amendment. */
    hasSigned: boolean
  }
  refusal: 'notActive' | 'alreadySigned'
}
export type AmendmentRefusal = RefusalKey<AmendmentMachine>
type AmendmentFacts = AmendmentMachine['facts']

const parties = ['proposer', 'addressee'] as const

function maySign(facts: AmendmentFacts) {
  if (!facts.contractIsActive) return 'notActive'
  return facts.hasSigned ? 'alreadySigned' : null
}

/** An amendment or change order: in force when both parties have signed it (CON-1). */
export const amendmentMachine = defineMachine<AmendmentMachine>({
  namespace: 'contracts',
  transitions: [
    { from: 'proposed', action: 'sign', by: parties, to: 'partially_signed', when: maySign },
    { from: 'partially_signed', action: 'sign', by: parties, to: 'agreed', when: maySign },
    {
      from: ['proposed', 'partially_signed'],
      action: 'decline',
      by: 'addressee',
      to: 'declined',
      when: (facts) => (facts.hasSigned ? 'alreadySigned' : null),
    },
    { from: ['proposed', 'partially_signed'], action: 'withdraw', by: 'proposer', to: 'withdrawn' },
  ],
})
