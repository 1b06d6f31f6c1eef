import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { companies, users } from '#db/schema/accounts.ts'
import { conversations } from '#db/schema/chat.ts'
import { flag, id, time } from '#db/schema/columns.ts'
import { files } from '#db/schema/files.ts'
import {
  type ChapterKind,
  callAbsences,
  callEndReasons,
  callKinds,
  callQualities,
  callStates,
  callTypes,
  participantStates,
  recordingAnswers,
  recordingStates,
} from '#db/vocabulary/calls.ts'

/** A call, from the invitation on. A conversation has at most one that has not ended (CALL-3). */
export const callSessions = sqliteTable(
  'call_sessions',
  {
    id: id(),
    kind: text('kind', { enum: callKinds }).notNull(),
    callType: text('call_type', { enum: callTypes }).notNull(),
    conversationId: text('conversation_id')
      .notNull()
      .references(() => conversations.id),
    callerId: text('caller_id')
      .notNull()
      .references(() => users.id),
    /** Chosen by the caller's browser; the same id twice is one call. */
    clientCallId: text('client_call_id').notNull(),
    state: text('state', { enum: callStates }).notNull(),
    /** Counts the changes; browsers drop an older view for a newer one. */
    rev: integer('rev').notNull(),
    /** The number of joins so far. */
    lastOrder: integer('last_order').notNull(),
    startedAt: time('started_at').notNull(),
    connectedAt: time('connected_at'),
    endedAt: time('ended_at'),
    endReason: text('end_reason', { enum: callEndReasons }),
    /** When the only one in it has waited long enough. */
    aloneUntil: time('alone_until'),
    /** When something of it is due next: the earliest of the times here and of its participants. */
    dueAt: time('due_at'),
    recorded: flag('recorded').notNull().default(false),
  },
  (t) => [
    uniqueIndex('call_sessions_client').on(t.callerId, t.clientCallId),
    uniqueIndex('call_sessions_unfinished').on(t.conversationId).where(sql`${t.state} <> 'ended'`),
    index('call_sessions_due').on(t.dueAt).where(sql`${t.dueAt} is not null`),
  ],
)

/** One person's part in a call, and the row of their history. Nobody is in two calls at once. */
export const callParticipants = sqliteTable(
  'call_participants',
  {
    id: id(),
    callId: text('call_id')
      .notNull()
      .references(() => callSessions.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    state: text('state', { enum: participantStates }).notNull(),
    reason: text('reason', { enum: callEndReasons }),
    isModerator: flag('is_moderator').notNull().default(false),
    /** Ascends with each join and resumption; the newcomer calls the others. */
    order: integer('join_order'),
    muted: flag('muted').notNull().default(false),
    cameraOff: flag('camera_off').notNull().default(false),
    screen: flag('screen').notNull().default(false),
    handRaised: flag('hand_raised').notNull().default(false),
    /** The socket of the tab that has the call. */
    socketId: text('socket_id'),
    /** Under which the broker relays to that tab. */
    peerId: text('peer_id'),
    invitedAt: time('invited_at').notNull(),
    joinedAt: time('joined_at'),
    leftAt: time('left_at'),
    /** When ringing, connecting or reconnecting has taken too long. */
    dueAt: time('due_at'),
    /** Why nothing is heard from their tab. */
    absence: text('absence', { enum: callAbsences }),
    absentUntil: time('absent_until'),
    /** When their tab was last heard. */
    heartbeatAt: time('heartbeat_at'),
    quality: text('quality', { enum: callQualities }),
    /** Their own note on the call. */
    note: text('note').notNull().default(''),
    /** When they have seen that they missed it. */
    seenAt: time('seen_at'),
  },
  (t) => [
    uniqueIndex('call_participants_person').on(t.callId, t.userId),
    uniqueIndex('call_participants_peer').on(t.peerId),
    uniqueIndex('call_participants_live')
      .on(t.userId)
      .where(sql`${t.state} IN ('connecting', 'connected', 'reconnecting')`),
    index('call_participants_history').on(t.userId, t.callId),
    index('call_participants_unfinished')
      .on(t.callId)
      .where(sql`${t.state} IN ('ringing', 'connecting', 'connected', 'reconnecting')`),
    index('call_participants_missed').on(t.userId).where(sql`${t.state} = 'missed' AND ${t.seenAt} is null`),
  ],
)

/** A recording of a call. Its bytes come in pieces while it is made; finished, it is a file of whoever made it (CALL-14). */
export const callRecordings = sqliteTable(
  'call_recordings',
  {
    id: id(),
    callId: text('call_id')
      .notNull()
      .references(() => callSessions.id),
    startedBy: text('started_by')
      .notNull()
      .references(() => users.id),
    /** Their company at that time, whose storage it takes. */
    companyId: text('company_id').references(() => companies.id),
    state: text('state', { enum: recordingStates }).notNull(),
    /** Pictures and sound, or sound alone. */
    hasPicture: flag('has_picture').notNull(),
    startedAt: time('started_at').notNull(),
    stoppedAt: time('stopped_at'),
    /** Whether the last piece has come. */
    complete: flag('complete').notNull().default(false),
    /** The number of the next piece, and how many bytes came before it. */
    nextPiece: integer('next_piece').notNull().default(0),
    bytes: integer('bytes').notNull().default(0),
    lastPieceAt: time('last_piece_at'),
    /** Under which name its pieces lie in the file storage. */
    storedAs: text('stored_as').notNull(),
    durationMs: integer('duration_ms'),
    /** When somebody joined or showed a screen, in ms since the beginning. */
    chapters: text('chapters', { mode: 'json' }).$type<RecordingChapter[]>().notNull(),
    fileId: text('file_id').references(() => files.id),
  },
  (t) => [
    uniqueIndex('call_recordings_stored_as').on(t.storedAs),
    uniqueIndex('call_recordings_file').on(t.fileId),
    index('call_recordings_call').on(t.callId),
    uniqueIndex('call_recordings_running').on(t.callId).where(sql`${t.state} = 'recording'`),
    index('call_recordings_unfinished').on(t.startedBy).where(sql`${t.state} IN ('recording', 'stopped')`),
    index('call_recordings_kept').on(t.startedAt).where(sql`${t.state} = 'ready'`),
  ],
)
export type RecordingChapter = { at: number; kind: ChapterKind; name: string }

/**
 * Everybody who was in the call while it was recorded, which is who may play it, and what they say about being in the recording. Nobody is
 * recorded without a row here that says that they agreed.
 */
export const callRecordingPeople = sqliteTable(
  'call_recording_people',
  {
    recordingId: text('recording_id')
      .notNull()
      .references(() => callRecordings.id),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    answer: text('answer', { enum: recordingAnswers }).notNull(),
    /** Whether they had agreed at any time, and so are in it. */
    isHeard: flag('is_heard').notNull(),
    answeredAt: time('answered_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.recordingId, t.userId] })],
)
