import { inArray } from 'drizzle-orm'
import { fileStorage } from '#app/platform/files/file-storage.server.ts'
import type { Database } from '#db/client.server.ts'
import { files } from '#db/schema/files.ts'
import { sealedDocuments } from '#db/schema/seals.ts'
import { statementImports } from '#db/schema/statements.ts'

/** How long (ms): a database restored from a backup does not name the files stored since, and may be the wrong one. */
const gracePeriod = 30 * 24 * 3_600_000
const batchSize = 200

/**
 * Removes stored files that no row names: the server was killed between storing a file and the commit that records it.
 * Only those stored more than 30 days before `now` (UTC epoch ms).
 */
export async function removeOrphans(db: Database, now: number): Promise<void> {
  let batch: string[] = []
  for await (const name of fileStorage.listBefore(now - gracePeriod)) {
    batch.push(name)
    if (batch.length === batchSize) {
      await removeUnnamed(db, batch)
      batch = []
    }
  }
  await removeUnnamed(db, batch)
}

async function removeUnnamed(db: Database, names: readonly string[]): Promise<void> {
  const originals = names.map(originalOf)
  const stored = db.select({ name: files.storedAs }).from(files).where(inArray(files.storedAs, originals))
  const sealed = db
    .select({ name: sealedDocuments.storedAs })
    .from(sealedDocuments)
    .where(inArray(sealedDocuments.storedAs, originals))
  const imported = db
    .select({ name: statementImports.storedAs })
    .from(statementImports)
    .where(inArray(statementImports.storedAs, originals))
  const named = new Set([...stored.all(), ...sealed.all(), ...imported.all()].map(({ name }) => name))
  for (const name of names) if (!named.has(originalOf(name))) await fileStorage.remove(name)
}

/** What is made of a file is stored beside it, as `<storedAs>.<suffix>`. */
const originalOf = (name: string) => name.replace(/\..*$/, '')
