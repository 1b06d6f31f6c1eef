// data-version: the badge of missed calls is part of no versioned page
// verb-rule: whoever opens the history has seen their own missed calls
import type { UserContext } from '#app/features/accounts/context.ts'
import { columns, integer } from '#db/fields.server.ts'
import { callParticipants } from '#db/schema/calls.ts'
import { sql } from '#db/sql.server.ts'

const see = sql(
  { params: { ...columns(callParticipants, 'userId'), now: integer } },
  `UPDATE call_participants SET seen_at = :now WHERE user_id = :userId AND state = 'missed' AND seen_at IS NULL`,
)

/** Marks the caller's missed calls as seen. */
export function markMissedSeen(ctx: UserContext): void {
  see.run(ctx.db, { userId: ctx.actor.id, now: ctx.now })
}
