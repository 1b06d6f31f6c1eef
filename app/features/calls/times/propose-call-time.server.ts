import type { UserContext } from '#app/features/accounts/context.ts'
import { requireRight } from '#app/features/accounts/require-right.server.ts'
import { requireMembership } from '#app/features/conversations/access.server.ts'
import { conflict, invalid } from '#app/platform/errors.ts'
import { appendAudit } from '#db/audit.server.ts'
import { transact } from '#db/client.server.ts'
import { integer } from '#db/fields.server.ts'
import { withIdempotencyKey } from '#db/idempotency-keys.server.ts'
import { newId } from '#db/ids.ts'
import { callTimes } from '#db/schema/calls/call-times.ts'
import { sql } from '#db/sql.server.ts'
import { furthestAhead, occurrences } from './call-time.ts'
import { tellCallTime } from './tell-call-time.server.ts'

/** How many a conversation may have ahead of it. */
const maxComing = 50

const coming = sql(
  { params: { conversationId: callTimes.conversationId, now: integer }, row: { count: integer } },
  `SELECT count(*) AS count FROM call_times
   WHERE conversation_id = :conversationId AND ends_at > :now AND cancelled_at IS NULL`,
)

/**
 * Proposes when the members of a conversation call each other, once or every few weeks, and tells them (CALL-17). `timeZone` is the caller's.
 * @throws AppError not_found; forbidden without the right to call there; invalid for a time that has passed or is more than a year ahead;
 * conflict beyond `maxComing`.
 */
export function proposeCallTime(
  ctx: UserContext,
  input: {
    conversationId: string
    title: string
    startsAt: number
    durationMinutes: number
    everyWeeks: number
    times: number
    timeZone: string
    submissionId?: string | undefined
  },
): { id: string } {
  requireRight(ctx, 'messages.send')
  const { conversationId, title, startsAt, durationMinutes, everyWeeks, timeZone } = input
  const times = everyWeeks === 0 ? 1 : input.times
  return transact(ctx.db, (tx) =>
    withIdempotencyKey(tx, ctx, { verb: 'proposeCallTime', input }, () => {
      requireMembership(tx, ctx, conversationId, 'call')
      if (startsAt <= ctx.now) throw invalid('calltimes:refused.past', { field: 'startsAt' })
      if (startsAt > ctx.now + furthestAhead) throw invalid('calltimes:refused.far', { field: 'startsAt' })
      if (coming.one(tx, { conversationId, now: ctx.now }).count >= maxComing)
        throw conflict('calltimes:refused.tooMany')
      const id = newId()
      const last = occurrences({ startsAt, everyWeeks, times, timeZone }).at(-1) ?? startsAt
      tx.insert(callTimes)
        .values({
          ...{ id, conversationId, proposedBy: ctx.actor.id, title, startsAt, durationMinutes, everyWeeks, times },
          ...{ timeZone, endsAt: last + durationMinutes * 60_000, createdAt: ctx.now },
        })
        .run()
      appendAudit(tx, ctx, { action: 'call.time_propose', subject: { type: 'conversation', id: conversationId } })
      tellCallTime(tx, ctx, { id, conversationId, title, startsAt }, 'callTimeProposed')
      return { id }
    }),
  )
}
