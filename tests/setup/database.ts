import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { inject } from 'vitest'
import { type Database, openDatabase, prepareDatabase } from '#db/client.server.ts'
import { setDatabase } from '#db/handle.server.ts'

let template: Buffer | null = null

/** A migrated, empty database for one test; the process's handle returns it from now on. */
export function testDatabase(): Database {
  const db = prepareDatabase(new Sqlite(templateBytes()))
  setDatabase(db)
  return db
}

/**
 * The same database as a file that several connections can open. `remove` closes this connection and deletes the file.
 */
export function testDatabaseFile(): { db: Database; file: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'groundwork-database-'))
  const file = join(folder, 'groundwork.db')
  writeFileSync(file, templateBytes())
  const db = openDatabase(file)
  setDatabase(db)
  const remove = () => {
    db.$client.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { db, file, remove }
}

function templateBytes(): Buffer {
  template ??= Buffer.from(inject('templateDatabase'), 'base64')
  return template
}
