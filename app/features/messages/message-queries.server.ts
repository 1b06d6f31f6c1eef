import type { UserContext } from '#app/features/accounts/context.ts'
import { requireMembership } from '#app/features/conversations/access.server.ts'
import type { MessagePage, MessageView, SearchHit } from '#app/features/conversations/message-view.ts'
import { notFound } from '#app/platform/errors.ts'
import { columns, type Fields, integer, list, text, type Values } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import {
  conversationMembers,
  conversations,
  messageHides,
  messages,
  pendingMessages,
  type StoredAttachment,
} from '#db/schema/chat.ts'
import { sql } from '#db/sql.server.ts'
import { attachmentsOf } from './attachments.server.ts'
import { messagesPerPage } from './limits.ts'
import { messageQuery, notHidden } from './message-rows.server.ts'
import { cleanQuery, quoted, searchTerms } from './search-terms.ts'

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
    return { rows: rows.slice(0, count), more: rows.length > count }
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
  return readable.read(ctx.db, { me: ctx.actor.id, id: messageId })[0] ?? null
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
  const messages = more ? changed.slice(0, maxChanges) : changed
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

const maxHits = 100
/** How many of the caller's latest conversations a search looks through. */
const searchedConversations = 500
/** How many messages a search for one or two letters looks through: in one conversation, or in each of the latest ones. */
const shortSearch = { alone: 2_000, each: 100, conversations: 50 } as const

const scope = columns(conversations, 'id', 'searchKey', 'lastSeq')
type Scope = Values<typeof scope>
const scopes = <P extends Fields>(params: P, condition: string) =>
  sql(
    { params: { ...params, me: users.id, conversations: integer }, row: scope },
    `SELECT c.id, c.search_key AS searchKey, c.last_seq AS lastSeq FROM conversation_readers me
     JOIN conversations c ON c.id = me.conversation_id AND c.is_active = 1
     WHERE me.user_id = :me AND ${condition}
     ORDER BY c.last_message_at DESC LIMIT :conversations`,
  )
const allScopes = scopes({}, 'c.last_seq > 0')
const oneScope = scopes({ conversationId: conversations.id }, 'c.id = :conversationId')

const foundByTerms = sql(
  { params: { me: users.id, match: text, limit: integer }, row: columns(messages, 'key') },
  `SELECT m.key FROM messages_fts JOIN messages m ON m.key = messages_fts.rowid
   WHERE messages_fts MATCH :match AND ${notHidden} ORDER BY messages_fts.rowid DESC LIMIT :limit`,
)
const foundShort = sql(
  {
    params: { me: users.id, scopes: list({ id: conversations.id, from: integer }), like: text, limit: integer },
    row: columns(messages, 'key'),
  },
  `SELECT m.key FROM json_each(:scopes) scope
   JOIN messages m ON m.conversation_id = scope.value ->> 'id' AND m.seq > scope.value ->> 'from'
   WHERE m.state = 'live' AND m.kind <> 'system' AND m.text LIKE :like ESCAPE '\\' AND ${notHidden}
   ORDER BY m.key DESC LIMIT :limit`,
)
const hits = messageQuery(
  { keys: list(messages.key) },
  'WHERE m.key IN (SELECT value FROM json_each(:keys)) ORDER BY m.key DESC',
)

/**
 * Messages with these words, latest first, in one conversation or in all of the caller's. Unsent, removed, pending and hidden
 * messages are not found. A search for fewer than three letters only looks through the latest messages.
 * @throws AppError not_found if the caller is not a member of `conversationId`.
 */
export function searchMessages(
  ctx: UserContext,
  { q, conversationId, limit = 20 }: { q: string; conversationId?: string | undefined; limit?: number | undefined },
): SearchHit[] {
  if (conversationId !== undefined) requireMembership(ctx.db, ctx, conversationId)
  const me = ctx.actor.id
  const wanted = cleanQuery(q)
  const terms = searchTerms(wanted)
  if (wanted === '') return []
  const most = terms ? searchedConversations : shortSearch.conversations
  const searched =
    conversationId === undefined
      ? allScopes.all(ctx.db, { me, conversations: most })
      : oneScope.all(ctx.db, { me, conversations: most, conversationId })
  if (searched.length === 0) return []
  const asked = Math.max(1, Math.min(limit, maxHits))
  const found = terms ? findByTerms(ctx, searched, terms, asked) : findShort(ctx, searched, wanted, asked)
  const read = found.length === 0 ? [] : hits.read(ctx.db, { keys: found.map(({ key }) => key) })
  const names = namesOf(ctx, [...new Set(read.map((message) => message.conversationId))])
  return read.map((message) => ({ message, conversationName: names.get(message.conversationId) ?? '' }))
}

function findByTerms(ctx: UserContext, scopes: Scope[], terms: string[], limit: number) {
  const anyScope = scopes.map(({ searchKey }) => quoted(searchKey)).join(' OR ')
  const match = `scope : (${anyScope}) AND body : (${terms.map(quoted).join(' AND ')})`
  return foundByTerms.all(ctx.db, { me: ctx.actor.id, match, limit })
}

function findShort(ctx: UserContext, scopes: Scope[], wanted: string, limit: number) {
  const depth = scopes.length === 1 ? shortSearch.alone : shortSearch.each
  const from = scopes.map(({ id, lastSeq }) => ({ id, from: lastSeq - depth }))
  const like = `%${wanted.replace(/[\\%_]/g, '\\$&')}%`
  return foundShort.all(ctx.db, { me: ctx.actor.id, scopes: from, like, limit })
}

const conversationNames = sql(
  { params: { me: users.id, ids: list(conversations.id) }, row: { id: conversations.id, name: text } },
  `SELECT c.id, coalesce(c.name, u.name, '') AS name FROM json_each(:ids) wanted
   JOIN conversations c ON c.id = wanted.value
   LEFT JOIN conversation_members mate ON c.type = 'direct' AND mate.conversation_id = c.id AND mate.user_id <> :me
   LEFT JOIN users u ON u.id = mate.user_id`,
)

/** The names of conversations for the caller; a direct one has the other person's name. */
function namesOf(ctx: UserContext, ids: string[]): Map<string, string> {
  const rows = conversationNames.all(ctx.db, { me: ctx.actor.id, ids })
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export type PendingMessage = {
  id: string
  authorId: string
  authorName: string
  text: string
  attachments: StoredAttachment[]
  createdAt: number
}

const pendingIn = sql(
  {
    params: columns(pendingMessages, 'conversationId'),
    row: { ...columns(pendingMessages, 'id', 'authorId', 'text', 'fileIds', 'createdAt'), authorName: users.name },
  },
  `SELECT p.id, p.author_id AS authorId, u.name AS authorName, p.text, p.file_ids AS fileIds, p.created_at AS createdAt
   FROM pending_messages p JOIN users u ON u.id = p.author_id
   WHERE p.conversation_id = :conversationId AND p.status = 'pending' ORDER BY p.id LIMIT 200`,
)

/**
 * The messages pending approval in a moderated group, oldest first.
 * @throws AppError not_found if the caller is not a member; forbidden if they cannot decide them.
 */
export function listPendingMessages(ctx: UserContext, conversationId: string): PendingMessage[] {
  requireMembership(ctx.db, ctx, conversationId, 'decidePending')
  const rows = pendingIn.all(ctx.db, { conversationId })
  const files = attachmentsOf(
    ctx.db,
    rows.flatMap(({ fileIds }) => fileIds),
  )
  return rows.map(({ fileIds, ...pending }) => ({
    ...pending,
    attachments: fileIds.flatMap((id) => files.get(id) ?? []),
  }))
}
