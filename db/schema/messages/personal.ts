import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '#db/schema/accounts.ts'
import { conversations, messages } from '#db/schema/chat.ts'
import { id, time } from '#db/schema/columns.ts'
import { scheduledStatuses } from '#db/vocabulary/chat.ts'

/** What a person has saved to find it again; nobody else knows of it (MSG-22). */
export const savedMessages = sqliteTable(
  'saved_messages',
  {
    key: integer('key').primaryKey({ autoIncrement: true }),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    messageId: text('message_id')
      .notNull()
      .references(() => messages.id),
    savedAt: time('saved_at').notNull(),
  },
  (t) => [
    uniqueIndex('saved_messages_once').on(t.userId, t.messageId),
    index('saved_messages_user').on(t.userId, t.key),
  ],
)

/** Messages that their authors have written to be sent later; the text is emptied once that is over (MSG-25). */
export const scheduledMessages = sqliteTable(
  'scheduled_messages',
  {
    id: id(),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id),
    authorId: text('author_id')
      .notNull()
      .references(() => users.id),
    /** By which the message is one, however often it is sent. */
    clientId: text('client_id').notNull(),
    text: text('text').notNull(),
    sendAt: time('send_at').notNull(),
    status: text('status', { enum: scheduledStatuses }).notNull(),
    /** Why it was not sent. */
    refusal: text('refusal', { mode: 'json' }).$type<{ key: string; params?: Record<string, string | number> }>(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('scheduled_messages_client').on(t.authorId, t.clientId),
    index('scheduled_messages_due').on(t.sendAt, t.id).where(sql`${t.status} = 'pending'`),
    index('scheduled_messages_author').on(t.authorId, t.status, t.sendAt),
    index('scheduled_messages_conversation').on(t.conversationId),
  ],
)
