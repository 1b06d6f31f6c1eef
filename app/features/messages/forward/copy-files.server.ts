import { randomBytes } from 'node:crypto'
import type { AttachmentView } from '#app/features/files/attachment-view.ts'
import { fileStorage } from '#app/platform/files/file-storage.server.ts'
import type { Database } from '#db/client.server.ts'
import { columns, list, nullable } from '#db/fields.server.ts'
import { newId } from '#db/ids.ts'
import { fileMedia } from '#db/schema/chat.ts'
import { files } from '#db/schema/files.ts'
import { sql } from '#db/sql.server.ts'

const stored = sql(
  {
    params: { ids: list(files.id) },
    row: {
      ...columns(files, 'id', 'name', 'mime', 'size', 'thumbnailSize', 'sha256', 'storedAs'),
      ...columns(fileMedia, 'kind'),
      width: nullable(fileMedia.width),
      ...columns(fileMedia, 'height', 'durationMs', 'waveform', 'thumbnail', 'voice'),
    },
  },
  `SELECT f.id, f.name, f.mime, f.size, f.thumbnail_size AS thumbnailSize, f.sha256, f.stored_as AS storedAs,
          d.kind, d.width, d.height, d.duration_ms AS durationMs, d.waveform, d.thumbnail, d.voice
   FROM json_each(:ids) wanted JOIN files f ON f.id = wanted.value JOIN file_media d ON d.file_id = f.id`,
)

export type CopiedFile = ReturnType<typeof stored.all>[number]

/**
 * Copies the files of a message in the storage, under new names and ids, in their order. The rows are the caller's to insert; until
 * then the copies belong to nobody: a caller who inserts none removes them with `removeCopies`, and after a crash the job for orphans does.
 * @throws Error if one cannot be copied; then none is.
 */
export async function copyFiles(
  db: Database,
  attachments: readonly Pick<AttachmentView, 'id'>[],
): Promise<CopiedFile[]> {
  if (attachments.length === 0) return []
  const copies: CopiedFile[] = []
  try {
    for (const file of stored.all(db, { ids: attachments.map(({ id }) => id) })) {
      const storedAs = randomBytes(24).toString('hex')
      copies.push({ ...file, id: newId(), storedAs })
      await fileStorage.copy(file.storedAs, storedAs)
      if (file.thumbnail) await fileStorage.copy(`${file.storedAs}.small`, `${storedAs}.small`)
    }
  } catch (error) {
    await removeCopies(copies)
    throw error
  }
  return copies
}

/** Removes copies whose rows were not inserted. */
export async function removeCopies(copies: readonly Pick<CopiedFile, 'storedAs'>[]): Promise<void> {
  for (const { storedAs } of copies) for (const name of [storedAs, `${storedAs}.small`]) await fileStorage.remove(name)
}
