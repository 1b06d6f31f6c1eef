import type { BidStatus } from '#db/vocabulary/bids.ts'
import type { ProjectStatus } from '#db/vocabulary/projects.ts'
import { type BidAction, bidMachine, isConfirmed } from './bid.ts'

type Bid = {
  role: 'bidder' | 'owner'
  status: BidStatus
  projectVersion: number
  requestChanged: boolean
  boundUntil: string | null
  project: { status: ProjectStatus; bidDeadline: number; timeZone: string | null; version: number }
}

/** The actions that a viewer of a bid may take now; its page shows their buttons. */
export function availableBidActions(bid: Bid, now: number): BidAction[] {
  const { role, status, project, requestChanged, boundUntil } = bid
  return bidMachine.allowed(status, role, {
    now,
    bidDeadline: project.bidDeadline,
    projectStatus: project.status,
    ownProject: false,
    hasOtherLiveBid: false,
    isConfirmed: isConfirmed(bid, project),
    requestChanged,
    boundUntil,
    timeZone: project.timeZone,
  })
}
