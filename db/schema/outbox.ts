import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { EventName } from '#app/events.ts'
import { time } from './columns.ts'

/** Domain events, each written by the transaction that caused it. Ids are never reused. */
export const outbox = sqliteTable('outbox', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  name: text('name').$type<EventName>().notNull(),
  payload: text('payload').notNull(),
  at: time('at').notNull(),
  requestId: text('request_id').notNull(),
  actorId: text('actor_id'),
})

/** Each listener's progress: it has handled or parked every event that concerns it up to `position`. */
export const outboxCursors = sqliteTable('outbox_cursors', {
  listener: text('listener').primaryKey().notNull(),
  position: integer('position').notNull(),
  /** How often the next event has failed, and when it is retried. */
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: time('next_attempt_at').notNull().default(0),
})

/** Events that a listener failed to handle repeatedly: skipped, kept, and retried at every start. */
export const outboxParked = sqliteTable(
  'outbox_parked',
  {
    eventId: integer('event_id')
      .notNull()
      .references(() => outbox.id),
    listener: text('listener').notNull(),
    error: text('error').notNull(),
    parkedAt: time('parked_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.eventId, t.listener] })],
)
