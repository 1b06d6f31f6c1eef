import { conflict, invalid } from '#app/platform/errors.ts'
import { maxFilesPerMessage } from '#app/realtime/protocol/limits.ts'
import type { Database } from '#db/client.server.ts'
import { boolean, columns, list, nullable, oneOf, text } from '#db/fields.server.ts'
import { fileMedia, messageFiles, type StoredAttachment } from '#db/schema/chat.ts'
import { files } from '#db/schema/files.ts'
import { type RowOf, sql } from '#db/sql.server.ts'
import { type AttachmentKind, attachmentKinds, type MessageKind } from '#db/vocabulary/chat.ts'

const filesOf = sql(
  {
    params: { ids: list(files.id) },
    row: {
      ...columns(files, 'id', 'name', 'mime', 'size', 'uploadedBy'),
      kind: oneOf(attachmentKinds),
      ...columns(fileMedia, 'width', 'height', 'durationMs', 'waveform'),
      thumbnail: boolean,
      voice: boolean,
      subject: text,
      usedBy: nullable(messageFiles.messageId),
    },
  },
  `SELECT f.id, f.name, f.mime, f.size, coalesce(d.kind, 'document') AS kind, d.width, d.height, d.duration_ms AS durationMs,
          d.waveform, coalesce(d.thumbnail, 0) AS thumbnail, coalesce(d.voice, 0) AS voice, f.uploaded_by AS uploadedBy,
          f.subject_type || ':' || f.subject_id AS subject, used.message_id AS usedBy
   FROM json_each(:ids) wanted JOIN files f ON f.id = wanted.value
   LEFT JOIN file_media d ON d.file_id = f.id LEFT JOIN message_files used ON used.file_id = f.id`,
)

const readFiles = (db: Database, ids: readonly string[]) => (ids.length === 0 ? [] : filesOf.all(db, { ids }))

/** The given files as attachments of a message, by id. Unknown ids are omitted. */
export function attachmentsOf(db: Database, ids: readonly string[]): Map<string, StoredAttachment> {
  return new Map(readFiles(db, ids).map((row) => [row.id, attachmentOf(row)]))
}

/**
 * The files of a new message, in the given order.
 * @throws AppError invalid for too many files, or one that the user has not uploaded for this conversation; conflict for a file
 * that another message has.
 */
export function requireOwnFiles(
  db: Database,
  { fileIds, userId, conversationId }: { fileIds: readonly string[]; userId: string; conversationId: string },
): StoredAttachment[] {
  if (fileIds.length === 0) return []
  if (fileIds.length > maxFilesPerMessage)
    throw invalid('chatrefused:tooManyFiles', { params: { count: maxFilesPerMessage } })
  const known = new Map(readFiles(db, fileIds).map((row) => [row.id, row]))
  if (known.size !== fileIds.length) throw invalid('chatrefused:noFile')
  return fileIds.map((id) => {
    const row = known.get(id)
    if (row?.uploadedBy !== userId || row.subject !== `conversation:${conversationId}`)
      throw invalid('chatrefused:noFile')
    if (row.usedBy !== null) throw conflict('chatrefused:fileUsed')
    return attachmentOf(row)
  })
}

function attachmentOf(row: RowOf<typeof filesOf>): StoredAttachment {
  const { uploadedBy: _by, subject: _subject, usedBy: _used, ...file } = row
  return file
}

const kinds: Record<AttachmentKind, MessageKind> = { image: 'image', video: 'video', audio: 'audio', document: 'file' }

/** The kind of a message by its attachments: that of all of them, or `file` if they differ. */
export function kindOf(attachments: readonly Pick<StoredAttachment, 'kind'>[]): MessageKind {
  const [first] = attachments
  if (!first) return 'text'
  return attachments.every(({ kind }) => kind === first.kind) ? kinds[first.kind] : 'file'
}
