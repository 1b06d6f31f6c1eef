// verb-rule: the server deletes files that nobody can read any more
import { eq, inArray } from 'drizzle-orm'
import { fileStorage } from '#app/platform/files/file-storage.server.ts'
import { type Database, transact } from '#db/client.server.ts'
import { fileMedia, messageFiles } from '#db/schema/chat.ts'
import { files } from '#db/schema/files.ts'

export type RemovableFile = { id: string; storedAs: string }

/**
 * Detaches files from their subject, so that nobody can read or send them any more, then deletes them from the storage, and
 * their rows last: a row without a file is tried again (`removeRest`), but a file without a row would stay forever.
 */
export async function removeFiles(db: Database, gone: readonly RemovableFile[]): Promise<void> {
  if (gone.length === 0) return
  const ids = gone.map(({ id }) => id)
  transact(db, (tx) => {
    tx.delete(messageFiles).where(inArray(messageFiles.fileId, ids)).run()
    tx.delete(fileMedia).where(inArray(fileMedia.fileId, ids)).run()
    tx.update(files).set({ subjectType: 'removed' }).where(inArray(files.id, ids)).run()
  })
  await deleteDetached(db, gone)
}

/** Completes interrupted removals. */
export async function removeRest(db: Database): Promise<void> {
  const of = { id: files.id, storedAs: files.storedAs }
  await deleteDetached(db, db.select(of).from(files).where(eq(files.subjectType, 'removed')).all())
}

async function deleteDetached(db: Database, gone: readonly RemovableFile[]): Promise<void> {
  for (const { storedAs } of gone) {
    for (const name of [storedAs, `${storedAs}.small`]) await fileStorage.remove(name)
  }
  const ids = gone.map(({ id }) => id)
  transact(db, (tx) => tx.delete(files).where(inArray(files.id, ids)).run())
}
