import type { BidStatus } from '#db/vocabulary/bids.ts'
import type { ProjectStatus } from '#db/vocabulary/projects.ts'
import { type BidAction, bidMachine } from './bid.ts'

type Bid = {
  role: 'bidder' | 'owner'
  status: BidStatus
  project: { status: ProjectStatus; bidDeadline: number }
}

/** The actions that a viewer of a bid may take now; its page shows their buttons. */
export function availableBidActions({ role, status, project }: Bid, now: number): BidAction[] {
  return bidMachine.allowed(status, role, {
    now,
    bidDeadline: project.bidDeadline,
    projectStatus: project.status,
    ownProject: false,
    hasOtherLiveBid: false,
  })
}
