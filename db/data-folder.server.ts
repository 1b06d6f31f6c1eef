import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { type Env, StartRefusal } from '#app/platform/env.server.ts'
import { type Database, openDatabase, type Sqlite } from './client.server.ts'

type Settings = Pick<Env, 'dataDir' | 'databasePath' | 'development' | 'SHARED_DATA_DIR'>

/** The database of a data folder. Only `lock` keeps other servers out, so whoever holds `db` holds it as well. */
export type DataFolder = { db: Database; lock: Sqlite }

/**
 * Opens the data folder, which only its owner can read, for this process alone. The operating system frees the lock
 * when the process ends, however it does.
 * @throws StartRefusal if another server uses the folder, if its data is not for this environment, or if it cannot be
 * opened
 */
export function openDataFolder(settings: Settings): DataFolder {
  const lock = lockDataFolder(settings)
  try {
    return { db: openLockedFolder(settings), lock }
  } catch (error) {
    lock.close()
    throw error
  }
}

/**
 * Makes the data folder private and locks it, as `openDataFolder` does, without opening the database: for a process that only
 * watches over those that do.
 * @throws StartRefusal if another server uses the folder, or if it cannot be opened
 */
export function lockDataFolder(settings: Settings): Sqlite {
  return refusingUnusable(settings, () => {
    makePrivate(settings.dataDir, settings.databasePath)
    return takeLock(settings)
  })
}

/**
 * Opens the database of a folder that this server has locked already.
 * @throws StartRefusal if its data is not for this environment, or if it cannot be opened
 */
export function openLockedFolder(settings: Settings): Database {
  return refusingUnusable(settings, () => openClaimed(settings))
}

function refusingUnusable<T>({ dataDir }: Settings, open: () => T): T {
  try {
    return open()
  } catch (error) {
    const { code } = error as { code?: string }
    if (!code) throw error
    throw new StartRefusal([`DATA_DIR: ${dataDir} cannot be used (${code})`])
  }
}

/** SQLite gives its -wal and -shm files the mode of the database. Those of a server that was killed are there already. */
function makePrivate(dataDir: string, databasePath: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  create(databasePath)
  restrict(dataDir, 0o700)
  for (const suffix of ['', '-wal', '-shm']) restrict(databasePath + suffix, 0o600)
}

function create(path: string): void {
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600))
}

/** A folder that belongs to somebody else is theirs to protect. */
function restrict(path: string, mode: number): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found && found.uid === process.getuid?.() && (found.mode & 0o077) !== 0) chmodSync(path, mode)
}

/** A transaction on an empty database of its own, because SQLite's locks are the one kind that Node can take. */
function takeLock({ dataDir, SHARED_DATA_DIR: shared }: Settings): Sqlite {
  const path = join(dataDir, 'server.lock')
  create(path)
  const lock = new BetterSqlite(path, { timeout: 0 })
  try {
    lock.pragma('journal_mode = MEMORY')
    lock.exec(shared ? 'BEGIN; SELECT * FROM sqlite_schema' : 'BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock.close()
    if ((error as { code?: string }).code !== 'SQLITE_BUSY') throw error
    throw new StartRefusal([`DATA_DIR: another server is using ${dataDir}; stop it, or choose another folder`])
  }
}

/** Whose data it is, in the header of the database, so that every copy and backup says so too. */
const marks = { production: 1, demo: 2 }

function openClaimed({ dataDir, databasePath, development }: Settings): Database {
  const db = openDatabase(databasePath)
  const mark = db.$client.pragma('user_version', { simple: true })
  const refusal =
    development && mark === marks.production
      ? `APP_ENV: must be production, because ${dataDir} holds the data of production`
      : !development && mark === marks.demo
        ? `DATA_DIR: ${dataDir} holds the demo data, whose passwords everybody knows`
        : null
  if (refusal !== null) {
    db.$client.close()
    throw new StartRefusal([refusal])
  }
  if (!development && mark !== marks.production) db.$client.pragma(`user_version = ${marks.production}`)
  return db
}

/** Marks the data as the demo data, with which production never starts. */
export function markDemoData({ $client }: Database): void {
  $client.pragma(`user_version = ${marks.demo}`)
}
