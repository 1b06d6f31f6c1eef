import type { UserContext } from '#app/features/accounts/context.ts'
import { modulesOutOfScope } from '#app/features/accounts/module-scope.server.ts'
import { can, permittedActions, refusalReason } from '#app/features/accounts/require-right.server.ts'
import { languageModel } from '#app/platform/language-model.server.ts'
import { normalizeForSearch } from '#app/platform/text/normalize-for-search.ts'
import { columns, integer, list, nullable, text } from '#db/fields.server.ts'
import { companies, users } from '#db/schema/accounts.ts'
import { conversationMembers, conversations, pendingMessages } from '#db/schema/chat.ts'
import { contracts } from '#db/schema/contracts.ts'
import { savedMessages } from '#db/schema/messages/personal.ts'
import { pollVotes } from '#db/schema/messages/polls.ts'
import { sql } from '#db/sql.server.ts'
import { conversationSubjects, moduleOfSubject } from '#db/vocabulary/chat.ts'
import type { ConversationFilter } from './conversation-filter.ts'
import { settingsOf, summaryOf, summaryQuery, summaryWithDetails } from './conversation-rows.server.ts'
import { type ConversationDetail, type ConversationSummary, maxListed } from './conversation-view.ts'
import { workOf } from './conversation-work.server.ts'
import { rightsBehind, rightsOf } from './rights.ts'

/** A direct conversation without messages is listed only for the user who opened it. */
const isListed = "(c.type <> 'direct' OR c.last_seq > 0 OR c.created_by = :me)"
/** The view knows what is closed to the reader; a token may cover less. */
const isCovered =
  "(:uncovered = '[]' OR c.subject_type IS NULL OR c.subject_type NOT IN (SELECT value FROM json_each(:uncovered)))"
const summariesWith = (condition: string) =>
  summaryQuery(
    { limit: integer, uncovered: list(text) },
    `${isListed} AND ${isCovered} AND ${condition}`,
    'ORDER BY me.pinned_at IS NULL, c.last_message_at DESC, c.id DESC LIMIT :limit',
  )
/** As `isShownBy` says of one conversation. */
const summaries: Record<ConversationFilter, ReturnType<typeof summariesWith>> = {
  all: summariesWith('true'),
  unread: summariesWith('(c.last_seq > me.last_read_seq OR me.marked_unread = 1)'),
  direct: summariesWith("c.type = 'direct'"),
  groups: summariesWith("c.type <> 'direct' AND (c.subject_type IS NULL OR c.subject_type = 'company')"),
  projects: summariesWith("c.subject_type IN ('project', 'contract')"),
}
/** How many conversations a search by name looks through. */
const maxSearched = 2_000

/** The caller's conversations: pinned ones first, then the latest (MSG-16). `q` matches part of the name, regardless of case and accents. */
export function listConversations(
  ctx: UserContext,
  {
    q = '',
    filter = 'all',
    limit = maxListed,
  }: { q?: string | undefined; filter?: ConversationFilter | undefined; limit?: number | undefined } = {},
): ConversationSummary[] {
  const wanted = normalizeForSearch(q.trim())
  const closed = modulesOutOfScope(ctx.actor)
  const uncovered = conversationSubjects.filter((subject) => closed.includes(moduleOfSubject[subject]))
  const rows = summaries[filter].all(ctx.db, { me: ctx.actor.id, limit: wanted ? maxSearched : limit, uncovered })
  const matching = wanted ? rows.filter(({ name }) => normalizeForSearch(name).includes(wanted)).slice(0, limit) : rows
  return matching.map(summaryOf)
}

const readers = sql(
  { params: { ids: list(conversations.id) }, row: { id: conversationMembers.conversationId, count: integer } },
  `SELECT m.conversation_id AS id, count(*) AS count FROM conversation_readers m
   WHERE m.conversation_id IN (SELECT value FROM json_each(:ids)) GROUP BY m.conversation_id`,
)

/** How many members may read each conversation now: not those to whom its module is closed (ACC-8). */
export function countReaders(ctx: UserContext, ids: readonly string[]): Map<string, number> {
  return new Map(readers.all(ctx.db, { ids }).map(({ id, count }) => [id, count]))
}

const unread = sql(
  { params: { me: users.id }, row: { count: integer } },
  `SELECT count(*) AS count FROM conversation_readers me
   JOIN conversations c ON c.id = me.conversation_id AND c.is_active = 1
   WHERE me.user_id = :me AND me.level <> 'none'
     AND (c.last_seq > me.last_read_seq OR me.marked_unread = 1)`,
)

/** How many of the caller's conversations are unread, without muted ones. */
export function countUnreadConversations(ctx: UserContext): number {
  return unread.one(ctx.db, { me: ctx.actor.id }).count
}

/** A conversation for the caller, with the members who may read it (ACC-8); null if the caller is none of them. */
export function getConversation(ctx: UserContext, id: string): ConversationDetail | null {
  const row = summaryWithDetails.first(ctx.db, { me: ctx.actor.id, id })
  if (!row) return null
  const settings = settingsOf(row)
  const { type, role, subjectType } = row
  const own = rightsOf({ type, role, hasSubject: subjectType !== null, ...settings })
  const rights = permittedActions(ctx, own, rightsBehind)
  const members = membersOf.all(ctx.db, { id })
  return {
    ...summaryOf(row),
    memberCount: members.length,
    tags: row.tags,
    settings,
    members,
    rights,
    readOnly: !can(ctx, 'messages.update'),
    sendRefusal: refusalReason(ctx, 'messages.send'),
    clientName:
      type === 'client'
        ? (clientCompany.first(ctx.db, { contractId: row.subjectId, mine: ctx.company?.id ?? null })?.name ?? null)
        : null,
    requestCount: rights.includes('decideRequests') ? pendingRequests.one(ctx.db, { id }).count : 0,
    pendingMessageCount: rights.includes('decidePending') ? pendingCount.one(ctx.db, { id }).count : 0,
    ownPendingMessages: ownPending.all(ctx.db, { id, me: ctx.actor.id }).reverse(),
    draftReplyToId: row.draftReplyToId,
    ...(subjectType === 'contract' ? workOf(ctx, id) : { contract: null, work: [] }),
    canTranslate: languageModel() !== null,
    ownVotes: votesIn.all(ctx.db, { id, me: ctx.actor.id }),
    savedIds: savedIn.all(ctx.db, { id, me: ctx.actor.id }).map(({ messageId }) => messageId),
  }
}

const countOf = { params: { id: conversations.id }, row: { count: integer } }
const pendingRequests = sql(
  countOf,
  `SELECT count(*) AS count FROM join_requests WHERE conversation_id = :id AND status = 'pending'`,
)
const pendingCount = sql(
  countOf,
  `SELECT count(*) AS count FROM pending_messages WHERE conversation_id = :id AND status = 'pending'`,
)
/** How many of their own undecided and denied messages a member is shown: the latest. */
const maxOwnPending = 50
const ownPending = sql(
  {
    params: { id: conversations.id, me: users.id },
    row: columns(pendingMessages, 'id', 'clientId', 'text', 'createdAt', 'status'),
  },
  `SELECT id, client_id AS clientId, text, created_at AS createdAt, status FROM pending_messages
   WHERE conversation_id = :id AND author_id = :me AND status IN ('pending', 'denied')
   ORDER BY id DESC LIMIT ${maxOwnPending}`,
)

const savedIn = sql(
  { params: { id: conversations.id, me: users.id }, row: columns(savedMessages, 'messageId') },
  `SELECT s.message_id AS messageId FROM saved_messages s
   JOIN messages m ON m.id = s.message_id AND m.conversation_id = :id
   WHERE s.user_id = :me ORDER BY s.key DESC LIMIT 500`,
)

const votesIn = sql(
  {
    params: { id: conversations.id, me: users.id },
    row: columns(pollVotes, 'messageId', 'option'),
  },
  `SELECT message_id AS messageId, option FROM poll_votes
   WHERE user_id = :me AND conversation_id = :id ORDER BY message_id DESC LIMIT 500`,
)

const membersOf = sql(
  {
    params: { id: conversations.id },
    row: {
      ...columns(users, 'id', 'name', 'jobTitle'),
      ...columns(conversationMembers, 'role', 'lastReadSeq', 'lastDeliveredSeq', 'lastReadAt'),
    },
  },
  `SELECT u.id, u.name, u.job_title AS jobTitle, m.role, m.last_read_seq AS lastReadSeq,
          m.last_delivered_seq AS lastDeliveredSeq, m.last_read_at AS lastReadAt
   FROM conversation_readers m JOIN users u ON u.id = m.user_id
   WHERE m.conversation_id = :id
   ORDER BY u.name COLLATE NOCASE, u.id`,
)

/** The name of the contract's other company. */
const clientCompany = sql(
  { params: { contractId: nullable(contracts.id), mine: nullable(companies.id) }, row: columns(companies, 'name') },
  `SELECT o.name FROM contracts c
   JOIN companies o ON o.id = c.client_company_id
   WHERE c.id = :contractId AND c.provider_company_id = :mine`,
)
