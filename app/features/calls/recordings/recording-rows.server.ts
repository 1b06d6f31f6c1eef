import type { Database, Transaction } from '#db/client.server.ts'
import { columns, list } from '#db/fields.server.ts'
import { newId } from '#db/ids.ts'
import { callRecordingPeople, callRecordings, callSessions, type RecordingChapter } from '#db/schema/calls/calls.ts'
import { sql } from '#db/sql.server.ts'

/** The longest recording (ms). */
export const maxRecordingMs = 3 * 3_600_000
/** How long a finished recording is kept (ms). */
export const recordingKeptMs = 180 * 24 * 3_600_000
/** After this without a piece nobody records any more (ms); a piece comes each second. */
export const recordingSilence = 60_000
/** How long what is on its way is waited for once a recording is stopped (ms). */
export const recordingGrace = 20_000
/** More chapters than a call has in earnest. */
const maxChapters = 500

const running = sql(
  {
    params: { callIds: list(callSessions.id) },
    row: columns(callRecordings, 'id', 'callId', 'startedBy', 'startedAt'),
  },
  `SELECT r.id, r.call_id AS callId, r.started_by AS startedBy, r.started_at AS startedAt
   FROM json_each(:callIds) asked JOIN call_recordings r ON r.call_id = asked.value AND r.state = 'recording'`,
)
const answers = sql(
  { params: { ids: list(callRecordings.id) }, row: columns(callRecordingPeople, 'recordingId', 'userId', 'answer') },
  `SELECT p.recording_id AS recordingId, p.user_id AS userId, p.answer
   FROM json_each(:ids) asked JOIN call_recording_people p ON p.recording_id = asked.value ORDER BY p.user_id`,
)

/** The recording of a call that is being made. */
export type RunningRecording = {
  id: string
  callId: string
  startedBy: string
  startedAt: number
  agreed: string[]
  refused: string[]
}

/** The recordings that are being made of these calls, with what each person has said; none of most calls. */
export function listRunningRecordings(db: Database | Transaction, callIds: readonly string[]): RunningRecording[] {
  const found = running.all(db, { callIds })
  if (found.length === 0) return []
  const said = answers.all(db, { ids: found.map(({ id }) => id) })
  const of = (id: string, wanted: string) =>
    said.flatMap(({ recordingId, userId, answer }) => (recordingId === id && answer === wanted ? [userId] : []))
  return found.map((one) => ({ ...one, agreed: of(one.id, 'agreed'), refused: of(one.id, 'refused') }))
}

/** The recording of a call that is being made; null if there is none. */
export const findRunningRecording = (db: Database | Transaction, callId: string): RunningRecording | null =>
  listRunningRecordings(db, [callId])[0] ?? null

const stop = sql(
  { params: { ...columns(callRecordings, 'id'), stoppedAt: callRecordings.startedAt } },
  `UPDATE call_recordings SET state = 'stopped', stopped_at = :stoppedAt WHERE id = :id AND state = 'recording'`,
)

/** Says that a recording is over; its last pieces may still come. */
export function markStopped(tx: Transaction, id: string, now: number): void {
  stop.run(tx, { id, stoppedAt: now })
}

const addTo = sql(
  { params: { ...columns(callRecordings, 'id', 'chapters'), most: callRecordings.nextPiece } },
  `UPDATE call_recordings SET chapters = json_insert(chapters, '$[#]', json_extract(:chapters, '$[0]'))
   WHERE id = :id AND json_array_length(chapters) < :most`,
)

/** Begins a chapter of a recording that is being made. `now` is UTC ms. */
export function addChapter(
  tx: Transaction,
  { id, startedAt }: Pick<RunningRecording, 'id' | 'startedAt'>,
  chapter: Pick<RecordingChapter, 'kind' | 'name'>,
  now: number,
): void {
  addTo.run(tx, { id, chapters: [{ at: Math.max(0, now - startedAt), ...chapter }], most: maxChapters })
}

const answer = sql(
  { params: columns(callRecordingPeople, 'recordingId', 'userId', 'answer', 'isHeard', 'answeredAt') },
  `INSERT INTO call_recording_people (recording_id, user_id, answer, is_heard, answered_at)
   VALUES (:recordingId, :userId, :answer, :isHeard, :answeredAt)
   ON CONFLICT (recording_id, user_id) DO UPDATE
   SET answer = excluded.answer, is_heard = max(is_heard, excluded.is_heard), answered_at = excluded.answered_at`,
)

const ask = sql(
  { params: columns(callRecordingPeople, 'recordingId', 'userId', 'answeredAt') },
  `INSERT INTO call_recording_people (recording_id, user_id, answer, is_heard, answered_at)
   VALUES (:recordingId, :userId, 'asked', 0, :answeredAt) ON CONFLICT (recording_id, user_id) DO NOTHING`,
)

/** Stores that somebody is in the call while it is recorded, and is asked. What they have said before stays. */
export function setAsked(tx: Transaction, recordingId: string, userId: string, now: number): void {
  ask.run(tx, { recordingId, userId, answeredAt: now })
}

/** Stores what somebody says about being recorded. Whoever has once agreed is heard in it, whatever they say later. */
export function setAnswer(
  tx: Transaction,
  { recordingId, userId, agreed, now }: { recordingId: string; userId: string; agreed: boolean; now: number },
): void {
  const said = { answer: agreed ? 'agreed' : 'refused', isHeard: agreed } as const
  answer.run(tx, { recordingId, userId, ...said, answeredAt: now })
}

/** The row of a new recording, in which only whoever makes it is heard so far. */
export function insertRecording(
  tx: Transaction,
  recording: Pick<
    typeof callRecordings.$inferInsert,
    'callId' | 'startedBy' | 'companyId' | 'hasPicture' | 'storedAs' | 'startedAt'
  >,
  name: string,
): string {
  const id = newId()
  const chapters = [{ at: 0, kind: 'start' as const, name }]
  tx.insert(callRecordings)
    .values({ id, state: 'recording', chapters, ...recording })
    .run()
  setAnswer(tx, { recordingId: id, userId: recording.startedBy, agreed: true, now: recording.startedAt })
  return id
}
