import type { UserContext } from '#app/features/accounts/context.ts'
import { forbidden, notFound } from '#app/platform/errors.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { allRows, firstRow } from '#db/prepared.server.ts'
import type { conversationMembers, conversations } from '#db/schema/chat.ts'
import { type ConversationRight, rightsOf } from './rights.ts'

type Conversation = typeof conversations.$inferSelect
type Member = typeof conversationMembers.$inferSelect
type ConversationFlag = 'allowInvites' | 'moderateMessages' | 'allowFileSharing' | 'allowCalls'
type ConversationPart =
  | 'id'
  | 'type'
  | 'name'
  | 'description'
  | 'privacy'
  | 'subjectType'
  | 'subjectId'
  | 'lastSeq'
  | 'lastRev'
type MemberPart = 'role' | 'lastReadSeq' | 'lastReadAt'

/** A conversation with its settings, and the caller's own membership of it. */
export type Membership = {
  conversation: Pick<Conversation, ConversationPart | ConversationFlag | 'tags'>
  member: Pick<Member, MemberPart | 'markedUnread'>
  rights: ConversationRight[]
}

type Row = Pick<Conversation, ConversationPart> &
  Record<ConversationFlag, 0 | 1> &
  Pick<Member, MemberPart> & { tags: string; markedUnread: 0 | 1 }

/** Prepared once, because every socket event starts with this query. */
const membershipQuery = `
  SELECT c.id, c.type, c.name, c.description, c.privacy, c.tags, c.subject_type AS subjectType, c.subject_id AS subjectId,
         c.last_seq AS lastSeq, c.last_rev AS lastRev, c.allow_invites AS allowInvites,
         c.moderate_messages AS moderateMessages, c.allow_file_sharing AS allowFileSharing, c.allow_calls AS allowCalls,
         m.role, m.last_read_seq AS lastReadSeq, m.last_read_at AS lastReadAt, m.marked_unread AS markedUnread
  FROM conversation_members m JOIN conversations c ON c.id = m.conversation_id AND c.is_active = 1
  WHERE m.conversation_id = @conversationId AND m.user_id = @userId AND m.left_at IS NULL`

/** The user's membership of a conversation; null for anybody who is not a current member, also if it does not exist. */
export function findMembership(db: Database | Transaction, userId: string, conversationId: string): Membership | null {
  const row = firstRow<Row>(db, membershipQuery, { userId, conversationId })
  if (!row) return null
  const { role, lastReadSeq, lastReadAt, markedUnread, ...rest } = row
  const conversation = {
    ...rest,
    tags: JSON.parse(row.tags) as string[],
    allowInvites: row.allowInvites === 1,
    moderateMessages: row.moderateMessages === 1,
    allowFileSharing: row.allowFileSharing === 1,
    allowCalls: row.allowCalls === 1,
  }
  const { type, subjectType, allowInvites, allowFileSharing, allowCalls } = conversation
  const hasSubject = subjectType !== null
  return {
    conversation,
    member: { role, lastReadSeq, lastReadAt, markedUnread: markedUnread === 1 },
    rights: rightsOf({ type, role, hasSubject, allowInvites, allowFileSharing, allowCalls }),
  }
}

/**
 * The actor's membership, after checking `right` if one is given.
 * @throws AppError not_found if the actor is not a current member; forbidden for a member without the right.
 */
export function requireMembership(
  db: Database | Transaction,
  ctx: Pick<UserContext, 'actor'>,
  conversationId: string,
  right?: ConversationRight,
): Membership {
  const membership = findMembership(db, ctx.actor.id, conversationId)
  if (!membership) throw notFound('chatrefused:notFound')
  if (right && !membership.rights.includes(right)) throw forbidden(`chatrefused:right.${right}`)
  return membership
}

const partQueries = {
  message: 'SELECT 1 FROM messages WHERE id = @id AND conversation_id = @conversationId',
  pendingMessage: 'SELECT 1 FROM pending_messages WHERE id = @id AND conversation_id = @conversationId',
  request: 'SELECT 1 FROM join_requests WHERE id = @id AND conversation_id = @conversationId',
}

/**
 * Checks that the ids in a URL belong together. It does not check rights: the verb does.
 * @throws AppError not_found if the part is not of this conversation.
 */
export function requirePart(
  ctx: Pick<UserContext, 'db'>,
  part: keyof typeof partQueries,
  place: { conversationId: string; id: string },
): void {
  if (!firstRow(ctx.db, partQueries[part], place)) throw notFound('chatrefused:notFound')
}

/** The ids of a conversation's current admins with active accounts. */
export function adminsOf(db: Database | Transaction, conversationId: string): string[] {
  const rows = allRows<{ id: string }>(
    db,
    `SELECT m.user_id AS id FROM conversation_members m JOIN users u ON u.id = m.user_id AND u.status = 'active'
     WHERE m.conversation_id = @conversationId AND m.left_at IS NULL AND m.role = 'admin'`,
    { conversationId },
  )
  return rows.map(({ id }) => id)
}
