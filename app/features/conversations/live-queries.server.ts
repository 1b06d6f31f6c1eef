import type { UserContext } from '#app/features/accounts/context.ts'
import type { ConversationCursor } from '#app/realtime/protocol/socket-events.ts'
import type { Database } from '#db/client.server.ts'
import { columns, integer, list, text } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { conversationMembers, conversationReaders, conversations, messageHides } from '#db/schema/chat.ts'
import { sql } from '#db/sql.server.ts'
import type { NotificationLevel } from '#db/vocabulary/chat.ts'

const cursors = sql(
  {
    params: columns(conversationMembers, 'userId'),
    row: {
      ...columns(conversations, 'id', 'lastSeq', 'lastRev'),
      ...columns(conversationMembers, 'lastReadSeq'),
      unread: integer,
    },
  },
  `SELECT c.id, c.last_seq AS lastSeq, c.last_rev AS lastRev, m.last_read_seq AS lastReadSeq,
          max(0, c.last_seq - m.last_read_seq) AS unread
   FROM conversation_readers m
   JOIN conversations c ON c.id = m.conversation_id AND c.is_active = 1
   WHERE m.user_id = :userId`,
)

/** The caller's read position in each of their conversations. */
export function listCursors(ctx: UserContext): ConversationCursor[] {
  return cursors.all(ctx.db, { userId: ctx.actor.id })
}

const hidden = sql(
  { params: { me: users.id, asked: list({ id: text, rev: integer }) }, row: { id: text } },
  `SELECT asked.value ->> 'id' AS id FROM json_each(:asked) asked WHERE EXISTS (
     SELECT 1 FROM message_hides h
     WHERE h.user_id = :me AND h.conversation_id = asked.value ->> 'id' AND h.rev >= asked.value ->> 'rev')`,
)

/** The ids of those conversations in which the caller has hidden a message at or after the given revision. */
export function listConversationsWithHides(ctx: UserContext, revs: Readonly<Record<string, number>>): string[] {
  return hidden
    .all(ctx.db, { me: ctx.actor.id, asked: Object.entries(revs).map(([id, rev]) => ({ id, rev })) })
    .map(({ id }) => id)
}

export type MemberCursor = {
  conversationId: string
  userId: string
  lastSeq: number
  lastRev: number
  lastDeliveredSeq: number
  unread: number
  level: NotificationLevel
}

const memberCursors = sql(
  {
    params: { conversationIds: list(conversations.id) },
    row: {
      conversationId: conversations.id,
      ...columns(conversations, 'lastSeq', 'lastRev'),
      ...columns(conversationMembers, 'userId', 'lastDeliveredSeq'),
      ...columns(conversationReaders, 'level'),
      unread: integer,
    },
  },
  `SELECT c.id AS conversationId, m.user_id AS userId, c.last_seq AS lastSeq, c.last_rev AS lastRev,
          m.last_delivered_seq AS lastDeliveredSeq, max(0, c.last_seq - m.last_read_seq) AS unread, m.level
   FROM json_each(:conversationIds) asked
   JOIN conversations c ON c.id = asked.value AND c.is_active = 1
   JOIN conversation_readers m ON m.conversation_id = c.id`,
)

/** The read positions of all members of these conversations. Deliveries go to exactly these users. */
export function listMemberCursors(db: Database, conversationIds: string[]): MemberCursor[] {
  return memberCursors.all(db, { conversationIds })
}

const hiders = sql(
  { params: { id: messageHides.messageId, conversationId: conversations.id }, row: columns(messageHides, 'userId') },
  `SELECT h.user_id AS userId FROM conversation_readers m
   JOIN message_hides h ON h.user_id = m.user_id AND h.message_id = :id
   WHERE m.conversation_id = :conversationId`,
)

/** The ids of members who have hidden a message. */
export function listHiders(db: Database, { id, conversationId }: { id: string; conversationId: string }): string[] {
  return hiders.all(db, { id, conversationId }).map(({ userId }) => userId)
}

const undelivered = sql(
  {
    params: { userIds: list(users.id) },
    row: { conversationId: conversations.id, ...columns(conversationMembers, 'userId'), seq: conversations.lastSeq },
  },
  `SELECT c.id AS conversationId, m.user_id AS userId, c.last_seq AS seq
   FROM json_each(:userIds) asked
   JOIN conversation_readers m ON m.user_id = asked.value
   JOIN conversations c ON c.id = m.conversation_id AND c.is_active = 1 AND c.last_seq > m.last_delivered_seq`,
)

/** The conversations with messages that have not been delivered yet to users who have just connected. */
export function listUndelivered(db: Database, userIds: string[]) {
  return undelivered.all(db, { userIds })
}

const companions = sql(
  { params: { userIds: list(users.id) }, row: columns(conversationMembers, 'conversationId', 'userId') },
  `SELECT m.conversation_id AS conversationId, m.user_id AS userId
   FROM (SELECT DISTINCT own.conversation_id AS id FROM json_each(:userIds) asked
         JOIN conversation_readers own ON own.user_id = asked.value) theirs
   JOIN conversations c ON c.id = theirs.id AND c.is_active = 1
   JOIN conversation_readers m ON m.conversation_id = theirs.id`,
)

const readers = sql(
  {
    params: { places: list({ conversationId: conversations.id, userId: users.id }) },
    row: { conversationId: conversationMembers.conversationId, userId: conversationMembers.userId },
  },
  `SELECT r.conversation_id AS conversationId, r.user_id AS userId FROM json_each(:places) asked
   JOIN conversation_readers r
     ON r.conversation_id = asked.value ->> 'conversationId' AND r.user_id = asked.value ->> 'userId'`,
)

/** Of these places in conversations, those whose person may still read there. */
export function readablePlaces(db: Database, places: Array<{ conversationId: string; userId: string }>) {
  return readers.all(db, { places })
}

/** The members of all conversations that these users are in, who may see their presence. */
export function listMembersOfSharedConversations(db: Database, userIds: string[]) {
  return companions.all(db, { userIds })
}
