import type { UserContext } from '#app/features/accounts/context.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { boolean, columns, integer, nullable, text } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { callTimes } from '#db/schema/calls/call-times.ts'
import { sql } from '#db/sql.server.ts'
import { nextOf } from './call-time.ts'

const shown = {
  ...columns(callTimes, 'id', 'conversationId', 'proposedBy', 'title', 'startsAt', 'durationMinutes', 'everyWeeks'),
  ...columns(callTimes, 'times', 'timeZone', 'endsAt', 'createdAt', 'cancelledAt'),
  ...{ proposerName: users.name, place: nullable(text), isDirect: boolean, mayCall: boolean, mayCancel: boolean },
}

/** The other person of a direct conversation is its name. */
const select = `SELECT t.id, t.conversation_id AS conversationId, t.proposed_by AS proposedBy, t.title, t.starts_at AS startsAt,
    t.duration_minutes AS durationMinutes, t.every_weeks AS everyWeeks, t.times, t.time_zone AS timeZone, t.ends_at AS endsAt,
    t.created_at AS createdAt, t.cancelled_at AS cancelledAt, u.name AS proposerName, c.type = 'direct' AS isDirect,
    coalesce(c.name, (SELECT o.name FROM conversation_members n JOIN users o ON o.id = n.user_id
      WHERE n.conversation_id = c.id AND n.user_id <> :me LIMIT 1)) AS place,
    c.type = 'direct' OR c.allow_calls = 1 AS mayCall, t.proposed_by = :me OR m.role = 'admin' AS mayCancel
  FROM call_times t JOIN users u ON u.id = t.proposed_by JOIN conversations c ON c.id = t.conversation_id AND c.is_active = 1
  JOIN conversation_readers m ON m.conversation_id = c.id AND m.user_id = :me`

const one = sql({ params: { me: users.id, id: callTimes.id }, row: shown }, `${select} WHERE t.id = :id`)
const coming = sql(
  { params: { me: users.id, now: integer }, row: shown },
  `${select} WHERE t.ends_at > :now AND t.cancelled_at IS NULL ORDER BY t.starts_at LIMIT 50`,
)

/** A call time of a conversation that the user reads; null for anybody else. */
export const findCallTime = (db: Database | Transaction, userId: string, id: string) =>
  one.first(db, { me: userId, id })
export type CallTime = NonNullable<ReturnType<typeof findCallTime>>

/** The calls that are agreed on in the caller's conversations, each with when it is next, the soonest first. */
export function listCallTimes(ctx: UserContext) {
  const times = coming.all(ctx.db, { me: ctx.actor.id, now: ctx.now })
  const next = times.map((time) => ({ id: time.id, title: time.title, place: time.place, at: nextOf(time, ctx.now) }))
  return next.sort((one, other) => one.at - other.at)
}
export type ComingCall = ReturnType<typeof listCallTimes>[number]
