import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '#db/schema/accounts.ts'
import { conversations, messages } from '#db/schema/chat.ts'
import { id, time } from '#db/schema/columns.ts'
import { changeOrders, milestones } from '#db/schema/escrow.ts'

/** What was exported of a conversation: the SHA-256 of the file, which is not kept itself (MSG-23). */
export const conversationExports = sqliteTable(
  'conversation_exports',
  {
    id: id(),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id),
    exportedBy: text('exported_by')
      .notNull()
      .references(() => users.id),
    exportedAt: time('exported_at').notNull(),
    /** SHA-256 of the PDF, hex. */
    digest: text('digest').notNull(),
    part: integer('part').notNull(),
    /** How many parts the conversation had. */
    parts: integer('parts').notNull(),
    firstSeq: integer('first_seq').notNull(),
    lastSeq: integer('last_seq').notNull(),
    messages: integer('messages').notNull(),
  },
  (t) => [
    uniqueIndex('conversation_exports_digest').on(t.digest),
    index('conversation_exports_own').on(t.conversationId, t.exportedBy, t.id),
  ],
)

/** The change orders that were drafted from a message of their contract's conversation (MSG-24). */
export const messageChanges = sqliteTable(
  'message_changes',
  {
    changeOrderId: text('change_order_id')
      .primaryKey()
      .references(() => changeOrders.id),
    messageId: text('message_id')
      .notNull()
      .references(() => messages.id),
    createdAt: time('created_at').notNull(),
  },
  (t) => [index('message_changes_message').on(t.messageId)],
)

/** What of a contract's conversation is noted on a milestone, for both parties; the text stays when the message is unsent (MSG-24). */
export const milestoneNotes = sqliteTable(
  'milestone_notes',
  {
    id: id(),
    milestoneId: text('milestone_id')
      .notNull()
      .references(() => milestones.id),
    messageId: text('message_id')
      .notNull()
      .references(() => messages.id),
    text: text('text').notNull(),
    /** Who noted it, which need not be who said it. */
    authorId: text('author_id')
      .notNull()
      .references(() => users.id),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('milestone_notes_once').on(t.milestoneId, t.messageId),
    index('milestone_notes_message').on(t.messageId),
  ],
)
