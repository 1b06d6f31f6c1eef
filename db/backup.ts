// `npm run backup [-- target]` copies the database while the server runs, and checks the copy before naming it. The
// target is a folder (by default backups/ in DATA_DIR) that keeps the newest BACKUPS_KEEP copies, or a file. Beside each
// copy is the key that the installation seals documents with, where it made one.
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import Sqlite from 'better-sqlite3'

// Whatever this process writes is for its own user only, whatever cron's umask is.
process.umask(0o077)

const copyName = /^groundwork-\d{8}T\d{9}Z\.db$/

try {
  await main()
} catch (error) {
  console.error(`✗ No backup was made: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const dataDir = resolve(process.env.DATA_DIR || './data')
  const source = join(dataDir, 'groundwork.db')
  if (!existsSync(source)) throw new Error(`there is no database at ${source}`)
  const target = resolve(process.argv[2] ?? join(dataDir, 'backups'))
  const isFile = target.endsWith('.db')
  const file = isFile ? target : join(target, `groundwork-${stamp(new Date())}.db`)
  if (existsSync(file)) throw new Error(`${file} exists already`)

  mkdirSync(dirname(file), { recursive: true })
  chownToOwnerOf(dataDir, dirname(file))
  const partial = `${file}.partial`
  try {
    await copy(source, partial)
    chownToOwnerOf(dataDir, partial)
    const { tables, rows } = check(partial)
    copyKey(join(dataDir, 'seal-key.pem'), keyBeside(file), dataDir)
    renameSync(partial, file)
    console.log(`✓ ${file}: ${megabytes(file)} MB, ${tables} tables, ${rows} rows, integrity ok`)
  } finally {
    for (const left of [partial, `${partial}-journal`, `${partial}-wal`, `${partial}-shm`])
      rmSync(left, { force: true })
  }
  if (!isFile) prune(target, backupsToKeep())
}

function keyBeside(copy: string): string {
  return copy.replace(/\.db$/, '.seal-key.pem')
}

function copyKey(key: string, target: string, dataDir: string): void {
  if (!existsSync(key)) return
  copyFileSync(key, target)
  chmodSync(target, 0o600)
  chownToOwnerOf(dataDir, target)
}

/** SQLite's online backup in a single step: one in several steps restarts whenever the server writes in between. */
async function copy(source: string, file: string): Promise<void> {
  rmSync(file, { force: true })
  const database = new Sqlite(source, { readonly: true, fileMustExist: true, timeout: 10_000 })
  try {
    await database.backup(file, { progress: ({ totalPages }) => Math.max(totalPages, 1) })
  } finally {
    database.close()
  }
}

/** Takes the copy out of WAL mode, so that it is a single file, runs `integrity_check` and counts its rows. */
function check(file: string): { tables: number; rows: number } {
  const copied = new Sqlite(file)
  try {
    copied.pragma('journal_mode = DELETE')
    const verdict = copied.pragma('integrity_check', { simple: true })
    if (verdict !== 'ok') throw new Error(`the copy is damaged: ${verdict}`)
    const names = copied
      .prepare<[], string>("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
      .pluck()
      .all()
    let rows = 0
    for (const name of names) rows += copied.prepare<[], number>(`select count(*) from "${name}"`).pluck().get() ?? 0
    return { tables: names.length, rows }
  } finally {
    copied.close()
  }
}

function backupsToKeep(): number {
  const count = Number(process.env.BACKUPS_KEEP || 14)
  if (!Number.isInteger(count) || count < 1) throw new Error('BACKUPS_KEEP is not a whole number of 1 or more')
  return count
}

/** File names sort by time. Only files that this program named are removed. */
function prune(folder: string, count: number): void {
  const copies = readdirSync(folder).filter((name) => copyName.test(name))
  for (const old of copies.sort().reverse().slice(count)) {
    rmSync(join(folder, old))
    rmSync(keyBeside(join(folder, old)), { force: true })
    console.log(`· removed ${old}: the newest ${count} are kept`)
  }
}

/** A root shell in a container (`fly ssh console`) must not leave files that the server cannot access. */
function chownToOwnerOf(dataDir: string, entry: string): void {
  if (process.getuid?.() !== 0 || !resolve(entry).startsWith(dataDir)) return
  const { uid, gid } = statSync(dataDir)
  chownSync(entry, uid, gid)
}

function stamp(now: Date): string {
  return now.toISOString().replace(/[-:.]/g, '')
}

function megabytes(file: string): string {
  return (statSync(file).size / 1_000_000).toFixed(1)
}
