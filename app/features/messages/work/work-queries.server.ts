import type { UserContext } from '#app/features/accounts/context.ts'
import { getMessage } from '#app/features/messages/message-queries.server.ts'
import type { Database, Transaction } from '#db/client.server.ts'
import { columns, nullable } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { conversationMembers, messageChanges, messages, milestoneNotes } from '#db/schema/chat.ts'
import { contracts } from '#db/schema/contracts.ts'
import { milestones } from '#db/schema/escrow.ts'
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

/** The message that a change order was made of, for those who may read that; null for everybody else. */
export function messageOfChange(ctx: UserContext, changeOrderId: string) {
  const { messageId } = sourceOf.first(ctx.db, { changeOrderId }) ?? {}
  return messageId === undefined ? null : placeOf(ctx, messageId)
}

function placeOf(ctx: UserContext, messageId: string) {
  const message = getMessage(ctx, messageId)
  if (message?.state !== 'live') return null
  const { conversationId, seq, authorName, createdAt, text } = message
  return { conversationId, seq, authorName, createdAt, text }
}
export type MessagePlace = NonNullable<ReturnType<typeof placeOf>>

const notesOf = sql(
  {
    params: { contract: contracts.id },
    row: {
      ...columns(milestoneNotes, 'id', 'milestoneId', 'messageId', 'text', 'createdAt'),
      authorName: users.name,
      saidBy: nullable(users.name),
      saidAt: messages.createdAt,
    },
  },
  `SELECT n.id, n.milestone_id AS milestoneId, n.message_id AS messageId, n.text, n.created_at AS createdAt,
          author.name AS authorName, said.name AS saidBy, m.created_at AS saidAt
   FROM contract_milestones ms JOIN milestone_notes n ON n.milestone_id = ms.id
   JOIN users author ON author.id = n.author_id JOIN messages m ON m.id = n.message_id
   LEFT JOIN users said ON said.id = m.author_id
   WHERE ms.contract_id = :contract ORDER BY n.id`,
)

/**
 * The notes on the milestones of a contract, oldest first, each with the place of its message for those who may read that. Checks no
 * right: the caller has.
 */
export const listMilestoneNotes = (ctx: UserContext, contractId: string) =>
  notesOf.all(ctx.db, { contract: contractId }).map(({ messageId, ...note }) => ({
    ...note,
    place: placeOf(ctx, messageId),
  }))
export type MilestoneNote = ReturnType<typeof listMilestoneNotes>[number]

const milestonesOf = sql(
  { params: { contract: contracts.id }, row: columns(milestones, 'id', 'position', 'title') },
  'SELECT id, position, title FROM contract_milestones WHERE contract_id = :contract ORDER BY position',
)

/** The milestones of a contract to choose from. Checks no right: the caller has. */
export const listMilestones = (ctx: UserContext, contractId: string) =>
  milestonesOf.all(ctx.db, { contract: contractId })
