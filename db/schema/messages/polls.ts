import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from '#db/schema/accounts.ts'
import { conversations, messages } from '#db/schema/chat.ts'
import { flag, time } from '#db/schema/columns.ts'

/** An option with the number of its votes, which its verb counts anew with each vote. */
export type StoredOption = { text: string; votes: number }

/** The poll of a message, whose text is its question and options; both go with it (MSG-28). */
export const polls = sqliteTable(
  'polls',
  {
    messageId: text('message_id')
      .primaryKey()
      .references(() => messages.id),
    options: text('options', { mode: 'json' }).$type<StoredOption[]>().notNull(),
    /** How many people have voted. */
    voters: integer('voters').notNull().default(0),
    multiple: flag('multiple').notNull(),
    anonymous: flag('anonymous').notNull(),
    closesAt: time('closes_at'),
    closedAt: time('closed_at'),
  },
  (t) => [index('polls_due').on(t.closesAt).where(sql`${t.closedAt} is null and ${t.closesAt} is not null`)],
)

/** Who chose what. Of an anonymous poll nobody is shown it, but each person counts once. */
export const pollVotes = sqliteTable(
  'poll_votes',
  {
    messageId: text('message_id')
      .notNull()
      .references(() => polls.messageId),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** Its place among the options, from 0. */
    option: integer('option').notNull(),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id),
    createdAt: time('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.messageId, t.userId, t.option] }),
    index('poll_votes_own').on(t.userId, t.conversationId, t.messageId),
  ],
)
