import type { UserContext } from '#app/features/accounts/context.ts'
import { recordingKeptMs } from '#app/features/calls/recordings/recording-rows.server.ts'
import type { ServedFile } from '#app/platform/files/serve-file.server.ts'
import type { BroadcastQuestion } from '#app/realtime/protocol/broadcast-events.ts'
import type { Database } from '#db/client.server.ts'
import { boolean, columns, integer, nullable, text } from '#db/fields.server.ts'
import { users } from '#db/schema/accounts.ts'
import { broadcastQuestions, broadcasts } from '#db/schema/calls/broadcasts.ts'
import { files } from '#db/schema/files.ts'
import { sql } from '#db/sql.server.ts'
import { maxQuestions } from './broadcast.ts'
import { mayWatch } from './broadcast-access.server.ts'
import { liveRelays } from './relays.server.ts'

const shown = {
  ...columns(broadcasts, 'id', 'hostId', 'title', 'description', 'audience', 'conversationId', 'format', 'state'),
  ...columns(broadcasts, 'startedAt', 'endedAt', 'endReason', 'durationMs', 'fileId'),
  ...{ hostName: users.name, place: nullable(text), isHost: boolean, watched: integer, size: nullable(files.size) },
}
const select = `SELECT b.id, b.host_id AS hostId, b.title, b.description, b.audience, b.conversation_id AS conversationId, b.format,
    b.state, b.started_at AS startedAt, b.ended_at AS endedAt, b.end_reason AS endReason, b.duration_ms AS durationMs, b.file_id AS fileId,
    u.name AS hostName, b.host_id = :me AS isHost, (SELECT f.size FROM files f WHERE f.id = b.file_id) AS size,
    (SELECT count(*) FROM broadcast_viewers v WHERE v.broadcast_id = b.id) AS watched,
    CASE b.audience WHEN 'company' THEN (SELECT c.name FROM companies c WHERE c.id = b.company_id)
      ELSE (SELECT c.name FROM conversations c WHERE c.id = b.conversation_id) END AS place
  FROM broadcasts b JOIN users u ON u.id = b.host_id`

const one = sql(
  { params: { me: users.id, id: broadcasts.id }, row: shown },
  `${select} WHERE b.id = :id AND ${mayWatch}`,
)
const live = sql(
  { params: { me: users.id }, row: shown },
  `${select} WHERE b.state = 'live' AND ${mayWatch} ORDER BY b.id DESC LIMIT 50`,
)

/** A broadcast of whose audience the caller is; null for anybody else. `place` is the conversation or the company, and null for a direct one. */
export function findBroadcast(ctx: UserContext, id: string) {
  const found = one.first(ctx.db, { me: ctx.actor.id, id })
  return found && { ...found, keptUntil: found.startedAt + recordingKeptMs }
}
export type BroadcastView = NonNullable<ReturnType<typeof findBroadcast>>

/** What the caller can watch now, the newest first. */
export function listLive(ctx: UserContext) {
  return live
    .all(ctx.db, { me: ctx.actor.id })
    .map(({ id, title, hostName, place, isHost, startedAt }) => ({ id, title, hostName, place, isHost, startedAt }))
}
export type LiveBroadcast = ReturnType<typeof listLive>[number]

const served = sql(
  { params: { me: users.id, fileId: files.id }, row: columns(files, 'name', 'mime', 'sha256', 'storedAs') },
  `SELECT f.name, f.mime, f.sha256, f.stored_as AS storedAs FROM broadcasts b JOIN files f ON f.id = b.file_id
   WHERE b.file_id = :fileId AND b.state = 'recorded' AND ${mayWatch}`,
)

/** The recording of a broadcast as a file; null for anybody outside its audience. */
export function findBroadcastFile(ctx: UserContext, fileId: string): ServedFile | null {
  const file = served.first(ctx.db, { me: ctx.actor.id, fileId })
  return file && { name: file.name, mime: file.mime, storedAs: file.storedAs, etag: file.sha256, inline: true }
}

const asked = sql(
  {
    params: { ...columns(broadcastQuestions, 'broadcastId'), only: nullable(broadcastQuestions.id), limit: integer },
    row: { ...columns(broadcastQuestions, 'id', 'authorId', 'text', 'askedAt'), authorName: users.name },
  },
  `SELECT q.id, q.author_id AS authorId, q.text, q.asked_at AS askedAt, u.name AS authorName
   FROM broadcast_questions q JOIN users u ON u.id = q.author_id
   WHERE q.broadcast_id = :broadcastId AND (:only IS NULL OR q.id = :only) ORDER BY q.id LIMIT :limit`,
)

/** What was asked during a broadcast that the caller may watch, in order. */
export const listQuestions = (db: Database, broadcastId: string): BroadcastQuestion[] =>
  asked.all(db, { broadcastId, only: null, limit: maxQuestions })

export const findQuestion = (db: Database, broadcastId: string, id: string): BroadcastQuestion | null =>
  asked.first(db, { broadcastId, only: id, limit: 1 })

const progress = sql(
  { params: columns(broadcasts, 'id'), row: columns(broadcasts, 'state', 'endReason') },
  'SELECT state, end_reason AS endReason FROM broadcasts WHERE id = :id',
)

/** What those who follow a broadcast are told of it; null if there is none. */
export function readProgress(db: Database, id: string) {
  const found = progress.first(db, { id })
  return found && { broadcastId: id, ...found, viewers: liveRelays().get(id)?.people ?? 0 }
}
