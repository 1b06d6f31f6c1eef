import { isBeforeDeadline } from '#app/features/projects/bid-deadline.ts'
import type { ProjectRole } from '#app/features/projects/project.ts'
import type { ProjectStatus } from '#db/vocabulary/projects.ts'

type Project = { role: ProjectRole; status: ProjectStatus; bidDeadline: number }
type Planned = { startsAt: number; cancelledAt: number | null }

export const maxVisits = 10
/** What one company can sign up, on a visit without a limit of its own. */
export const maxPeopleOfCompany = 10

/** Why somebody cannot plan, move or cancel visits of a project at `now` (UTC ms), or null. */
export function planningRefusal({ role, status, bidDeadline }: Project, now: number): 'notOwner' | 'notOpen' | null {
  if (role !== 'owner') return 'notOwner'
  if (status === 'draft') return null
  return status === 'open' && isBeforeDeadline(now, bidDeadline) ? null : 'notOpen'
}

/** Why a visit cannot be moved or cancelled, or null: it was cancelled, or has begun. */
export const movingRefusal = ({ startsAt, cancelledAt }: Planned, now: number): 'cancelled' | 'begun' | null =>
  cancelledAt !== null ? 'cancelled' : now >= startsAt ? 'begun' : null

/** Why a company cannot sign up for a visit, or withdraw from it, at `now` (UTC ms), or null. */
export function signUpRefusal(
  { role, status, bidDeadline }: Project,
  visit: Planned & { signUpUntil: number },
  now: number,
): 'ownProject' | 'notOpen' | 'cancelled' | 'signUpClosed' | null {
  if (role !== 'bidder' && role !== 'invited' && role !== 'other') return 'ownProject'
  if (status !== 'open' || !isBeforeDeadline(now, bidDeadline)) return 'notOpen'
  if (visit.cancelledAt !== null) return 'cancelled'
  return now < visit.signUpUntil ? null : 'signUpClosed'
}

/** Why the client cannot publish the minutes of a visit at `now` (UTC ms), or null: it has begun, and bids can still answer to them. */
export function minutesRefusal(
  project: Project,
  visit: Planned & { minutes: string | null },
  now: number,
): 'notOwner' | 'notOpen' | 'cancelled' | 'notBegun' | 'published' | null {
  if (project.status === 'draft') return 'notOpen'
  const refused = planningRefusal(project, now)
  if (refused) return refused
  if (visit.cancelledAt !== null) return 'cancelled'
  if (now < visit.startsAt) return 'notBegun'
  return visit.minutes === null ? null : 'published'
}

type Times = { startsAt: number; signUpUntil: number }
type Refusal = { field: keyof Times; key: string }

/** What is wrong with the times of a visit (all UTC ms): it is ahead, one signs up before it, and it leaves time for bids. */
export function timeRefusals({ startsAt, signUpUntil }: Times, now: number, bidDeadline: number): Refusal[] {
  const start = startsAt <= now ? 'past' : startsAt >= bidDeadline ? 'afterDeadline' : null
  const signUp = signUpUntil > startsAt ? 'signUpAfter' : signUpUntil <= now ? 'past' : null
  return [
    ...(start ? [{ field: 'startsAt' as const, key: `visits:refused.${start}` }] : []),
    ...(signUp ? [{ field: 'signUpUntil' as const, key: `visits:refused.${signUp}` }] : []),
  ]
}
