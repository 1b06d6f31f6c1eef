import type { UserContext } from '#app/features/accounts/context.ts'
import { modulesOutOfScope } from '#app/features/accounts/module-scope.server.ts'
import type { ForwardedFrom, MessageView } from '#app/features/conversations/message-view.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns, list, nullable, text } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { conversationMembers, conversations, messages } from '#db/schema/chat.ts'
import { sql } from '#db/sql.server.ts'
import { conversationSubjects, moduleOfSubject } from '#db/vocabulary/chat.ts'

const original = sql(
  {
    params: { id: messages.id },
    row: { messageId: messages.id, ...columns(messages, 'authorId', 'createdAt'), authorName: nullable(users.name) },
  },
  `SELECT source.id AS messageId, source.author_id AS authorId, source.created_at AS createdAt, author.name AS authorName
   FROM messages m JOIN messages source ON source.id = coalesce(m.forwarded_id, m.id)
   LEFT JOIN users author ON author.id = source.author_id WHERE m.id = :id`,
)

/** Where a message comes from when it is forwarded: what was forwarded twice was still said once. Null for an unknown message. */
export function sourceOfForward(
  db: Database | Transaction,
  id: string,
): (ForwardedFrom & { messageId: string }) | null {
  const found = original.first(db, { id })
  return found && { ...found, authorName: found.authorName ?? '', place: null }
}

/** A message that still stands, in a conversation that is open. */
const standing = `
   FROM messages m JOIN messages source ON source.id = m.forwarded_id AND source.state = 'live'
   JOIN conversations c ON c.id = source.conversation_id AND c.is_active = 1
   JOIN conversation_readers reader ON reader.conversation_id = c.id`
const notHidden =
  'NOT EXISTS (SELECT 1 FROM message_hides h WHERE h.user_id = reader.user_id AND h.message_id = source.id)'
const place = {
  ...columns(messages, 'conversationId', 'seq'),
  name: conversations.name,
}

const places = sql(
  { params: { ids: list(messages.id), me: users.id, uncovered: list(text) }, row: { id: messages.id, ...place } },
  `SELECT m.id, source.conversation_id AS conversationId, source.seq, c.name
   ${standing} AND reader.user_id = :me
   WHERE m.id IN (SELECT value FROM json_each(:ids)) AND ${notHidden}
     AND (c.subject_type IS NULL OR c.subject_type NOT IN (SELECT value FROM json_each(:uncovered)))`,
)

/** The messages with the places of what they forward, where the caller may read it. */
export function withPlaces(ctx: Pick<UserContext, 'db' | 'actor'>, shown: MessageView[]): MessageView[] {
  const ids = shown.flatMap(({ id, forwarded }) => (forwarded ? [id] : []))
  if (ids.length === 0) return shown
  const closed = modulesOutOfScope(ctx.actor)
  const uncovered = conversationSubjects.filter((subject) => closed.includes(moduleOfSubject[subject]))
  const known = new Map(places.all(ctx.db, { ids, me: ctx.actor.id, uncovered }).map(({ id, ...place }) => [id, place]))
  return shown.map((message) => withPlace(message, known.get(message.id) ?? null))
}

const withPlace = (message: MessageView, place: ForwardedFrom['place']): MessageView =>
  message.forwarded ? { ...message, forwarded: { ...message.forwarded, place } } : message

const placeReaders = sql(
  { params: { id: messages.id }, row: { ...columns(conversationMembers, 'userId'), ...place } },
  `SELECT reader.user_id AS userId, source.conversation_id AS conversationId, source.seq, c.name ${standing} WHERE m.id = :id AND ${notHidden}`,
)

/** A forwarded message as those see it who may read what it forwards, and who they are; null if it forwards nothing or nobody may. */
export function placedFor(db: Database, message: MessageView): { message: MessageView; readers: Set<string> } | null {
  if (!message.forwarded) return null
  const rows = placeReaders.all(db, { id: message.id })
  const [first] = rows
  if (!first) return null
  const { userId: _reader, ...place } = first
  return { message: withPlace(message, place), readers: new Set(rows.map(({ userId }) => userId)) }
}
