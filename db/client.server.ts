// data-version: migrations run before any page is served
import BetterSqlite from 'better-sqlite3'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { raisingVersion } from './data-version.server.ts'

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

/**
 * Brings the schema up to date. All pending migrations are one transaction: if one of them fails, or leaves a row that
 * refers to nothing, the old data stays as it was.
 *
 * Foreign keys are off meanwhile, because a table that others refer to can only be rebuilt so, and the switch is ignored
 * inside a transaction (https://www.sqlite.org/lang_altertable.html#otheralter); hence this loop in place of Drizzle's,
 * which leaves no room before the commit for the check of all references.
 * @throws Error that names the statement or the broken references
 */
export function migrateDatabase(db: Database, folder: string): void {
  const migrations = readMigrationFiles({ migrationsFolder: folder })
  const sqlite = db.$client
  sqlite.pragma('foreign_keys = OFF')
  try {
    sqlite.transaction(() => runPending(sqlite, migrations)).immediate()
  } finally {
    sqlite.pragma('foreign_keys = ON')
  }
}

/** Drizzle's own record of what has run, so that its tools read it too. */
function runPending(sqlite: Sqlite, migrations: ReturnType<typeof readMigrationFiles>): void {
  sqlite.exec(
    'CREATE TABLE IF NOT EXISTS __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)',
  )
  const last = sqlite.prepare<[], number | null>('SELECT max(created_at) FROM __drizzle_migrations').pluck().get() ?? -1
  const pending = migrations.filter(({ folderMillis }) => folderMillis > last)
  if (pending.length === 0) return
  const record = sqlite.prepare('INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)')
  for (const { sql, hash, folderMillis } of pending) {
    for (const statement of sql) runStatement(sqlite, statement)
    record.run(hash, folderMillis)
  }
  const broken = sqlite.pragma('foreign_key_check') as { table: string; parent: string }[]
  if (broken.length === 0) return
  const counts = new Map<string, number>()
  for (const { table, parent } of broken) {
    const reference = `${table} to ${parent}`
    counts.set(reference, (counts.get(reference) ?? 0) + 1)
  }
  const list = [...counts].map(([reference, count]) => `${reference} (${count})`).join(', ')
  throw new Error(`The migrations were rolled back, because they break references: ${list}`)
}

function runStatement(sqlite: Sqlite, statement: string): void {
  try {
    sqlite.exec(statement)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`The migrations were rolled back: ${reason}, in ${statement.trim()}`, { cause })
  }
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

/** What the running transaction wants done once it is committed. Transactions are synchronous: there is one at a time. */
let afterwards: Array<(db: Database) => void> | null = null

/**
 * Runs `work` in one immediate transaction: all of it is committed or nothing. If it changes anything, the data's version rises.
 * Inside another one it is a part of that, which may fail alone.
 * @throws TypeError when `work` is asynchronous, because a promise would outlive the transaction.
 */
export function transact<T>(db: Database, work: (tx: Transaction) => T): T {
  const outer = afterwards
  const own: typeof outer = []
  afterwards = own
  let result: T
  try {
    result = db.transaction(
      (tx) => {
        const made = raisingVersion(db.$client, () => work(tx as unknown as Transaction))
        if (made instanceof Promise) throw new TypeError('transact: the work must be synchronous')
        return made
      },
      { behavior: 'immediate' },
    )
  } finally {
    afterwards = outer
  }
  if (outer) outer.push(...own)
  else for (const run of own) run(db)
  return result
}

/**
 * Runs `run` once the transaction that is running is committed, and never if it is not.
 * @throws Error outside `transact`
 */
export function afterCommit(run: (db: Database) => void): void {
  if (!afterwards) throw new Error('afterCommit: no transaction is running')
  afterwards.push(run)
}
