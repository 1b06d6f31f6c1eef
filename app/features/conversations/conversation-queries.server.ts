import type { UserContext } from '#app/features/accounts/context.ts'
import { normalizeForSearch } from '#app/platform/text/normalize-for-search.ts'
import { allRows, firstRow } from '#db/prepared.server.ts'
import { type SummaryRow, settingsOf, summaryOf, summaryQuery } from './conversation-rows.server.ts'
import type { ConversationDetail, ConversationSummary, MemberView } from './conversation-view.ts'
import { rightsOf } from './rights.ts'

/** A direct conversation without messages is listed only for the user who opened it. */
const isListed = "(c.type <> 'direct' OR c.last_seq > 0 OR c.created_by = @me)"
const listQuery = summaryQuery(isListed, 'ORDER BY c.last_message_at DESC, c.id DESC LIMIT @limit')
const oneQuery = summaryQuery('c.id = @id', '')
/** How many conversations a search by name looks through. */
const maxSearched = 2_000

/** The caller's conversations, latest first. `q` matches part of the name, regardless of case and accents. */
export function listConversations(
  ctx: UserContext,
  { q = '', limit = 100 }: { q?: string | undefined; limit?: number | undefined } = {},
): ConversationSummary[] {
  const wanted = normalizeForSearch(q.trim())
  const rows = allRows<SummaryRow>(ctx.db, listQuery, { me: ctx.actor.id, limit: wanted ? maxSearched : limit })
  const matching = wanted ? rows.filter(({ name }) => normalizeForSearch(name).includes(wanted)).slice(0, limit) : rows
  return matching.map(summaryOf)
}

/** How many of the caller's conversations are unread, without muted ones. */
export function countUnreadConversations(ctx: UserContext): number {
  const row = firstRow<{ count: number }>(
    ctx.db,
    `SELECT count(*) AS count FROM conversation_members me
     JOIN conversations c ON c.id = me.conversation_id AND c.is_active = 1
     WHERE me.user_id = @me AND me.left_at IS NULL AND me.muted = 0
       AND (c.last_seq > me.last_read_seq OR me.marked_unread = 1)`,
    { me: ctx.actor.id },
  )
  return row?.count ?? 0
}

/** A conversation with its members, for the caller; null if they are not a member. */
export function getConversation(ctx: UserContext, id: string): ConversationDetail | null {
  const row = firstRow<SummaryRow>(ctx.db, oneQuery, { me: ctx.actor.id, id })
  if (!row) return null
  const settings = settingsOf(row)
  const { type, role, subjectType } = row
  const rights = rightsOf({ type, role, hasSubject: subjectType !== null, ...settings })
  return {
    ...summaryOf(row),
    tags: JSON.parse(row.tags) as string[],
    settings,
    members: listMembers(ctx, id),
    rights,
    clientName: type === 'client' ? otherCompany(ctx, row.subjectId) : null,
    requestCount: rights.includes('decideRequests') ? countPending(ctx, requestsQuery, id) : 0,
    pendingMessageCount: rights.includes('decidePending') ? countPending(ctx, pendingMessagesQuery, id) : 0,
    ownPendingMessages: allRows(ctx.db, ownPendingQuery, { id, me: ctx.actor.id }),
    draftReplyToId: row.draftReplyToId,
  }
}

const requestsQuery = `SELECT count(*) AS count FROM join_requests WHERE conversation_id = @id AND status = 'pending'`
const pendingMessagesQuery = `SELECT count(*) AS count FROM pending_messages WHERE conversation_id = @id AND status = 'pending'`
const ownPendingQuery = `
  SELECT id, client_id AS clientId, text, created_at AS createdAt FROM pending_messages
  WHERE conversation_id = @id AND status = 'pending' AND author_id = @me ORDER BY id`

function countPending(ctx: UserContext, query: string, id: string): number {
  return firstRow<{ count: number }>(ctx.db, query, { id })?.count ?? 0
}

function listMembers(ctx: UserContext, id: string): MemberView[] {
  return allRows<MemberView>(
    ctx.db,
    `SELECT u.id, u.name, u.job_title AS jobTitle, m.role, m.last_read_seq AS lastReadSeq,
            m.last_delivered_seq AS lastDeliveredSeq, m.last_read_at AS lastReadAt
     FROM conversation_members m JOIN users u ON u.id = m.user_id
     WHERE m.conversation_id = @id AND m.left_at IS NULL
     ORDER BY u.name COLLATE NOCASE, u.id`,
    { id },
  )
}

/** The name of the contract's other company. */
function otherCompany(ctx: UserContext, contractId: string | null): string | null {
  const row = firstRow<{ name: string }>(
    ctx.db,
    `SELECT o.name FROM contracts c
     JOIN companies o ON o.id = CASE @mine WHEN c.client_company_id THEN c.provider_company_id ELSE c.client_company_id END
     WHERE c.id = @contractId`,
    { contractId, mine: ctx.company?.id ?? null },
  )
  return row?.name ?? null
}
