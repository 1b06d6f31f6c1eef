import type { UserContext } from '#app/features/accounts/context.ts'
import { notHidden } from '#app/features/messages/message-rows.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns, list, nullable } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { conversationMembers, messages } from '#db/schema/chat.ts'
import { contracts } from '#db/schema/contracts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { messageChanges, milestoneNotes } from '#db/schema/messages/work.ts'
import { sql } from '#db/sql.server.ts'

const readers = sql(
  { params: columns(conversationMembers, 'conversationId'), row: columns(conversationMembers, 'userId') },
  'SELECT user_id AS userId FROM conversation_readers WHERE conversation_id = :conversationId',
)

/** The ids of those who may read a conversation. */
export const readersOf = (tx: Database | Transaction, conversationId: string): string[] =>
  readers.all(tx, { conversationId }).map(({ userId }) => userId)

const conversationOf = sql(
  { params: columns(messageChanges, 'changeOrderId'), row: columns(messages, 'conversationId') },
  `SELECT m.conversation_id AS conversationId FROM message_changes mc JOIN messages m ON m.id = mc.message_id
   WHERE mc.change_order_id = :changeOrderId`,
)

/** The conversation of the message that a change order was made of, and its readers; null if it was not made of one. */
export function conversationOfChange(db: Database, changeOrderId: string) {
  const found = conversationOf.first(db, { changeOrderId })
  return found && { ...found, userIds: readersOf(db, found.conversationId) }
}

const sourceOf = sql(
  { params: columns(messageChanges, 'changeOrderId'), row: columns(messageChanges, 'messageId') },
  'SELECT message_id AS messageId FROM message_changes WHERE change_order_id = :changeOrderId',
)

const placesOf = sql(
  {
    params: { ids: list(messages.id), me: users.id },
    row: { ...columns(messages, 'id', 'conversationId', 'seq', 'createdAt'), authorName: nullable(users.name) },
  },
  `SELECT m.id, m.conversation_id AS conversationId, m.seq, m.created_at AS createdAt, author.name AS authorName
   FROM messages m JOIN conversations c ON c.id = m.conversation_id AND c.is_active = 1
   JOIN conversation_readers me ON me.conversation_id = c.id AND me.user_id = :me
   LEFT JOIN users author ON author.id = m.author_id
   WHERE m.id IN (SELECT value FROM json_each(:ids)) AND m.state = 'live' AND ${notHidden}`,
)

/** Where messages stand, by their ids; only those that the caller may read. */
const findPlaces = (ctx: UserContext, ids: readonly string[]) =>
  new Map(
    placesOf
      .all(ctx.db, { ids, me: ctx.actor.id })
      .map(({ id, authorName, ...place }) => [id, { ...place, authorName: authorName ?? '' }]),
  )
export type MessagePlace = { conversationId: string; seq: number; createdAt: number; authorName: string }

/** The message that a change order was made of, for those who may read that; null for everybody else. */
export function messageOfChange(ctx: UserContext, changeOrderId: string): MessagePlace | null {
  const { messageId } = sourceOf.first(ctx.db, { changeOrderId }) ?? {}
  return messageId === undefined ? null : (findPlaces(ctx, [messageId]).get(messageId) ?? null)
}

const notesOf = sql(
  {
    params: { contract: contracts.id },
    row: {
      ...columns(milestoneNotes, 'id', 'milestoneId', 'messageId', 'text', 'createdAt'),
      authorName: users.name,
    },
  },
  `SELECT n.id, n.milestone_id AS milestoneId, n.message_id AS messageId, n.text, n.created_at AS createdAt, author.name AS authorName
   FROM contract_milestones ms JOIN milestone_notes n ON n.milestone_id = ms.id
   JOIN users author ON author.id = n.author_id
   WHERE ms.contract_id = :contract ORDER BY n.id`,
)

/**
 * The notes on the milestones of a contract, oldest first, each with the place of its message for those who may read that. Checks no
 * right: the caller has.
 */
export function listMilestoneNotes(ctx: UserContext, contractId: string) {
  const rows = notesOf.all(ctx.db, { contract: contractId })
  const places = findPlaces(
    ctx,
    rows.map(({ messageId }) => messageId),
  )
  return rows.map(({ messageId, ...note }) => ({ ...note, place: places.get(messageId) ?? null }))
}
export type MilestoneNote = ReturnType<typeof listMilestoneNotes>[number]

const milestonesOf = sql(
  { params: { contract: contracts.id }, row: columns(milestones, 'id', 'position', 'title') },
  'SELECT id, position, title FROM contract_milestones WHERE contract_id = :contract ORDER BY position',
)

/** The milestones of a contract to choose from. Checks no right: the caller has. */
export const listMilestones = (ctx: UserContext, contractId: string) =>
  milestonesOf.all(ctx.db, { contract: contractId })
