import { isBeforeDeadline } from '#app/features/projects/bid-deadline.ts'
import { defineMachine, type RefusalKey } from '#app/platform/state-machine.ts'
import type { BidStatus } from '#db/vocabulary/bids.ts'
import type { ProjectStatus } from '#db/vocabulary/projects.ts'
import { isExpired, outlastsDeadline } from './validity/validity.ts'

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
  'revoke',
  'exclude',
] as const
export type BidAction = (typeof bidActions)[number]

type BidFacts = {
  /** UTC ms. */
  now: number
  /** The project's deadline, UTC ms. */
  bidDeadline: number
  /** The status when the action is taken; for `open`, the one after bidding was closed. */
  projectStatus: ProjectStatus
  /** The project belongs to the bidder's own company. */
  ownProject: boolean
  /** The bidder's company has another live bid on the project (`liveBidStatuses`). */
  hasOtherLiveBid: boolean
  /** The bid was confirmed for the project's current version. */
  isConfirmed: boolean
  /** Since then an addendum has changed the requested lines or the VAT treatment, so the bid's prices answer another request. */
  requestChanged: boolean
  /** The last day on which the bid binds (YYYY-MM-DD, in `timeZone`), with the extensions that its bidder agreed to; null if not stated. */
  boundUntil: string | null
  /** The project's. */
  timeZone: string | null
  /** Required for `reject`, `revoke` and `exclude`, and for `withdraw` once the deadline has passed. */
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
    | 'requestChanged'
    | 'sealed'
    | 'notEvaluating'
    | 'notConfirmed'
    | 'validityTooShort'
    | 'expired'
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
  return whileBidding(facts) ?? (outlastsDeadline(facts) ? null : 'validityTooShort')
}

/** Prices for another request are no answer to the current one. */
function mayConfirm(facts: BidFacts) {
  return (
    whileBidding(facts) ??
    (facts.requestChanged ? 'requestChanged' : outlastsDeadline(facts) ? null : 'validityTooShort')
  )
}

/** A bid for an earlier version of the project was never made for what would be ordered, and an expired one binds nobody. */
function mayAward(facts: BidFacts) {
  return whileEvaluating(facts) ?? (!facts.isConfirmed ? 'notConfirmed' : isExpired(facts) ? 'expired' : null)
}

/** The state machine of a bid (BID-3). The quota is checked by the verb, in its transaction. */
export const bidMachine = defineMachine<BidMachine>({
  namespace: 'bids',
  transitions: [
    { from: 'draft', action: 'edit', by: 'bidder', to: 'draft', when: whileBidding },
    { from: 'draft', action: 'submit', by: 'bidder', to: 'submitted', when: maySubmit },
    { from: 'submitted', action: 'revise', by: 'bidder', to: 'submitted', when: whileBidding },
    // After an addendum, confirms the unchanged bid for the project's new version.
    { from: 'submitted', action: 'confirm', by: 'bidder', to: 'submitted', when: mayConfirm },
    { from: 'draft', action: 'withdraw', by: 'bidder', to: 'withdrawn' },
    {
      from: ['submitted', 'opened', 'shortlisted'],
      action: 'withdraw',
      by: 'bidder',
      to: 'withdrawn',
      when: ({ projectStatus }) => (isBeforeAward(projectStatus) ? null : 'alreadyAwarded'),
      input: (facts) => (isBiddingOpen(facts) ? null : hasReason(facts)),
    },
    // Opens all bids of a project at once, in the transaction that closes its bidding.
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
    { from: ['opened', 'shortlisted'], action: 'award', by: 'owner', to: 'awarded', when: mayAward },
    // Once the contract is active. The other bids are settled only then, so that a fallback stays possible.
    { from: 'awarded', action: 'win', by: 'system', to: 'won' },
    // Together with its contract. The company may bid on a new project for the remaining work.
    { from: 'won', action: 'terminate', by: 'system', to: 'terminated' },
    { from: ['opened', 'shortlisted'], action: 'not_select', by: 'system', to: 'not_selected' },
    { from: 'awarded', action: 'signing_failed', by: 'system', to: 'opened' },
    // The client takes the award back before the contract is in force (BID-27), and excludes the bidder or lets the bid stand.
    { from: 'awarded', action: 'revoke', by: 'owner', to: 'opened', input: hasReason },
    { from: 'awarded', action: 'exclude', by: 'owner', to: 'rejected', input: hasReason },
  ],
})

function isBeforeAward(status: ProjectStatus): boolean {
  return status === 'open' || status === 'evaluating' || status === 'cancelled'
}

type SealedBid = {
  status: BidStatus
  /** UTC ms; null unless withdrawn. */
  withdrawnAt: number | null
  /** When the project's bids were opened, UTC ms; null while they are sealed. */
  bidsOpenedAt: number | null
}

/**
 * The sealing rule (BID-1). Before the opening only the bidder knows about a bid: others see neither the bid nor its bidder,
 * and counts include only bids the viewer may see. A bid withdrawn before the opening stays hidden for good.
 */
export function canSeeBid(bid: SealedBid, role: BidRole): boolean {
  if (role === 'bidder' || role === 'system') return true
  if (role !== 'owner' || bid.bidsOpenedAt === null) return false
  if (bid.status === 'draft' || bid.status === 'submitted') return false
  return bid.status !== 'withdrawn' || (bid.withdrawnAt !== null && bid.withdrawnAt > bid.bidsOpenedAt)
}

/** Whether the bid was confirmed for the project's current version, that is, after the last addendum. */
export function isConfirmed(bid: { projectVersion: number }, project: { version: number }): boolean {
  return bid.projectVersion === project.version
}
