import type { UserContext } from '#app/features/accounts/context.ts'
import type { ServedFile } from '#app/platform/files/serve-file.server.ts'
import type { Database } from '#db/client.server.ts'
import { boolean, columns, integer, list, nullable, required, text } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { callParticipants, callRecordings, callSessions } from '#db/schema/calls/calls.ts'
import { conversations } from '#db/schema/chat.ts'
import { files } from '#db/schema/files.ts'
import { sql } from '#db/sql.server.ts'
import { recordingKeptMs } from './recording-rows.server.ts'

/** A recording is for those who were in the call while it was made, and nobody else (CALL-14). */
const wasIn = `EXISTS (SELECT 1 FROM call_recording_people p WHERE p.recording_id = r.id AND p.user_id = :me)`

const readable = sql(
  {
    params: { me: users.id, id: callRecordings.id },
    row: {
      ...columns(callRecordings, 'id', 'callId', 'hasPicture', 'startedAt', 'chapters', 'startedBy'),
      ...{ durationMs: required(callRecordings.durationMs), fileId: required(callRecordings.fileId) },
      ...{ size: files.size, by: users.name, title: conversations.name, isHeard: boolean },
    },
  },
  `SELECT r.id, r.call_id AS callId, r.has_picture AS hasPicture, r.started_at AS startedAt, r.chapters,
          r.started_by AS startedBy, r.duration_ms AS durationMs, r.file_id AS fileId, f.size, u.name AS "by", c.name AS title,
          EXISTS (SELECT 1 FROM call_recording_people h
                  WHERE h.recording_id = r.id AND h.user_id = :me AND h.is_heard = 1) AS isHeard
   FROM call_recordings r JOIN files f ON f.id = r.file_id JOIN users u ON u.id = r.started_by
   JOIN call_sessions s ON s.id = r.call_id JOIN conversations c ON c.id = s.conversation_id
   WHERE r.id = :id AND r.state = 'ready' AND ${wasIn}`,
)
const heard = sql(
  { params: { id: callRecordings.id }, row: columns(users, 'id', 'name') },
  `SELECT u.id, u.name FROM call_recording_people h JOIN users u ON u.id = h.user_id
   WHERE h.recording_id = :id AND h.is_heard = 1 ORDER BY h.answered_at, u.id`,
)

/** A finished recording that was made while the caller was in the call, with who is heard in it and until when it is kept; null otherwise. */
export function findRecording(ctx: UserContext, id: string) {
  const found = readable.first(ctx.db, { me: ctx.actor.id, id })
  if (!found) return null
  const { startedBy: _startedBy, isHeard: mayRemove, ...recording } = found
  const people = heard.all(ctx.db, { id })
  return { ...recording, people, mayRemove, keptUntil: found.startedAt + recordingKeptMs }
}
export type RecordingView = NonNullable<ReturnType<typeof findRecording>>

const served = sql(
  { params: { me: users.id, fileId: files.id }, row: columns(files, 'name', 'mime', 'sha256', 'storedAs') },
  `SELECT f.name, f.mime, f.sha256, f.stored_as AS storedAs FROM call_recordings r JOIN files f ON f.id = r.file_id
   WHERE r.file_id = :fileId AND r.state = 'ready' AND ${wasIn}`,
)

/** The file of such a recording; null for anybody else. */
export function findRecordingFile(ctx: UserContext, fileId: string): ServedFile | null {
  const file = served.first(ctx.db, { me: ctx.actor.id, fileId })
  return file && { name: file.name, mime: file.mime, storedAs: file.storedAs, etag: file.sha256, inline: true }
}

const ofCalls = sql(
  {
    params: { me: users.id, callIds: list(callSessions.id) },
    row: columns(callRecordings, 'id', 'callId', 'state', 'durationMs'),
  },
  `SELECT r.id, r.call_id AS callId, r.state, r.duration_ms AS durationMs
   FROM json_each(:callIds) asked JOIN call_recordings r ON r.call_id = asked.value
   WHERE r.state IN ('stopped', 'ready') AND ${wasIn} ORDER BY r.id`,
)

/** The recordings that were made while somebody was in these calls of their history, the finished ones and those that are being finished. */
export const listRecordings = (db: Database, me: string, callIds: readonly string[]) => ofCalls.all(db, { me, callIds })

const finished = sql(
  {
    params: {
      me: callParticipants.userId,
      id: nullable(text),
      callId: nullable(text),
      limit: integer,
      offset: integer,
    },
    row: {
      ...columns(callRecordings, 'id', 'callId', 'startedAt'),
      ...{ durationMs: required(callRecordings.durationMs), fileId: files.id },
      ...columns(files, 'name', 'size', 'mime'),
    },
  },
  `SELECT r.id, r.call_id AS callId, r.started_at AS startedAt, r.duration_ms AS durationMs, f.id AS fileId, f.name, f.size, f.mime
   FROM call_participants own JOIN call_recordings r ON r.call_id = own.call_id AND r.state = 'ready' JOIN files f ON f.id = r.file_id
   WHERE own.user_id = :me AND (:callId IS NULL OR own.call_id = :callId) AND (:id IS NULL OR r.id = :id) AND ${wasIn}
   ORDER BY r.id DESC LIMIT :limit OFFSET :offset`,
)

/** The finished recordings that were made while the caller was in the call, the newest first, for programs. */
export function listRecordingFiles(
  ctx: UserContext,
  {
    id = null,
    callId = null,
    limit,
    offset,
  }: { id?: string | null; callId?: string | null; limit: number; offset: number },
) {
  return finished.all(ctx.db, { me: ctx.actor.id, id, callId, limit, offset })
}
export type RecordingFile = ReturnType<typeof listRecordingFiles>[number]
