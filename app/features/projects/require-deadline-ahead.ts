import { invalid } from '#app/platform/errors.ts'

/** @throws AppError invalid, at the field, when bids could not be made any more. */
export function requireDeadlineAhead(ctx: { now: number }, bidDeadline: number): void {
  if (bidDeadline <= ctx.now) throw invalid('projects:refused.deadlinePassed', { field: 'bidDeadline' })
}
