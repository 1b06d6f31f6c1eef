import type { Rules } from './matrix.ts'
import type { ActorName } from './world.ts'

const clients: ActorName[] = ['colleague', 'client']
const readers: ActorName[] = ['colleague', 'client', 'provider']

/** The rules of what an award was decided on (docs/product.md, BID-13). */
export const decisionMatrix: Record<string, Rules> = {
  award_letters: {
    read: [
      { path: '/bids/{wonBid}/decision', shows: 'Decision on bids', may: readers },
      { path: '/bids/{wonBid}/decision.pdf', shows: 'pdfaid:part', may: readers },
    ],
    create: 'with the award',
    update: 'never: triggers refuse it',
    delete: 'never: triggers refuse it',
  },
  award_decisions: {
    read: [
      { path: '/projects/{awardedProject}/decision', shows: 'SHA-256 of this decision', may: clients },
      { path: '/projects/{awardedProject}/decision.pdf', shows: 'pdfaid:part', may: clients },
    ],
    create: 'with the award',
    update: 'never: triggers refuse it',
    delete: 'never: triggers refuse it',
  },
}
