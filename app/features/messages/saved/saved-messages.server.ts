import type { UserContext } from '#app/features/accounts/context.ts'
import type { MessageView } from '#app/features/conversations/message-view.ts'
import { messageQuery, notHidden } from '#app/features/messages/message-rows.server.ts'
import { columns, integer, list, text } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { messages } from '#db/schema/chat.ts'
import { savedMessages } from '#db/schema/messages/personal.ts'
import { sql } from '#db/sql.server.ts'

const perPage = 30

/** Those that stand, and that their reader may still read. */
const readable = `
   FROM saved_messages s JOIN messages m ON m.id = s.message_id AND m.state = 'live'
   JOIN conversations c ON c.id = m.conversation_id AND c.is_active = 1
   JOIN conversation_readers me ON me.conversation_id = c.id AND me.user_id = s.user_id
   LEFT JOIN conversation_members mate
     ON c.type = 'direct' AND mate.conversation_id = c.id AND mate.user_id <> s.user_id
   LEFT JOIN users other ON other.id = mate.user_id
   WHERE s.user_id = :me AND ${notHidden}`
const saved = {
  params: { me: users.id, key: integer },
  row: { key: savedMessages.key, ...columns(savedMessages, 'messageId', 'savedAt'), conversationName: text },
}
const selected = `SELECT s.key, s.message_id AS messageId, s.saved_at AS savedAt, coalesce(c.name, other.name, '') AS conversationName`
const older = sql(saved, `${selected} ${readable} AND s.key < :key ORDER BY s.key DESC LIMIT ${perPage + 1}`)
const newer = sql(saved, `${selected} ${readable} AND s.key > :key ORDER BY s.key LIMIT ${perPage + 1}`)
const byIds = messageQuery({ ids: list(messages.id) }, 'WHERE m.id IN (SELECT value FROM json_each(:ids))')

export type SavedMessage = { message: MessageView; conversationName: string; savedAt: number }

/** What the caller has saved and may still read, the last saved first, with the key of the next page each way. */
export function listSavedMessages(
  ctx: UserContext,
  { before, after }: { before?: number | undefined; after?: number | undefined } = {},
): { saved: SavedMessage[]; before: number | null; after: number | null } {
  const of = (query: typeof older, key: number) => query.all(ctx.db, { me: ctx.actor.id, key })
  const found = after === undefined ? of(older, before ?? Number.MAX_SAFE_INTEGER) : of(newer, after)
  const rows = after === undefined ? found.slice(0, perPage) : found.slice(0, perPage).reverse()
  const ids = rows.map(({ messageId }) => messageId)
  const known = new Map(byIds.read(ctx.db, { ids }).map((message) => [message.id, message]))
  const [first, last] = [rows.at(0)?.key, rows.at(-1)?.key]
  return {
    saved: rows.flatMap(({ messageId, conversationName, savedAt }) => {
      const message = known.get(messageId)
      return message ? [{ message, conversationName, savedAt }] : []
    }),
    before: last !== undefined && of(older, last).length > 0 ? last : null,
    after: first !== undefined && of(newer, first).length > 0 ? first : null,
  }
}
