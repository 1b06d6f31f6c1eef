import type { UserContext } from '#app/features/accounts/context.ts'
import { requireMembership } from '#app/features/conversations/access.server.ts'
import type { MessagePage, MessageView } from '#app/features/conversations/message-view.ts'
import type { HeldMessage } from '#app/features/conversations/ui/chat-model.ts'
import { notFound } from '#app/platform/errors.ts'
import { columns, integer } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { conversationMembers, messageHides, messages, pendingMessages } from '#db/schema/chat.ts'
import { sql } from '#db/sql.server.ts'
import { attachmentsOf } from './attachments.server.ts'
import { withPlaces } from './forward/sources.server.ts'
import { messagesPerPage } from './limits.ts'
import { messageQuery, notHidden } from './message-rows.server.ts'

const maxPerPage = 200
const maxChanges = 200
/** With more changes it is cheaper to load the conversation again. */
const maxRevisions = 1000
const maxPinned = 100

const inside = 'm.conversation_id = :conversationId'
const place = { me: users.id, ...columns(messages, 'conversationId', 'seq') }
const older = messageQuery(
  { ...place, limit: integer },
  `WHERE ${inside} AND m.seq < :seq AND ${notHidden} ORDER BY m.seq DESC LIMIT :limit`,
)
const newer = messageQuery(
  { ...place, limit: integer },
  `WHERE ${inside} AND m.seq > :seq AND ${notHidden} ORDER BY m.seq LIMIT :limit`,
)
const anyNewer = sql(
  { params: place, row: { one: integer } },
  `SELECT 1 AS one FROM messages m WHERE ${inside} AND m.seq > :seq AND ${notHidden} LIMIT 1`,
)
const anyOlder = sql(
  { params: place, row: { one: integer } },
  `SELECT 1 AS one FROM messages m WHERE ${inside} AND m.seq < :seq AND ${notHidden} LIMIT 1`,
)

/**
 * A page of a conversation, oldest message first: the latest, or those `before`, `after` or `around` a `seq`. Messages that
 * the caller has hidden are omitted. Paginates by key, so the length of the conversation does not matter.
 * @throws AppError not_found if the caller is not a member.
 */
export function listMessages(
  ctx: UserContext,
  conversationId: string,
  options: {
    before?: number | undefined
    after?: number | undefined
    around?: number | undefined
    limit?: number | undefined
  } = {},
): MessagePage {
  requireMembership(ctx.db, ctx, conversationId)
  const { before, after, around } = options
  const limit = Math.max(1, Math.min(Math.trunc(options.limit ?? messagesPerPage) || messagesPerPage, maxPerPage))
  const part = (query: typeof older, seq: number, count: number) => {
    const rows = query.read(ctx.db, { me: ctx.actor.id, conversationId, seq, limit: count + 1 })
    return { rows: withPlaces(ctx, rows.slice(0, count)), more: rows.length > count }
  }
  const exists = (query: typeof anyOlder, seq: number) =>
    query.first(ctx.db, { me: ctx.actor.id, conversationId, seq }) !== null

  if (around !== undefined) {
    const left = part(older, around + 1, Math.ceil(limit / 2))
    const right = part(newer, around, Math.max(1, Math.floor(limit / 2)))
    return { messages: [...left.rows.reverse(), ...right.rows], hasOlder: left.more, hasNewer: right.more }
  }
  if (after !== undefined) {
    const { rows, more } = part(newer, after, limit)
    return { messages: rows, hasOlder: exists(anyOlder, after + 1), hasNewer: more }
  }
  const { rows, more } = part(older, before ?? Number.MAX_SAFE_INTEGER, limit)
  return { messages: rows.reverse(), hasOlder: more, hasNewer: before !== undefined && exists(anyNewer, before - 1) }
}

const readable = messageQuery(
  { me: users.id, id: messages.id },
  `WHERE m.id = :id AND ${notHidden}
  AND EXISTS (SELECT 1 FROM conversation_readers me JOIN conversations c ON c.id = me.conversation_id AND c.is_active = 1
              WHERE me.conversation_id = m.conversation_id AND me.user_id = :me)`,
)

/** A message that the caller can read and has not hidden; else null. */
export function getMessage(ctx: UserContext, messageId: string): MessageView | null {
  return withPlaces(ctx, readable.read(ctx.db, { me: ctx.actor.id, id: messageId }))[0] ?? null
}

const changes = messageQuery(
  { me: users.id, ...columns(messages, 'conversationId', 'rev'), limit: integer },
  `WHERE ${inside} AND m.rev > :rev AND ${notHidden} ORDER BY m.rev LIMIT :limit`,
)

const hiddenSince = sql(
  { params: { me: users.id, ...columns(messageHides, 'conversationId', 'rev') }, row: { id: messageHides.messageId } },
  `SELECT message_id AS id FROM message_hides
   WHERE user_id = :me AND conversation_id = :conversationId AND rev >= :rev ORDER BY rev DESC LIMIT ${maxRevisions}`,
)

/**
 * The messages that have changed since a revision, in the order of their changes, each once and in its current state. Continue
 * from `rev`, at once if there is `more`. `reset` means that too much has changed and the conversation should be loaded again.
 * `hidden` has the ids of messages that the caller has hidden at or after the revision, on any device; hiding does not create a
 * revision.
 * @throws AppError not_found if the caller is not a member.
 */
export function listChanges(
  ctx: UserContext,
  conversationId: string,
  sinceRev: number,
): { messages: MessageView[]; hidden: string[]; more: boolean; reset: boolean; rev: number } {
  const { conversation } = requireMembership(ctx.db, ctx, conversationId)
  const gap = conversation.lastRev - sinceRev
  const hides = { me: ctx.actor.id, conversationId, rev: gap >= 0 ? sinceRev : 0 }
  const hidden = hiddenSince.all(ctx.db, hides).map(({ id }) => id)
  const nothing = { messages: [], hidden, more: false }
  if (gap === 0) return { ...nothing, reset: false, rev: sinceRev }
  if (!(gap > 0 && gap <= maxRevisions)) return { ...nothing, reset: true, rev: conversation.lastRev }
  const bindings = { me: ctx.actor.id, conversationId, rev: sinceRev, limit: maxChanges + 1 }
  const changed = changes.read(ctx.db, bindings)
  const more = changed.length > maxChanges
  const messages = withPlaces(ctx, more ? changed.slice(0, maxChanges) : changed)
  return { messages, hidden, more, reset: false, rev: (more && messages.at(-1)?.rev) || conversation.lastRev }
}

const pinned = messageQuery(
  { me: users.id, ...columns(messages, 'conversationId') },
  `WHERE ${inside} AND m.pinned_at IS NOT NULL AND ${notHidden} ORDER BY m.pinned_at DESC LIMIT ${maxPinned}`,
)

/** The pinned messages, latest pin first. @throws AppError not_found if the caller is not a member. */
export function listPinned(ctx: UserContext, conversationId: string): MessageView[] {
  requireMembership(ctx.db, ctx, conversationId)
  return pinned.read(ctx.db, { me: ctx.actor.id, conversationId })
}

const readers = sql(
  {
    params: { ...columns(messages, 'conversationId', 'seq'), author: messages.authorId },
    row: { userId: users.id, ...columns(users, 'name'), at: conversationMembers.lastReadAt },
  },
  `SELECT u.id AS userId, u.name, m.last_read_at AS at
   FROM conversation_readers m JOIN users u ON u.id = m.user_id
   WHERE m.conversation_id = :conversationId AND m.last_read_seq >= :seq AND m.user_id IS NOT :author
   ORDER BY u.name COLLATE NOCASE, u.id`,
)

/**
 * The members who have read a message, except its author, and when each last read the conversation (UTC epoch ms).
 * @throws AppError not_found for a message that the caller cannot read.
 */
export function seenBy(
  ctx: UserContext,
  messageId: string,
): Array<{ userId: string; name: string; at: number | null }> {
  const message = getMessage(ctx, messageId)
  if (!message) throw notFound('chatrefused:noMessage')
  return readers.all(ctx.db, { conversationId: message.conversationId, seq: message.seq, author: message.authorId })
}

const pendingIn = sql(
  {
    params: { ...columns(pendingMessages, 'conversationId'), limit: integer },
    row: { ...columns(pendingMessages, 'id', 'text', 'fileIds', 'createdAt'), authorName: users.name },
  },
  `SELECT p.id, u.name AS authorName, p.text, p.file_ids AS fileIds, p.created_at AS createdAt
   FROM pending_messages p JOIN users u ON u.id = p.author_id
   WHERE p.conversation_id = :conversationId AND p.status = 'pending' ORDER BY p.id LIMIT :limit`,
)

/**
 * The messages pending approval in a moderated group, oldest first.
 * @throws AppError not_found if the caller is not a member; forbidden if they cannot decide them.
 */
export function listPendingMessages(ctx: UserContext, conversationId: string, limit = 200): HeldMessage[] {
  requireMembership(ctx.db, ctx, conversationId, 'decidePending')
  const rows = pendingIn.all(ctx.db, { conversationId, limit })
  const files = attachmentsOf(
    ctx.db,
    rows.flatMap(({ fileIds }) => fileIds),
  )
  return rows.map(({ fileIds, ...pending }) => ({
    ...pending,
    attachments: fileIds.flatMap((id) => {
      const file = files.get(id)
      return file ? [{ id, name: file.name }] : []
    }),
  }))
}
