import { defineMachine, type RefusalKey } from '#app/platform/state-machine.ts'
import type { DisputeAddressee, DisputeOfferStatus } from '#db/vocabulary/disputes.ts'

export const disputeStates = ['open', 'closed'] as const
export const disputeRoles = ['client', 'provider', 'admin', 'other'] as const
export const disputeActions = ['state', 'offer', 'ask', 'decide'] as const

type DisputeMachine = {
  namespace: 'disputes'
  state: (typeof disputeStates)[number]
  action: (typeof disputeActions)[number]
  role: (typeof disputeRoles)[number]
  facts: Record<never, never>
  refusal: never
}
export type DisputeAction = DisputeMachine['action']

/** What may be done in a dispute (ESC-22): the parties state their case and offer settlements, an admin who works for neither asks and decides. */
export const disputeMachine = defineMachine<DisputeMachine>({
  namespace: 'disputes',
  transitions: [
    { from: 'open', action: 'state', by: ['client', 'provider'], to: 'open' },
    { from: 'open', action: 'offer', by: ['client', 'provider'], to: 'open' },
    { from: 'open', action: 'ask', by: 'admin', to: 'open' },
    { from: 'open', action: 'decide', by: 'admin', to: 'closed' },
  ],
})

export const offerRoles = ['proposer', 'respondent', 'admin'] as const
export const offerActions = ['accept', 'decline', 'withdraw'] as const

type OfferMachine = {
  namespace: 'disputes'
  state: DisputeOfferStatus
  action: (typeof offerActions)[number]
  role: (typeof offerRoles)[number]
  facts: {
    disputeIsOpen: boolean
    /** `YYYY-MM-DD`, the last day on which it can be accepted. */
    expiresOn: string
    /** The day of the business, `YYYY-MM-DD`. */
    today: string
  }
  refusal: 'disputeClosed' | 'offerLapsed'
}
export type OfferAction = OfferMachine['action']
export type DisputeRefusal = RefusalKey<DisputeMachine> | RefusalKey<OfferMachine>

const whileOpen = (facts: OfferMachine['facts']) => (facts.disputeIsOpen ? null : 'disputeClosed')

/** An offer of settlement: one answer, and none once its last day or the dispute is over. */
export const offerMachine = defineMachine<OfferMachine>({
  namespace: 'disputes',
  transitions: [
    {
      from: 'open',
      action: 'accept',
      by: 'respondent',
      to: 'accepted',
      when: (facts) => whileOpen(facts) ?? (hasLapsed(facts) ? 'offerLapsed' : null),
    },
    { from: 'open', action: 'decline', by: 'respondent', to: 'declined', when: whileOpen },
    { from: 'open', action: 'withdraw', by: 'proposer', to: 'withdrawn', when: whileOpen },
  ],
})

export const hasLapsed = ({ expiresOn, today }: { expiresOn: string; today: string }): boolean => today > expiresOn

/** The parties that a request of the admin is addressed to. */
export const addressees = (asked: DisputeAddressee): ('client' | 'provider')[] =>
  asked === 'both' ? ['client', 'provider'] : [asked]
