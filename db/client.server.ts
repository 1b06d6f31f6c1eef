// data-version: migrations run before any page is served
import BetterSqlite from 'better-sqlite3'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { fullDisk } from '#app/platform/errors.ts'
import { logger } from '#app/platform/logger.server.ts'
import { withVersionIncrement } from './data-version.server.ts'

export type Sqlite = BetterSqlite.Database
export type Database = BetterSQLite3Database & { $client: Sqlite }
/** The database inside `transact`: the same queries, but no way to nest or escape the transaction. */
export type Transaction = Omit<Database, 'transaction' | '$client'>

/** The connection of each running transaction. */
const connections = new WeakMap<object, Sqlite>()

/** The connection that a handle, or the transaction of `transact`, reads and writes through. */
export function connectionOf(db: Database | Transaction): Sqlite {
  const connection = '$client' in db ? db.$client : connections.get(db)
  if (!connection) throw new TypeError('connectionOf: this transaction was not begun by `transact`')
  return connection
}

/**
 * Opens a database file with the settings that every connection needs. WAL with synchronous=FULL, so that an
 * acknowledged commit survives a power cut (this build's default, NORMAL, may lose the last commits).
 */
export function openDatabase(path: string): Database {
  return prepareDatabase(new BetterSqlite(path))
}

/**
 * Opens the database of a running server for reading only, whose statements see every commit at once. A statement that
 * would write calls `refuse` instead of running.
 */
export function openReader(path: string, refuse: () => never): Database {
  const sqlite = new BetterSqlite(path, { readonly: true, fileMustExist: true })
  const prepare = sqlite.prepare.bind(sqlite) as (source: string) => BetterSqlite.Statement
  const prepareRead = (source: string) => {
    const statement = prepare(source)
    return statement.readonly
      ? statement
      : Object.assign(statement, { run: refuse, get: refuse, all: refuse, iterate: refuse })
  }
  Object.assign(sqlite, { prepare: prepareRead })
  return prepareDatabase(sqlite)
}

/** Applies the same settings to an open handle, such as a test's copy of the template database. */
export function prepareDatabase(sqlite: Sqlite): Database {
  sqlite.pragma('journal_mode = WAL')
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  // Otherwise INSERT OR REPLACE deletes rows without firing the triggers that protect evidence.
  sqlite.pragma('recursive_triggers = ON')
  sqlite.pragma('busy_timeout = 5000')
  sqlite.pragma('temp_store = MEMORY')
  sqlite.pragma('cache_size = -64000')
  return Object.assign(drizzle({ client: preparingOnce(sqlite) }), { $client: sqlite })
}

/** More texts than the builder writes in a day: only lists of values (`IN`, several rows) make ever new ones. */
const keptStatements = 1000

/**
 * The connection for Drizzle's builder, which has each statement prepared anew when it runs: SQLite takes 20 to 90 µs for that, more than
 * for most of its rows. The statement that was used longest ago is given up first.
 */
function preparingOnce(sqlite: Sqlite): Sqlite {
  const statements = new Map<string, BetterSqlite.Statement>()
  const prepare = (text: string) => {
    const known = statements.get(text)
    const statement = known ?? sqlite.prepare(text)
    if (known) statements.delete(text)
    statements.set(text, statement)
    const [oldest = ''] = statements.size > keptStatements ? statements.keys() : []
    statements.delete(oldest)
    // Drizzle turns this on where it maps the columns itself, and never off.
    return statement.reader ? statement.raw(false) : statement
  }
  return Object.create(sqlite, { prepare: { value: prepare } }) as Sqlite
}

/**
 * Migrates the schema. All pending migrations form one transaction: if one fails, or leaves a dangling reference, the
 * old data stays unchanged.
 * Foreign keys are off meanwhile, because only then can a referenced table be rebuilt, and the switch has no effect
 * inside a transaction (https://www.sqlite.org/lang_altertable.html#otheralter). This replaces Drizzle's migrator,
 * which cannot check references before its commit.
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

/** Uses Drizzle's own table of applied migrations, so that its tools can read it. */
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

/**
 * When a rebuilt table takes its name back, triggers of other tables already mention that name. Only `legacy_alter_table` leaves them
 * as they are (https://www.sqlite.org/lang_altertable.html#alter_table_rename).
 */
function runStatement(sqlite: Sqlite, statement: string): void {
  const isRebuilt = /^ALTER TABLE [`"]?__new_(\w+)[`"]? RENAME TO [`"]?\1\b/i.test(statement.trim())
  try {
    if (isRebuilt) sqlite.pragma('legacy_alter_table = ON')
    sqlite.exec(statement)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`The migrations were rolled back: ${reason}, in ${statement.trim()}`, { cause })
  } finally {
    if (isRebuilt) sqlite.pragma('legacy_alter_table = OFF')
  }
}

/** The open snapshots of each connection. */
const snapshots = new WeakMap<Sqlite, Set<Sqlite>>()

/**
 * Opens a second, read-only connection that sees the committed data of this moment until it is closed, whatever is written
 * meanwhile. The WAL cannot shrink before that, so it is for work of seconds. Null for a database in memory.
 */
export function openSnapshot(db: Database): { db: Database; close: () => void } | null {
  const { name, memory } = db.$client
  if (memory) return null
  const sqlite = new BetterSqlite(name, { readonly: true })
  sqlite.pragma('busy_timeout = 5000')
  sqlite.exec('BEGIN')
  // The first read takes the snapshot.
  sqlite.prepare('SELECT count(*) FROM sqlite_schema').get()
  const open = snapshots.get(db.$client) ?? new Set()
  snapshots.set(db.$client, open.add(sqlite))
  const close = () => {
    open.delete(sqlite)
    sqlite.close()
  }
  return { db: drizzle({ client: sqlite }), close }
}

/** Checkpoints the WAL into the file and closes it. Closes its snapshots first, for which the checkpoint would wait. */
export function closeDatabase(db: Database): void {
  if (!db.$client.open) return
  for (const snapshot of snapshots.get(db.$client) ?? []) snapshot.close()
  try {
    db.$client.pragma('optimize')
    db.$client.pragma('wal_checkpoint(TRUNCATE)')
  } finally {
    db.$client.close()
  }
}

/** Callbacks to run after the current transaction commits. Transactions are synchronous, so there is one at a time. */
let afterwards: Array<(db: Database) => void> | null = null

/**
 * Runs `work` in one immediate transaction, which commits completely or not at all. If it changes anything, the data
 * version rises. A nested call is a savepoint that may fail alone.
 * @throws AppError storage_full when the disk is full; nothing was stored then
 * @throws TypeError when `work` is asynchronous, because its promise would outlive the transaction
 */
export function transact<T>(db: Database, work: (tx: Transaction) => T): T {
  const outer = afterwards
  const own: typeof outer = []
  afterwards = own
  let result: T
  try {
    result = db.transaction(
      (tx) => {
        connections.set(tx, db.$client)
        const made = withVersionIncrement(db.$client, () => work(tx))
        if (made instanceof Promise) throw new TypeError('transact: the work must be synchronous')
        return made
      },
      { behavior: 'immediate' },
    )
  } catch (error) {
    const full = fullDisk(error)
    if (full) logger.error({ err: error }, 'the disk is full')
    throw full ?? error
  } finally {
    afterwards = outer
  }
  if (outer) outer.push(...own)
  else for (const run of own) run(db)
  return result
}

/**
 * Runs a write of one statement that a power cut may undo: it is committed without waiting for the disk, which the next other commit
 * does for both. A crash of the process loses nothing.
 * @throws Error inside a transaction
 */
export function writeUnsynced<T>(db: Database, write: () => T): T {
  if (db.$client.inTransaction) throw new Error('writeUnsynced: a transaction is running')
  db.$client.pragma('synchronous = NORMAL')
  try {
    return write()
  } finally {
    db.$client.pragma('synchronous = FULL')
  }
}

/**
 * Runs `run` after the current transaction commits; never after a rollback.
 * @throws Error outside `transact`
 */
export function afterCommit(run: (db: Database) => void): void {
  if (!afterwards) throw new Error('afterCommit: no transaction is running')
  afterwards.push(run)
}
