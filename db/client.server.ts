import BetterSqlite from 'better-sqlite3'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'

export type Sqlite = BetterSqlite.Database
export type Database = BetterSQLite3Database & { $client: Sqlite }
/** The database inside `transact`: the same queries, without a way to nest or to forget the transaction. */
export type Transaction = Omit<Database, 'transaction' | '$client'>

/**
 * Opens a database file and sets what every connection needs.
 * WAL with synchronous=FULL: an acknowledged commit survives a power cut (its default here, NORMAL, may lose the last ones).
 */
export function openDatabase(path: string): Database {
  return prepareDatabase(new BetterSqlite(path))
}

/** The same for a handle that is open already, as tests make it from a serialised template. */
export function prepareDatabase(sqlite: Sqlite): Database {
  sqlite.pragma('journal_mode = WAL')
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  // Without it INSERT OR REPLACE deletes rows past the triggers that keep evidence.
  sqlite.pragma('recursive_triggers = ON')
  sqlite.pragma('busy_timeout = 5000')
  sqlite.pragma('temp_store = MEMORY')
  sqlite.pragma('cache_size = -64000')
  return drizzle({ client: sqlite })
}

/** Brings the schema up to date; the migrations of one start are one transaction, so that a broken one leaves the old data. */
export function migrateDatabase(db: Database, folder: string): void {
  migrate(db, { migrationsFolder: folder })
}

/** Writes the journal back into the file and closes it. */
export function closeDatabase(db: Database): void {
  if (!db.$client.open) return
  try {
    db.$client.pragma('optimize')
    db.$client.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    db.$client.close()
  }
}

/**
 * Runs `work` in one immediate transaction: all of it is committed or nothing.
 * @throws TypeError when `work` is asynchronous, because a promise would outlive the transaction.
 */
export function transact<T>(db: Database, work: (tx: Transaction) => T): T {
  return db.transaction(
    (tx) => {
      const result = work(tx as unknown as Transaction)
      if (result instanceof Promise) throw new TypeError('transact: the work must be synchronous')
      return result
    },
    { behavior: 'immediate' },
  )
}
