import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from '#db/schema/accounts.ts'
import { conversations } from '#db/schema/chat.ts'
import { id, time } from '#db/schema/columns.ts'

/** A time at which the members of a conversation are to call each other, once or every few weeks (CALL-17). */
export const callTimes = sqliteTable(
  'call_times',
  {
    id: id(),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id),
    proposedBy: text('proposed_by')
      .notNull()
      .references(() => users.id),
    title: text('title').notNull(),
    startsAt: time('starts_at').notNull(),
    durationMinutes: integer('duration_minutes').notNull(),
    /** 0 for one call; otherwise the weeks between them. */
    everyWeeks: integer('every_weeks').notNull(),
    /** How many calls there are. */
    times: integer('times').notNull(),
    /** Whose clock it goes by: a weekly call stays at ten when the clocks change. */
    timeZone: text('time_zone').notNull(),
    /** When the last of them is over. */
    endsAt: time('ends_at').notNull(),
    createdAt: time('created_at').notNull(),
    cancelledAt: time('cancelled_at'),
  },
  (t) => [index('call_times_coming').on(t.conversationId, t.endsAt)],
)
