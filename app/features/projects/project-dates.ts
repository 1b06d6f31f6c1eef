import { timeZoneOf } from '#app/features/accounts/time-zones.ts'
import { invalid } from '#app/platform/errors.ts'
import { localDateTimeText } from '#app/platform/local-time.ts'
import { isBeforeDeadline } from './bid-deadline.ts'

/** What could be read of a form's dates: UTC ms, and days as `YYYY-MM-DD`. */
export type ProjectDates = {
  bidDeadline?: number | null
  startDate?: string | null
  endDate?: string | null
}

type Refusal = { field: keyof ProjectDates; key: string }

/**
 * What is wrong with a project's dates (PROJ-7): the deadline has to leave time for bids, and the work can neither start nor end
 * in the past or before the day of the deadline. Days are those of `timeZone`.
 */
export function dateRefusals(dates: ProjectDates, { now, timeZone }: { now: number; timeZone: string }): Refusal[] {
  const { bidDeadline, startDate } = dates
  const dayOf = (ms: number) => localDateTimeText(ms, timeZone).slice(0, 10)
  const refused = (field: 'startDate' | 'endDate'): Refusal[] => {
    const day = dates[field]
    if (!day) return []
    if (field === 'endDate' && startDate && day < startDate) return [{ field, key: 'projectform:endsBeforeStart' }]
    if (day < dayOf(now)) return [{ field, key: 'projectform:inPast' }]
    return bidDeadline && day < dayOf(bidDeadline) ? [{ field, key: 'projectform:beforeDeadline' }] : []
  }
  const late = bidDeadline && !isBeforeDeadline(now, bidDeadline)
  return [
    ...(late ? [{ field: 'bidDeadline' as const, key: 'projects:refused.deadlinePassed' }] : []),
    ...refused('startDate'),
    ...refused('endDate'),
  ]
}

/**
 * The same for a verb, at the time of its transaction.
 * @throws AppError invalid, at the first field that is wrong
 */
export function requireDates(ctx: { now: number; actor: { timeZone: string | null } }, dates: ProjectDates): void {
  const [first] = dateRefusals(dates, { now: ctx.now, timeZone: timeZoneOf(ctx.actor) })
  if (first) throw invalid(first.key, { field: first.field })
}
