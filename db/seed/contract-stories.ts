import type { PaymentMethod } from '#db/vocabulary/contracts.ts'
import type { MilestoneStatus } from '#db/vocabulary/escrow.ts'

export type ContractStory = {
  /** The beginning of the awarded project's title. */
  project: string
  paymentMethod: PaymentMethod
  retentionBp: number
  beganDaysAgo: number
  /** How far signing got; the client has signed a `partially_signed` one. */
  signing: 'draft' | 'sent' | 'partially_signed' | 'declined' | 'active'
  reason?: string
  milestones: { title: string; description: string; weight: number; dueInDays: number; status: MilestoneStatus }[]
}

const step = (title: string, description: string, weight: number, dueInDays: number, status: MilestoneStatus) => ({
  title,
  description,
  weight,
  dueInDays,
  status,
})

/** Contracts in several states, with milestones in every state. */
export const contractStories: ContractStory[] = [
  {
    project: 'Stairwell painting',
    paymentMethod: 'secure_escrow',
    retentionBp: 500,
    beganDaysAgo: 175,
    signing: 'active',
    milestones: [
      step('Stairwell A', 'Floors 1 to 6: loose paint removed, filled, primed and painted.', 3, -140, 'released'),
      step('Stairwell B', 'Floors 1 to 6, the same work.', 3, -115, 'released'),
      step('Stairwell C and handrails', 'Floors 1 to 6, and the handrails of all three.', 4, -90, 'released'),
    ],
  },
  {
    project: 'Bathroom renovation',
    paymentMethod: 'secure_escrow',
    retentionBp: 1000,
    beganDaysAgo: 115,
    signing: 'active',
    milestones: [
      step('Flats 1 to 6', 'Demolition, waterproofing, tiling and fittings of six bathrooms.', 3, -70, 'released'),
      step('Flats 7 to 12', 'The same work in six bathrooms.', 3, -35, 'resolved'),
      step('Flats 13 to 18', 'The same work in six bathrooms.', 3, -6, 'submitted'),
      step('Flats 19 to 24', 'The same work in six bathrooms.', 3, 30, 'changes_requested'),
      step('Final inspection', 'Moisture measurements, warranty papers and keys.', 1, 50, 'planned'),
    ],
  },
  {
    project: 'Roof replacement',
    paymentMethod: 'secure_escrow',
    retentionBp: 500,
    beganDaysAgo: 55,
    signing: 'active',
    milestones: [
      step('Scaffolding and demolition', 'Weather protection, old sheets and battens removed.', 3, -30, 'approved'),
      step('Underlay and battens', 'Underlay, counter battens and battens.', 3, -12, 'disputed'),
      step('Sheet metal', 'Standing seam roof, ridge, eaves and valleys.', 5, 12, 'funded'),
      step('Safety equipment', 'Walkways, ladders and snow guards.', 1, 25, 'planned'),
    ],
  },
  {
    project: 'Electrical installation',
    paymentMethod: 'secure_escrow',
    retentionBp: 0,
    beganDaysAgo: 36,
    signing: 'active',
    milestones: [
      step('Main distribution board', 'Delivery, mounting and connection.', 4, -10, 'released'),
      step('Temporary site power', 'No longer needed: the grid company was faster.', 1, -5, 'refunded'),
      step('Lighting of the outdoor yard', 'Twelve masts with luminaires and cabling.', 2, 20, 'refund_requested'),
      step('Hall lighting and sockets', 'LED lighting of the hall, sockets and data points.', 5, 35, 'funded'),
    ],
  },
  {
    project: 'Sauna and washroom',
    paymentMethod: 'direct_invoice',
    retentionBp: 0,
    beganDaysAgo: 16,
    signing: 'partially_signed',
    milestones: [
      step('Demolition and waterproofing', 'Old surfaces out, floor and walls waterproofed.', 2, 20, 'planned'),
      step('Tiling and sauna panels', 'Tiles, panels, benches and the stove.', 3, 40, 'planned'),
    ],
  },
]

/** The terms of a demo contract. */
export function demoTerms(client: string, provider: string, project: string): string {
  return [
    `1. ${provider} carries out “${project}” for ${client} as described in the request for bids and in the awarded bid.`,
    '2. The general conditions for building contracts (YSE 1998) apply, unless this contract says otherwise.',
    '3. Each milestone is due on its date. Whoever sees a delay coming tells the other party at once.',
    '4. The client approves submitted work or asks for changes within 14 days. Without an answer it counts as approved.',
    '5. The warranty period is two years from the approval of the last milestone.',
    '6. The law of Finland applies. Disputes are settled by negotiation first, then by the District Court of Helsinki.',
  ].join('\n\n')
}
