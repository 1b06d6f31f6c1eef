import type { UserContext } from '#app/features/accounts/context.ts'
import { requireMembership } from '#app/features/conversations/access.server.ts'
import type { SearchPage } from '#app/features/conversations/message-view.ts'
import { columns, type Fields, integer, list, text, type Values } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { conversations, messages } from '#db/schema/chat.ts'
import { sql } from '#db/sql.server.ts'
import { messageQuery, notHidden } from './message-rows.server.ts'
import { cleanQuery, quoted, searchTerms } from './search-terms.ts'

const hitsPerPage = 20
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

/** The keys of the found messages of a page, and the number of all. */
const byTerms = { me: users.id, match: text }
const matching = `FROM messages_fts JOIN messages m ON m.key = messages_fts.rowid
   WHERE messages_fts MATCH :match AND ${notHidden}`
const foundByTerms = {
  page: sql(
    { params: { ...byTerms, before: integer, limit: integer }, row: columns(messages, 'key') },
    `SELECT m.key ${matching} AND messages_fts.rowid < :before ORDER BY messages_fts.rowid DESC LIMIT :limit`,
  ),
  // Without looking at each message: all, and then those that the caller has hidden, which are few.
  count: sql(
    { params: byTerms, row: { count: integer } },
    `SELECT (SELECT count(*) FROM messages_fts WHERE messages_fts MATCH :match) - (
       SELECT count(*) FROM message_hides h CROSS JOIN messages m ON m.id = h.message_id
       CROSS JOIN messages_fts ON messages_fts.rowid = m.key
       WHERE h.user_id = :me AND messages_fts MATCH :match) AS count`,
  ),
}
const byLetters = { me: users.id, scopes: list({ id: conversations.id, from: integer }), like: text }
const lettersIn = `FROM json_each(:scopes) scope
   JOIN messages m ON m.conversation_id = scope.value ->> 'id' AND m.seq > scope.value ->> 'from'
   WHERE m.state = 'live' AND m.kind <> 'system' AND m.text LIKE :like ESCAPE '\\' AND ${notHidden}`
const foundByLetters = {
  page: sql(
    { params: { ...byLetters, before: integer, limit: integer }, row: columns(messages, 'key') },
    `SELECT m.key ${lettersIn} AND m.key < :before ORDER BY m.key DESC LIMIT :limit`,
  ),
  count: sql({ params: byLetters, row: { count: integer } }, `SELECT count(*) AS count ${lettersIn}`),
}
const hits = messageQuery(
  { keys: list(messages.key) },
  'WHERE m.key IN (SELECT value FROM json_each(:keys)) ORDER BY m.key DESC',
)
const keyOf = sql(
  { params: columns(messages, 'id'), row: columns(messages, 'key') },
  'SELECT key FROM messages WHERE id = :id',
)

/**
 * A page of the messages with these words, latest first, in one conversation or in all of the caller's, with the number of all in one
 * (MSG-15): counting what hundreds of conversations have takes too long. Unsent, removed, pending and hidden messages are not found. A search for fewer than three letters only looks
 * through the latest messages of a conversation.
 * @throws AppError not_found if the caller is not a member of `conversationId`.
 */
export function searchMessages(
  ctx: UserContext,
  input: {
    q: string
    conversationId?: string | undefined
    /** The id of the last message of the page before. */
    after?: string | undefined
  },
): SearchPage {
  const { q, conversationId, after } = input
  if (conversationId !== undefined) requireMembership(ctx.db, ctx, conversationId)
  const me = ctx.actor.id
  const wanted = cleanQuery(q)
  const terms = searchTerms(wanted)
  const nothing = { hits: [], total: 0, more: false, latestOnly: null }
  if (wanted === '') return nothing
  const most = terms ? searchedConversations : shortSearch.conversations
  const searched =
    conversationId === undefined
      ? allScopes.all(ctx.db, { me, conversations: most })
      : oneScope.all(ctx.db, { me, conversations: most, conversationId })
  if (searched.length === 0) return nothing
  const before = (after && keyOf.first(ctx.db, { id: after })?.key) || Number.MAX_SAFE_INTEGER
  const place = { before, limit: hitsPerPage + 1 }
  const depth = searched.length === 1 ? shortSearch.alone : shortSearch.each
  const counted = conversationId !== undefined
  const { keys, count } = terms
    ? findByTerms(ctx, searched, terms, place)
    : findShort(ctx, searched, wanted, depth, place)
  const shown = keys.slice(0, hitsPerPage)
  const read = shown.length === 0 ? [] : hits.read(ctx.db, { keys: shown })
  const names = namesOf(ctx, [...new Set(read.map((message) => message.conversationId))])
  return {
    hits: read.map((message) => ({ message, conversationName: names.get(message.conversationId) ?? '' })),
    total: counted ? count() : null,
    more: keys.length > hitsPerPage,
    latestOnly: !terms && searched.some(({ lastSeq }) => lastSeq > depth) ? depth : null,
  }
}

type Place = { before: number; limit: number }

function findByTerms(ctx: UserContext, scopes: Scope[], terms: string[], place: Place) {
  const anyScope = scopes.map(({ searchKey }) => quoted(searchKey)).join(' OR ')
  const match = `scope : (${anyScope}) AND body : (${terms.map(quoted).join(' AND ')})`
  const asked = { me: ctx.actor.id, match }
  const keys = foundByTerms.page.all(ctx.db, { ...asked, ...place }).map(({ key }) => key)
  return { keys, count: () => foundByTerms.count.one(ctx.db, asked).count }
}

function findShort(ctx: UserContext, scopes: Scope[], wanted: string, depth: number, place: Place) {
  const from = scopes.map(({ id, lastSeq }) => ({ id, from: lastSeq - depth }))
  const asked = { me: ctx.actor.id, scopes: from, like: `%${wanted.replace(/[\\%_]/g, '\\$&')}%` }
  const keys = foundByLetters.page.all(ctx.db, { ...asked, ...place }).map(({ key }) => key)
  return { keys, count: () => foundByLetters.count.one(ctx.db, asked).count }
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
