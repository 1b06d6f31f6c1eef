import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { companies, users } from '#db/schema/accounts.ts'
import { conversations } from '#db/schema/chat.ts'
import { flag, id, time } from '#db/schema/columns.ts'
import { files } from '#db/schema/files.ts'
import {
  broadcastAudiences,
  broadcastEndReasons,
  broadcastFormats,
  broadcastStates,
} from '#db/vocabulary/broadcasts.ts'

/** A broadcast. What its host sends comes in pieces, which are shown while they come and are its recording afterwards (CALL-15). */
export const broadcasts = sqliteTable(
  'broadcasts',
  {
    id: id(),
    hostId: text('host_id')
      .notNull()
      .references(() => users.id),
    /** The host's company at that time, whose storage it takes, and which is its audience where that is the company. */
    companyId: text('company_id').references(() => companies.id),
    audience: text('audience', { enum: broadcastAudiences }).notNull(),
    conversationId: text('conversation_id').references(() => conversations.id),
    /** Chosen by the host's browser; the same id twice is one broadcast. */
    clientBroadcastId: text('client_broadcast_id').notNull(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    format: text('format', { enum: broadcastFormats }).notNull(),
    state: text('state', { enum: broadcastStates }).notNull(),
    startedAt: time('started_at').notNull(),
    endedAt: time('ended_at'),
    endReason: text('end_reason', { enum: broadcastEndReasons }),
    /** Whether the last piece has come. */
    complete: flag('complete').notNull().default(false),
    /** The number of the next piece, and how many bytes came before it. */
    nextPiece: integer('next_piece').notNull().default(0),
    bytes: integer('bytes').notNull().default(0),
    lastPieceAt: time('last_piece_at'),
    /** Under which name its pieces lie in the file storage. */
    storedAs: text('stored_as').notNull(),
    durationMs: integer('duration_ms'),
    fileId: text('file_id').references(() => files.id),
  },
  (t) => [
    uniqueIndex('broadcasts_client').on(t.hostId, t.clientBroadcastId),
    uniqueIndex('broadcasts_stored_as').on(t.storedAs),
    uniqueIndex('broadcasts_file').on(t.fileId),
    uniqueIndex('broadcasts_live').on(t.hostId).where(sql`${t.state} = 'live'`),
    index('broadcasts_unfinished').on(t.hostId).where(sql`${t.state} IN ('live', 'ended')`),
    index('broadcasts_kept').on(t.startedAt).where(sql`${t.state} = 'recorded'`),
    index('broadcasts_host').on(t.hostId, t.id),
    check(
      'broadcasts_audience',
      sql`(${t.audience} = 'conversation') = (${t.conversationId} is not null) and (${t.audience} <> 'company' or ${t.companyId} is not null)`,
    ),
  ],
)

/** Who has watched a broadcast while it was live, which puts it into their history. */
export const broadcastViewers = sqliteTable(
  'broadcast_viewers',
  {
    broadcastId: text('broadcast_id')
      .notNull()
      .references(() => broadcasts.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    joinedAt: time('joined_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.broadcastId, t.userId] }),
    index('broadcast_viewers_history').on(t.userId, t.broadcastId),
  ],
)

/** What the audience has asked during a broadcast. */
export const broadcastQuestions = sqliteTable(
  'broadcast_questions',
  {
    id: id(),
    broadcastId: text('broadcast_id')
      .notNull()
      .references(() => broadcasts.id),
    authorId: text('author_id')
      .notNull()
      .references(() => users.id),
    text: text('text').notNull(),
    askedAt: time('asked_at').notNull(),
  },
  (t) => [index('broadcast_questions_broadcast').on(t.broadcastId, t.id)],
)
