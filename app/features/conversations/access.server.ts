import type { UserContext } from '#app/features/accounts/context.ts'
import { modulesOutOfScope } from '#app/features/accounts/module-scope.server.ts'
import { forbidden, notFound } from '#app/platform/errors.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns, integer, text } from '#db/fields.server.ts'
import { conversationMembers, conversations } from '#db/schema/chat.ts'
import { sql } from '#db/sql.server.ts'
import { moduleOfSubject } from '#db/vocabulary/chat.ts'
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

/** Every socket event starts with this query. */
const membershipOf = sql(
  {
    params: { conversationId: conversationMembers.conversationId, userId: conversationMembers.userId },
    row: {
      ...columns(conversations, 'id', 'type', 'name', 'description', 'privacy', 'tags', 'subjectType', 'subjectId'),
      ...columns(conversations, 'lastSeq', 'lastRev', 'allowInvites', 'moderateMessages', 'allowFileSharing'),
      ...columns(conversations, 'allowCalls'),
      ...columns(conversationMembers, 'role', 'lastReadSeq', 'lastReadAt', 'markedUnread'),
    },
  },
  `SELECT c.id, c.type, c.name, c.description, c.privacy, c.tags, c.subject_type AS subjectType, c.subject_id AS subjectId,
          c.last_seq AS lastSeq, c.last_rev AS lastRev, c.allow_invites AS allowInvites,
          c.moderate_messages AS moderateMessages, c.allow_file_sharing AS allowFileSharing, c.allow_calls AS allowCalls,
          m.role, m.last_read_seq AS lastReadSeq, m.last_read_at AS lastReadAt, m.marked_unread AS markedUnread
   FROM conversation_readers m JOIN conversations c ON c.id = m.conversation_id AND c.is_active = 1
   WHERE m.conversation_id = :conversationId AND m.user_id = :userId`,
)

/** The user's membership of a conversation; null for anybody who is not a current member, also if it does not exist. */
export function findMembership(db: Database | Transaction, userId: string, conversationId: string): Membership | null {
  const row = membershipOf.first(db, { userId, conversationId })
  if (!row) return null
  const { role, lastReadSeq, lastReadAt, markedUnread, ...conversation } = row
  const { type, subjectType, allowInvites, allowFileSharing, allowCalls } = conversation
  const hasSubject = subjectType !== null
  return {
    conversation,
    member: { role, lastReadSeq, lastReadAt, markedUnread },
    rights: rightsOf({ type, role, hasSubject, allowInvites, allowFileSharing, allowCalls }),
  }
}

/**
 * The actor's membership, after checking `right` if one is given.
 * @throws AppError not_found if the actor is not a current member, or acts by a token that does not cover the module of its subject; forbidden for a member without the right.
 */
export function requireMembership(
  db: Database | Transaction,
  ctx: Pick<UserContext, 'actor'>,
  conversationId: string,
  right?: ConversationRight,
): Membership {
  const membership = findMembership(db, ctx.actor.id, conversationId)
  const { subjectType = null } = membership?.conversation ?? {}
  const isCovered = subjectType === null || !modulesOutOfScope(ctx.actor).includes(moduleOfSubject[subjectType])
  if (!membership || !isCovered) throw notFound('chatrefused:notFound')
  if (right && !membership.rights.includes(right)) throw forbidden(`chatrefused:right.${right}`)
  return membership
}

const partOf = (table: 'messages' | 'pending_messages' | 'join_requests') =>
  sql(
    { params: { id: text, conversationId: conversations.id }, row: { one: integer } },
    `SELECT 1 AS one FROM ${table} WHERE id = :id AND conversation_id = :conversationId`,
  )
const parts = {
  message: partOf('messages'),
  pendingMessage: partOf('pending_messages'),
  request: partOf('join_requests'),
}

/**
 * Checks that the ids in a URL belong together. It does not check rights: the verb does.
 * @throws AppError not_found if the part is not of this conversation.
 */
export function requirePart(
  ctx: Pick<UserContext, 'db'>,
  part: keyof typeof parts,
  place: { conversationId: string; id: string },
): void {
  if (!parts[part].first(ctx.db, place)) throw notFound('chatrefused:notFound')
}

const admins = sql(
  { params: columns(conversationMembers, 'conversationId'), row: { id: conversationMembers.userId } },
  `SELECT m.user_id AS id FROM conversation_readers m JOIN users u ON u.id = m.user_id AND u.status = 'active'
   WHERE m.conversation_id = :conversationId AND m.role = 'admin'`,
)

/** The ids of a conversation's current admins with active accounts. */
export function adminsOf(db: Database | Transaction, conversationId: string): string[] {
  return admins.all(db, { conversationId }).map(({ id }) => id)
}
