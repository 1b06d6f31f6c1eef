import Sqlite from 'better-sqlite3'
import { inject } from 'vitest'
import { type Database, prepareDatabase } from '#db/client.server.ts'
import { setDatabase } from '#db/handle.server.ts'

let template: Buffer | null = null

/** A migrated, empty database of the test's own; it is also what the process's handle gives from now on. */
export function testDatabase(): Database {
  template ??= Buffer.from(inject('templateDatabase'), 'base64')
  const db = prepareDatabase(new Sqlite(template))
  setDatabase(db)
  return db
}
