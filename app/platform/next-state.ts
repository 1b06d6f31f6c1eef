import { conflict, forbidden, invalid } from './errors.ts'

/**
 * The state that a machine's outcome leads to.
 * @throws AppError forbidden where the role may never do it, invalid where a reason is missing, conflict where the
 * present state does not allow it
 */
export function stateAfter<State extends string>(
  outcome: { ok: true; to: State } | { ok: false; reason: string },
): State {
  if (outcome.ok) return outcome.to
  if (outcome.reason.endsWith('.reasonNeeded')) throw invalid(outcome.reason, { field: 'reason' })
  throw outcome.reason.endsWith('.forbiddenRole') ? forbidden(outcome.reason) : conflict(outcome.reason)
}
