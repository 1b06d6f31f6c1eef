import { truncate } from '#app/platform/text/truncate.ts'
import { columns, type Fields, nullable, text, type Values } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { conversationMembers, conversationReaders, conversations, drafts, messages } from '#db/schema/chat.ts'
import { sql } from '#db/sql.server.ts'
import { type ConversationSettings, type ConversationSummary, previewLength } from './conversation-view.ts'

const summary = {
  ...columns(conversations, 'id', 'type', 'description', 'groupType', 'privacy', 'subjectType', 'subjectId'),
  ...columns(conversations, 'lastSeq', 'lastRev', 'lastMessageAt', 'memberCount'),
  ...columns(conversationMembers, 'role', 'lastReadSeq', 'markedUnread', 'pinnedAt'),
  ...columns(conversationReaders, 'level'),
  name: text,
  otherUserId: nullable(users.id),
  draft: nullable(text),
  draftReplyToId: drafts.replyToId,
  lastKind: nullable(messages.kind),
  lastState: nullable(messages.state),
  lastText: nullable(text),
  lastParams: messages.params,
  lastAuthorId: messages.authorId,
  lastAuthorName: nullable(users.name),
}

/** What only the page of one conversation shows. */
const details = columns(conversations, 'tags', 'allowInvites', 'moderateMessages', 'allowFileSharing', 'allowCalls')

/** A row of `summaryQuery`. */
export type SummaryRow = Values<typeof summary>

function textOf(more: string, condition: string, tail: string): string {
  return `
  SELECT c.id, c.type, coalesce(c.name, other.name, '') AS name, c.description, c.group_type AS groupType, c.privacy,
         ${more}
         c.subject_type AS subjectType, c.subject_id AS subjectId, other.id AS otherUserId,
         c.last_seq AS lastSeq, c.last_rev AS lastRev, c.last_message_at AS lastMessageAt, c.member_count AS memberCount,
         me.role, me.last_read_seq AS lastReadSeq, me.marked_unread AS markedUnread, me.level,
         me.pinned_at AS pinnedAt,
         nullif(d.text, '') AS draft, d.reply_to_id AS draftReplyToId,
         last.kind AS lastKind, last.state AS lastState, substr(last.text, 1, ${previewLength + 1}) AS lastText,
         last.params AS lastParams, last.author_id AS lastAuthorId, author.name AS lastAuthorName
  FROM conversation_readers me
  JOIN conversations c ON c.id = me.conversation_id AND c.is_active = 1
  LEFT JOIN conversation_members mate
    ON c.type = 'direct' AND mate.conversation_id = c.id AND mate.user_id <> me.user_id
  LEFT JOIN users other ON other.id = mate.user_id
  LEFT JOIN drafts d ON d.user_id = me.user_id AND d.conversation_id = c.id
  LEFT JOIN messages last ON last.key = (
    SELECT m.key FROM messages m
    WHERE m.conversation_id = c.id
      AND NOT EXISTS (SELECT 1 FROM message_hides h WHERE h.user_id = me.user_id AND h.message_id = m.id)
    ORDER BY m.seq DESC LIMIT 1)
  LEFT JOIN users author ON author.id = last.author_id
  WHERE me.user_id = :me AND ${condition} ${tail}`
}

/**
 * SQL for the conversations of `:me`, each with the last message that they have not hidden. `condition` narrows the rows, and
 * `tail` orders and limits them.
 */
export const summaryQuery = <P extends Fields>(params: P, condition: string, tail: string) =>
  sql({ params: { ...params, me: users.id }, row: summary }, textOf('', condition, tail))

const detailColumns = `c.tags, c.allow_invites AS allowInvites, c.moderate_messages AS moderateMessages,
         c.allow_file_sharing AS allowFileSharing, c.allow_calls AS allowCalls,`
/** The conversation `:id` of `:me`, with its details. */
export const summaryWithDetails = sql(
  { params: { id: conversations.id, me: users.id }, row: { ...summary, ...details } },
  textOf(detailColumns, 'c.id = :id', ''),
)

export function summaryOf(row: SummaryRow): ConversationSummary {
  const { id, type, name, description, groupType, privacy, otherUserId, memberCount, role, draft } = row
  const { subjectType, subjectId, lastSeq, lastRev, lastMessageAt, lastReadSeq } = row
  return {
    id,
    type,
    name,
    description,
    groupType,
    privacy,
    otherUserId,
    memberCount,
    role,
    draft,
    lastSeq,
    lastRev,
    lastMessageAt,
    lastReadSeq,
    subject: subjectType && subjectId ? { type: subjectType, id: subjectId } : null,
    lastMessage: lastMessageOf(row),
    unread: Math.max(0, lastSeq - lastReadSeq),
    markedUnread: row.markedUnread,
    level: row.level,
    pinnedAt: row.pinnedAt,
  }
}

function lastMessageOf(row: SummaryRow): ConversationSummary['lastMessage'] {
  if (row.lastKind === null || row.lastState === null) return null
  return {
    authorId: row.lastAuthorId,
    authorName: row.lastAuthorName ?? '',
    text: truncate(row.lastText ?? '', previewLength),
    kind: row.lastKind,
    state: row.lastState,
    params: row.lastParams,
  }
}

export function settingsOf(row: Values<typeof details>): ConversationSettings {
  const { allowInvites, moderateMessages, allowFileSharing, allowCalls } = row
  return { allowInvites, moderateMessages, allowFileSharing, allowCalls }
}
