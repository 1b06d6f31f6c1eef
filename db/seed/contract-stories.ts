import type { ChangeReason } from '#db/vocabulary/change-orders.ts'
import type { PaymentMethod, TerminationGround } from '#db/vocabulary/contracts.ts'
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
  /** Whether the values of YSE 1998 were agreed, and by when the work was to be ready, in days from now. */
  readyInDays?: number
  /** A notice of termination that waits for an answer. */
  notice?: { by: 'client' | 'provider'; ground: TerminationGround; facts: string }
  /** Changes that were proposed, in order; the other party accepts those that are `agreed`. */
  changes?: {
    by: 'client' | 'provider'
    agreed: boolean
    title: string
    reason: ChangeReason
    description: string
    lines: { description: string; quantityMilli: number; unit: string; unitPriceE4: number }[]
    extensionDays: number
    /** The position of the milestone that a deduction reduces. */
    reduces?: number
  }[]
  /** Its early end by agreement, proposed by one party, and what became of its retention. */
  ending?: {
    by: 'client' | 'provider'
    reason: string
    retention: 'held' | 'released' | { disputed: string; decision: string }
  }
  milestones: {
    title: string
    description: string
    weight: number
    dueInDays: number
    status: MilestoneStatus
    isValued?: true
  }[]
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
    readyInDays: -88,
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
    changes: [
      {
        by: 'provider',
        agreed: true,
        title: 'Wet screed in flat 14',
        reason: 'site_conditions',
        description: 'Below the old tiles of flat 14 the screed is wet. It is broken out, dried and cast again.',
        lines: [
          { description: 'Breaking out the screed', quantityMilli: 6500, unit: 'm²', unitPriceE4: 420_000 },
          { description: 'Drying, with measurements', quantityMilli: 1000, unit: 'pcs', unitPriceE4: 6_800_000 },
          { description: 'New screed', quantityMilli: 6500, unit: 'm²', unitPriceE4: 540_000 },
        ],
        extensionDays: 10,
      },
      {
        by: 'client',
        agreed: false,
        title: 'No papers on warranty in print',
        reason: 'client_wish',
        description:
          'The housing company wants the warranty papers as files only, so the printed folders are left out.',
        lines: [{ description: 'Printed folders', quantityMilli: -24_000, unit: 'pcs', unitPriceE4: 185_000 }],
        extensionDays: 0,
        reduces: 5,
      },
    ],
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
    notice: {
      by: 'client',
      ground: 'delay',
      facts:
        'The underlay was due twelve days ago and the roof is still open. Finish underlay and battens within the time given.',
    },
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
      {
        ...step('Hall lighting and sockets', 'LED lighting of the hall, sockets and data points.', 5, 35, 'funded'),
        isValued: true,
      },
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
  {
    project: 'District heating pipes',
    paymentMethod: 'secure_escrow',
    retentionBp: 1000,
    beganDaysAgo: 105,
    signing: 'active',
    ending: {
      by: 'client',
      reason: 'The city moves the main under the courtyard to next year, and building B is connected with it then.',
      retention: 'held',
    },
    milestones: [
      step('Building A', 'Trench, pipes and heat exchanger of building A, tested and filled.', 3, -75, 'released'),
      step('Building B', 'The same work for building B.', 2, -55, 'planned'),
    ],
  },
  {
    project: 'Balcony railings',
    paymentMethod: 'secure_escrow',
    retentionBp: 1000,
    beganDaysAgo: 98,
    signing: 'active',
    ending: {
      by: 'provider',
      reason: 'The street is closed for the tram works until next year, so no scaffolding may stand on it.',
      retention: {
        disputed: 'Eleven of the railings have scratched zinc, and nobody has come to mend them.',
        decision:
          'The photos show scratches on eleven of sixteen railings; mending them costs about 60% of the retention.',
      },
    },
    milestones: [
      step('Courtyard side', 'Sixteen railings, galvanized and mounted.', 1, -60, 'released'),
      step('Street side', 'Sixteen railings, galvanized and mounted.', 1, -40, 'planned'),
    ],
  },
  {
    project: 'Kitchen of a detached house',
    paymentMethod: 'secure_escrow',
    retentionBp: 500,
    beganDaysAgo: 92,
    signing: 'active',
    ending: {
      by: 'client',
      reason: 'Agreed with the provider: a cousin mounts the cabinets.',
      retention: 'released',
    },
    milestones: [
      step('Demolition and surfaces', 'Old kitchen out, floor and walls made good.', 2, -60, 'released'),
      step('Cabinets and worktops', 'Mounted, levelled and sealed.', 3, -45, 'planned'),
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
    '5. A retention stays in escrow until the client releases it, with the last milestone or later; if the parties disagree about it, an admin of Groundwork who belongs to neither divides it.',
    '6. The warranty period is two years from the approval of the last milestone.',
    '7. The law of Finland applies. Disputes are settled by negotiation first, then by the District Court of Helsinki.',
  ].join('\n\n')
}
