import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { inject, onTestFinished, TestRunner } from 'vitest'
import { type Database, openDatabase, prepareDatabase } from '#db/client.server.ts'
import { setDatabase } from '#db/handle.server.ts'

let template: Buffer | null = null
/** The databases that stay open for all tests of this file. */
const ofFile: Database[] = []

/**
 * A migrated, empty database; the process's handle returns it from now on. It is closed after the test, or after the file if
 * it was opened for all tests: an open one keeps megabytes that the garbage collector does not count.
 */
export function testDatabase(): Database {
  const db = prepareDatabase(new Sqlite(templateBytes()))
  setDatabase(db)
  if (TestRunner.getCurrentTest()) onTestFinished(() => void db.$client.close())
  else closeAfterFile(db)
  return db
}

/** Closes a database after all tests of this file. */
export function closeAfterFile(db: Database): void {
  ofFile.push(db)
}

/** @internal for end-of-file.ts */
export function closeDatabasesOfFile(): void {
  for (const db of ofFile.splice(0)) db.$client.close()
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
