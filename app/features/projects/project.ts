import { defineMachine, type RefusalKey } from '#app/platform/state-machine.ts'
import type { ProjectStatus } from '#db/vocabulary/projects.ts'
import { isBeforeDeadline } from './bid-deadline.ts'

/**
 * The roles people have towards a project. `owner`: the project's company, with write access; `member`: invited to the project;
 * `provider`: the company whose bid was awarded; `bidder`: any company with a bid on it; `invited`: a company that
 * was invited to bid; `other`: anyone else who is signed in,
 * including admins; `guest`: signed out; `system`: jobs and other state machines.
 */
export const projectRoles = ['owner', 'member', 'provider', 'bidder', 'invited', 'other', 'guest', 'system'] as const
export type ProjectRole = (typeof projectRoles)[number]

export const projectActions = [
  'edit',
  'publish',
  'amend',
  'close_bidding',
  'award',
  'activate',
  'signing_failed',
  'revoke_award',
  'complete',
  'terminate',
  'cancel',
] as const
export type ProjectAction = (typeof projectActions)[number]

type ProjectFacts = {
  /** UTC ms. */
  now: number
  /** UTC ms; for an addendum, the new deadline. */
  bidDeadline: number
  /** For `close_bidding` by the owner: closing before the deadline was announced. */
  mayCloseEarly?: boolean
  /** For `close_bidding` by the system: all invited companies have bid or declined, which closes it as was announced. */
  isAnswered?: boolean
  /** For `activate`: both parties have signed the contract. */
  signedByBoth?: boolean
  /** For `complete`: the number of milestones neither released, refunded nor resolved. */
  openMilestones?: number
  /** For `cancel`. */
  reason?: string | null
}

type ProjectMachine = {
  namespace: 'projects'
  state: ProjectStatus
  action: ProjectAction
  role: ProjectRole
  facts: ProjectFacts
  refusal: 'deadlinePassed' | 'deadlineAhead' | 'closesAtDeadline' | 'notSigned' | 'milestonesOpen' | 'reasonNeeded'
}
export type ProjectRefusal = RefusalKey<ProjectMachine>

const beforeDeadline = (facts: ProjectFacts) =>
  isBeforeDeadline(facts.now, facts.bidDeadline) ? null : 'deadlinePassed'

/** The state machine of a project (PROJ-1). The quota is checked by the verb, in its transaction. */
export const projectMachine = defineMachine<ProjectMachine>({
  namespace: 'projects',
  transitions: [
    { from: 'draft', action: 'edit', by: 'owner', to: 'draft' },
    { from: 'draft', action: 'publish', by: 'owner', to: 'open', when: beforeDeadline },
    // An addendum increments the version (`nextVersion`), and every bidder is notified and asked to confirm their bid.
    { from: 'open', action: 'amend', by: 'owner', to: 'open', when: beforeDeadline },
    {
      from: 'open',
      action: 'close_bidding',
      by: 'owner',
      to: 'evaluating',
      when: (facts) =>
        facts.mayCloseEarly || !isBeforeDeadline(facts.now, facts.bidDeadline) ? null : 'closesAtDeadline',
    },
    {
      from: 'open',
      action: 'close_bidding',
      by: 'system',
      to: 'evaluating',
      when: (facts) => (facts.isAnswered || !isBeforeDeadline(facts.now, facts.bidDeadline) ? null : 'deadlineAhead'),
    },
    { from: 'evaluating', action: 'award', by: 'owner', to: 'awarded' },
    {
      from: 'awarded',
      action: 'activate',
      by: 'system',
      to: 'active',
      when: (facts) => (facts.signedByBoth === true ? null : 'notSigned'),
    },
    // The contract was declined, voided or expired, so another bid may be awarded.
    { from: 'awarded', action: 'signing_failed', by: 'system', to: 'evaluating' },
    // The client takes the award back itself, with a reason that the award keeps (BID-27).
    { from: 'awarded', action: 'revoke_award', by: 'owner', to: 'evaluating' },
    {
      from: 'active',
      action: 'complete',
      by: 'system',
      to: 'completed',
      when: (facts) => (facts.openMilestones === 0 ? null : 'milestonesOpen'),
    },
    // The contract was terminated early.
    { from: 'active', action: 'terminate', by: 'system', to: 'terminated' },
    {
      from: ['draft', 'open', 'evaluating'],
      action: 'cancel',
      by: 'owner',
      to: 'cancelled',
      input: (facts) => (facts.reason?.trim() ? null : 'reasonNeeded'),
    },
  ],
})

/** The project's version after an action: an addendum increments it, so that bids must be confirmed again. */
export function nextVersion(version: number, action: ProjectAction): number {
  return action === 'amend' ? version + 1 : version
}

/** Only drafts can be deleted, and only by their owner (PROJ-3). */
export function canDeleteProject(status: ProjectStatus, role: ProjectRole): boolean {
  return status === 'draft' && role === 'owner'
}

/** Whether a new project can take the place of one: of what a terminated contract left, or of all that a cancelled one asked for. */
export const canTenderAgain = (status: ProjectStatus): boolean => status === 'terminated' || status === 'cancelled'

type ProjectView = 'full' | 'public' | 'none'

/**
 * How much of a project a role sees: everything (`full`: notes, tasks, members), its public fields and addenda, or nothing
 * (answered as not found). What is by invitation only shows nothing to others but admins of the platform (PROJ-13). Bids have
 * their own rule (`canSeeBid`).
 */
export function projectVisibility(
  { status, role, invitedOnly }: { status: ProjectStatus; role: ProjectRole; invitedOnly: boolean },
  isAdmin = false,
): ProjectView {
  if (role === 'owner' || role === 'member' || role === 'system') return 'full'
  if (role === 'guest' || status === 'draft') return 'none'
  if (role === 'other') return status === 'open' && (!invitedOnly || isAdmin) ? 'public' : 'none'
  const isUnderContract = status === 'active' || status === 'completed' || status === 'terminated'
  return role === 'provider' && isUnderContract ? 'full' : 'public'
}
