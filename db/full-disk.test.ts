import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { fullDisk } from '#app/platform/errors.ts'

/**
 * Writes until the operating system refuses, and prints the refusal of `transact`, what SQLite said, and whether half of
 * a transaction was stored.
 */
const program = `
  import { openDatabase, transact } from '#db/client.server.ts'
  const db = openDatabase(process.env.DATABASE)
  db.$client.exec('CREATE TABLE pairs (x); CREATE TABLE data_version (id INTEGER PRIMARY KEY, version INTEGER)')
  const insert = db.$client.prepare('INSERT INTO pairs VALUES (zeroblob(3000))')
  let refusal
  for (let pair = 0; pair < 1000 && !refusal; pair += 1) {
    try {
      transact(db, () => { insert.run(); insert.run() })
    } catch (error) {
      refusal = error
    }
  }
  const count = db.$client.prepare('SELECT count(*) FROM pairs').pluck().get()
  console.log(JSON.stringify([refusal?.code, refusal?.text?.key, refusal?.cause?.code, count % 2]))`

it('a quota of the file system is a full disk, and nothing of the transaction is stored', () => {
  const folder = mkdtempSync(join(tmpdir(), 'groundwork-full-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  // A limit on the size of files needs no rights, and SQLite reports it as it reports a quota.
  const limited = 'ulimit -f 600; exec "$0" --import tsx --input-type=module -e "$1"'
  const printed = execFileSync('sh', ['-c', limited, process.execPath, program], {
    cwd: resolve('.'),
    env: { ...process.env, DATABASE: join(folder, 'a.db'), LOG_LEVEL: 'silent' },
    encoding: 'utf8',
  })
  expect(JSON.parse(printed)).toEqual(['storage_full', 'errors:storageDisk', 'SQLITE_IOERR_WRITE', 0])
})

it.each(['ENOSPC', 'EDQUOT', 'EFBIG', 'SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_IOERR_SHMSIZE'])(
  '%s is a full disk',
  (code) => {
    const error = Object.assign(new Error('a write failed'), { code })
    expect(fullDisk(error)).toMatchObject({ code: 'storage_full', cause: error })
  },
)

it.each(['SQLITE_IOERR_READ', 'SQLITE_CORRUPT', 'EACCES'])('%s is none', (code) => {
  expect(fullDisk(Object.assign(new Error('something failed'), { code }))).toBeNull()
})
