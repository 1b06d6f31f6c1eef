import type { Place } from './all-pages.ts'
import type { World } from './world.ts'

/** The pages of disputes and of statements. */
export const disputePlaces: Record<string, (world: World) => Place[]> = {
  'disputes/:subjectId': ({ milestones }) => [
    ['client', `/disputes/${milestones.disputed}`],
    ['admin', `/disputes/${milestones.disputed}`],
  ],
  'disputes/:subjectId/ask': ({ milestones }) => [['admin', `/disputes/${milestones.disputed}/ask`]],
  'disputes/:subjectId/offer': ({ milestones }) => [['client', `/disputes/${milestones.disputed}/offer`]],
  'disputes/:subjectId/offers/:offerId': ({ milestones, disputeOfferId }) => [
    ['client', `/disputes/${milestones.disputed}/offers/${disputeOfferId}`],
    ['provider', `/disputes/${milestones.disputed}/offers/${disputeOfferId}`],
  ],
  'disputes/:subjectId/decision': ({ decidedId }) => [['client', `/disputes/${decidedId}/decision`]],
  'escrow/balances/statement': () => [['client', '/escrow/balances/statement']],
  'escrow/:contractId/statement': ({ contractId, disputedEndContractId }) => [
    ['client', `/escrow/${contractId}/statement`],
    ['admin', `/escrow/${disputedEndContractId}/statement`],
  ],
}
