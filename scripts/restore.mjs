// `npm run restore -- file` replaces the database with a backup while the server is stopped. The old database is kept
// beside it.
import fs from 'node:fs'
import path from 'node:path'
import Sqlite from 'better-sqlite3'

// Whatever this process writes is for its own user only.
process.umask(0o077)

try {
  restore(process.argv[2], path.resolve(process.env.DATA_DIR || './data'))
} catch (error) {
  console.error(`✗ Nothing was changed: ${error.message}`)
  process.exitCode = 1
}

function restore(argument, dataDir) {
  if (!argument) throw new Error('say which backup: npm run restore -- data/backups/groundwork-….db')
  const backup = path.resolve(argument)
  const database = path.join(dataDir, 'groundwork.db')
  if (backup === database) throw new Error('that is the database itself')
  const migrations = checkBackup(backup)

  // The copy is complete and flushed to disk before the old database is moved.
  fs.mkdirSync(dataDir, { recursive: true })
  const partial = `${database}.partial`
  let replaced
  try {
    fs.copyFileSync(backup, partial)
    fs.chmodSync(partial, 0o600)
    chownToOwnerOf(dataDir, partial)
    sync(partial)
    replaced = setAside(database)
    fs.renameSync(partial, database)
  } finally {
    fs.rmSync(partial, { force: true })
  }
  const key = restoreKey(backup.replace(/\.db$/, '.seal-key.pem'), path.join(dataDir, 'seal-key.pem'))
  sync(dataDir)
  console.log(`✓ ${database} is now ${backup} (${migrations} migrations; the server applies newer ones when it starts)`)
  if (key) console.log(`· the key that seals documents: ${key}`)
  if (replaced) console.log(`· the database that was there: ${replaced}`)
}

/** The key that the installation seals documents with, where it has lost its own. */
function restoreKey(copy, key) {
  if (!fs.existsSync(copy) || fs.existsSync(key)) return undefined
  fs.copyFileSync(copy, key)
  fs.chmodSync(key, 0o600)
  chownToOwnerOf(path.dirname(key), key)
  sync(key)
  return key
}

/** A root shell in a container (`fly ssh console`) must not leave a database that the server cannot open. */
function chownToOwnerOf(folder, file) {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = fs.statSync(folder)
  fs.chownSync(file, uid, gid)
}

function checkBackup(file) {
  if (!fs.existsSync(file)) throw new Error(`there is no ${file}`)
  const backup = new Sqlite(file, { readonly: true, fileMustExist: true })
  try {
    const verdict = backup.pragma('integrity_check', { simple: true })
    if (verdict !== 'ok') throw new Error(`the backup is damaged: ${verdict}`)
    return backup.prepare('select count(*) from __drizzle_migrations').pluck().get()
  } catch (error) {
    if (/no such table/.test(error.message)) throw new Error(`${file} is not a Groundwork database`)
    throw new Error(`${file}: ${error.message}`)
  } finally {
    backup.close()
  }
}

/**
 * Leaving WAL mode needs exclusive access, so it fails while a server has the database open; it also checkpoints the
 * WAL.
 */
function setAside(database) {
  if (!fs.existsSync(database)) return undefined
  const aside = `${database.slice(0, -'.db'.length)}-replaced-${new Date().toISOString().replace(/[-:.]/g, '')}.db`
  let old
  try {
    old = new Sqlite(database, { timeout: 1000 })
    old.pragma('journal_mode = DELETE')
  } catch (error) {
    if (/SQLITE_BUSY|SQLITE_LOCKED/.test(error.code)) throw new Error('the database is in use. Stop the server first')
    // Restoring is meant for a damaged database, so its files are moved unchanged.
    console.log(`· the old database does not open (${error.message}); it is kept as it is`)
  } finally {
    old?.close()
  }
  for (const suffix of ['-wal', '-shm', '-journal', '']) {
    if (fs.existsSync(database + suffix)) fs.renameSync(database + suffix, aside + suffix)
  }
  return aside
}

function sync(entry) {
  const handle = fs.openSync(entry, 'r')
  try {
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}
