import type { UserContext } from '#app/features/accounts/context.ts'
import { columns, text } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { scheduledMessages } from '#db/schema/messages/personal.ts'
import { sql } from '#db/sql.server.ts'

const waiting = sql(
  {
    params: { me: users.id },
    row: {
      ...columns(scheduledMessages, 'id', 'conversationId', 'text', 'sendAt', 'status', 'refusal'),
      conversationName: text,
    },
  },
  `SELECT s.id, s.conversation_id AS conversationId, s.text, s.send_at AS sendAt, s.status, s.refusal,
          coalesce(c.name, other.name, '') AS conversationName
   FROM scheduled_messages s JOIN conversations c ON c.id = s.conversation_id
   LEFT JOIN conversation_members mate
     ON c.type = 'direct' AND mate.conversation_id = c.id AND mate.user_id <> s.author_id
   LEFT JOIN users other ON other.id = mate.user_id
   WHERE s.author_id = :me AND s.status IN ('pending', 'refused') ORDER BY s.send_at, s.id LIMIT 300`,
)

/** What the caller has scheduled and was not sent, also what was refused, the next first. */
export const listScheduled = (ctx: UserContext) => waiting.all(ctx.db, { me: ctx.actor.id })
export type Scheduled = ReturnType<typeof listScheduled>[number]
