import type { UserContext } from '#app/features/accounts/context.ts'
import { columns, list } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { pollVotes } from '#db/schema/messages/polls.ts'
import { sql } from '#db/sql.server.ts'

const named = sql(
  {
    params: { ids: list(pollVotes.messageId) },
    row: { ...columns(pollVotes, 'messageId', 'option'), ...columns(users, 'id', 'name') },
  },
  `SELECT v.message_id AS messageId, v.option, u.id, u.name FROM json_each(:ids) asked
   JOIN polls p ON p.message_id = asked.value AND p.anonymous = 0
   JOIN poll_votes v ON v.message_id = p.message_id
   JOIN users u ON u.id = v.user_id
   ORDER BY v.option, v.created_at, u.id`,
)

/** Who chose what in these polls, in the order in which they did; nothing of anonymous ones. The caller checks who may read them. */
export const listVotes = (ctx: Pick<UserContext, 'db'>, ids: readonly string[]) =>
  ids.length === 0 ? [] : named.all(ctx.db, { ids })
export type NamedVote = ReturnType<typeof listVotes>[number]
