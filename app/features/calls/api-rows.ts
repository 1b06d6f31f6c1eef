import type { CallLogRow } from './call-log.ts'
import type { RecordingFile } from './recordings/find-recording.server.ts'

const iso = (at: number) => new Date(at).toISOString()

/** A call of somebody's history as the API returns it, with the field names that existing clients know. Times are ISO 8601. */
export function callLogRow({ id, name, startedAt, endedAt, recordings, ...call }: CallLogRow) {
  const recording = recordings.find(({ isReady }) => isReady)
  return {
    id,
    contact_name: name,
    contactName: name,
    call_type: call.callType,
    call_direction: call.direction,
    start_time: iso(startedAt),
    end_time: endedAt === null ? null : iso(endedAt),
    duration: call.durationSeconds,
    is_group_call: call.kind !== 'direct',
    participants: call.people,
    was_recorded: call.recorded,
    wasRecorded: call.recorded,
    recording_path: recording ? `/calls/recordings/${recording.id}` : null,
    connection_quality: call.quality,
    notes: call.note,
    created_at: iso(startedAt),
  }
}

/** A recording as the API returns it; its bytes are at `file_path`. */
export function callRecordingRow({ id, callId, startedAt, durationMs, fileId, name, size, mime }: RecordingFile) {
  return {
    id,
    call_log_id: callId,
    callId,
    file_path: `/files/${fileId}`,
    file_name: name,
    file_size: size,
    duration: Math.round(durationMs / 1000),
    format: mime,
    created_at: iso(startedAt),
  }
}
