import { isBeforeDeadline } from '#app/features/projects/bid-deadline.ts'
import { defineMachine, type RefusalKey } from '#app/platform/state-machine.ts'
import type { BidStatus } from '#db/vocabulary/bids.ts'
import type { ProjectStatus } from '#db/vocabulary/projects.ts'

/** `bidder`: the bid's company; `owner`: the project's company; `other`: anyone else, admins included. */
export const bidRoles = ['bidder', 'owner', 'other', 'system'] as const
export type BidRole = (typeof bidRoles)[number]

export const bidActions = [
  'edit',
  'submit',
  'revise',
  'confirm',
  'withdraw',
  'open',
  'shortlist',
  'reject',
  'award',
  'win',
  'terminate',
  'not_select',
  'signing_failed',
] as const
export type BidAction = (typeof bidActions)[number]

type BidFacts = {
  /** UTC ms. */
  now: number
  /** The project's deadline, UTC ms. */
  bidDeadline: number
  /** As it stands when the bid is acted on; for `open` after the project's bidding was closed. */
  projectStatus: ProjectStatus
  /** The project is of the bidder's own company. */
  ownProject: boolean
  /** The bidder's company has another bid on the project that still stands (`liveBidStatuses`). */
  hasOtherLiveBid: boolean
  /** For `reject`, and for `withdraw` once the deadline has passed. */
  reason?: string | null
}

type BidMachine = {
  namespace: 'bids'
  state: BidStatus
  action: BidAction
  role: BidRole
  facts: BidFacts
  refusal:
    | 'projectNotOpen'
    | 'deadlinePassed'
    | 'ownProject'
    | 'oneBidPerCompany'
    | 'sealed'
    | 'notEvaluating'
    | 'alreadyAwarded'
    | 'reasonNeeded'
}
export type BidRefusal = RefusalKey<BidMachine>

const hasReason = (facts: BidFacts) => (facts.reason?.trim() ? null : 'reasonNeeded')
const whileEvaluating = (facts: BidFacts) => (facts.projectStatus === 'evaluating' ? null : 'notEvaluating')
const isBiddingOpen = (facts: BidFacts) =>
  facts.projectStatus === 'open' && isBeforeDeadline(facts.now, facts.bidDeadline)

function whileBidding(facts: BidFacts) {
  if (facts.projectStatus !== 'open') return 'projectNotOpen'
  return isBeforeDeadline(facts.now, facts.bidDeadline) ? null : 'deadlinePassed'
}

function maySubmit(facts: BidFacts) {
  if (facts.ownProject) return 'ownProject'
  if (facts.hasOtherLiveBid) return 'oneBidPerCompany'
  return whileBidding(facts)
}

/** The life of a bid (BID-3). The quota is counted by the verb, in its transaction. */
export const bidMachine = defineMachine<BidMachine>({
  namespace: 'bids',
  transitions: [
    { from: 'draft', action: 'edit', by: 'bidder', to: 'draft', when: whileBidding },
    { from: 'draft', action: 'submit', by: 'bidder', to: 'submitted', when: maySubmit },
    { from: 'submitted', action: 'revise', by: 'bidder', to: 'submitted', when: whileBidding },
    // After an addendum: the bid stands unchanged for the project's new version.
    { from: 'submitted', action: 'confirm', by: 'bidder', to: 'submitted', when: whileBidding },
    { from: 'draft', action: 'withdraw', by: 'bidder', to: 'withdrawn' },
    {
      from: ['submitted', 'opened', 'shortlisted'],
      action: 'withdraw',
      by: 'bidder',
      to: 'withdrawn',
      when: ({ projectStatus }) => (isBeforeAward(projectStatus) ? null : 'alreadyAwarded'),
      input: (facts) => (isBiddingOpen(facts) ? null : hasReason(facts)),
    },
    // All bids of a project at once, in the transaction that closes its bidding.
    {
      from: 'submitted',
      action: 'open',
      by: 'system',
      to: 'opened',
      when: ({ projectStatus }) => (projectStatus === 'evaluating' ? null : 'sealed'),
    },
    { from: 'opened', action: 'shortlist', by: 'owner', to: 'shortlisted', when: whileEvaluating },
    {
      from: ['opened', 'shortlisted'],
      action: 'reject',
      by: 'owner',
      to: 'rejected',
      when: whileEvaluating,
      input: hasReason,
    },
    { from: ['opened', 'shortlisted'], action: 'award', by: 'owner', to: 'awarded', when: whileEvaluating },
    // When the contract is active; the others only then, so that a fallback stays possible.
    { from: 'awarded', action: 'win', by: 'system', to: 'won' },
    // With its contract; the company may bid on a new call for the rest of the work.
    { from: 'won', action: 'terminate', by: 'system', to: 'terminated' },
    { from: ['opened', 'shortlisted'], action: 'not_select', by: 'system', to: 'not_selected' },
    { from: 'awarded', action: 'signing_failed', by: 'system', to: 'opened' },
  ],
})

function isBeforeAward(status: ProjectStatus): boolean {
  return status === 'open' || status === 'evaluating' || status === 'cancelled'
}

type SealedBid = {
  status: BidStatus
  /** UTC ms, null while the bid stands. */
  withdrawnAt: number | null
  /** When the project's bids were opened, UTC ms; null while they are sealed. */
  bidsOpenedAt: number | null
}

/**
 * The sealing rule (BID-1). Until the opening nobody but the bidder sees a bid, its bidder or that it exists: the
 * number of bids that somebody is told is the number of bids they may see. One that was withdrawn before the opening
 * stays unseen for good.
 */
export function canSeeBid(bid: SealedBid, role: BidRole): boolean {
  if (role === 'bidder' || role === 'system') return true
  if (role !== 'owner' || bid.bidsOpenedAt === null) return false
  if (bid.status === 'draft' || bid.status === 'submitted') return false
  return bid.status !== 'withdrawn' || (bid.withdrawnAt !== null && bid.withdrawnAt > bid.bidsOpenedAt)
}

/** Whether the bid stands for the terms as the last addendum left them. */
export function isConfirmed(bid: { projectVersion: number }, project: { version: number }): boolean {
  return bid.projectVersion === project.version
}
