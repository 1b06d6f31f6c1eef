import { invalid } from '#app/platform/errors.ts'
import { isBeforeDeadline } from './bid-deadline.ts'

/** @throws AppError invalid, at the field, when the deadline leaves no time for bids */
export function requireFutureDeadline(ctx: { now: number }, bidDeadline: number): void {
  if (!isBeforeDeadline(ctx.now, bidDeadline))
    throw invalid('projects:refused.deadlinePassed', { field: 'bidDeadline' })
}
