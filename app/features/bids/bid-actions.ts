import type { BidStatus } from '#db/vocabulary/bids.ts'
import type { ProjectStatus } from '#db/vocabulary/projects.ts'
import { type BidAction, bidMachine } from './bid.ts'

type Bid = {
  role: 'bidder' | 'owner'
  status: BidStatus
  project: { status: ProjectStatus; bidDeadline: number }
}

/** What a reader of a bid can do with it now: which buttons its page shows. */
export function availableBidActions({ role, status, project }: Bid, now: number): BidAction[] {
  return bidMachine.allowed(status, role, {
    now,
    bidDeadline: project.bidDeadline,
    projectStatus: project.status,
    ownProject: false,
    hasOtherLiveBid: false,
  })
}
