import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { env } from '#app/platform/env.server.ts'
import type { Transaction } from '#db/client.server.ts'
import { fileMedia } from '#db/schema/chat.ts'
import { files } from '#db/schema/files.ts'

export type RemovableFile = { id: string; storedAs: string }

/** First from the disk: a row without its file is tried again, a file without its row would lie there for ever. */
export function removeFiles(tx: Transaction, gone: readonly RemovableFile[]): void {
  for (const { id, storedAs } of gone) {
    for (const name of [storedAs, `${storedAs}.small`]) rmSync(join(env.filesDir, name), { force: true })
    tx.delete(fileMedia).where(eq(fileMedia.fileId, id)).run()
    tx.delete(files).where(eq(files.id, id)).run()
  }
}
