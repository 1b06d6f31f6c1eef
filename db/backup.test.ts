// Runs the real programs on real files while a server has the database open.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import Sqlite from 'better-sqlite3'
import { build } from 'esbuild'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'

const root = resolve(import.meta.dirname ?? '.', '..')
const stamped = /^groundwork-\d{8}T\d{9}Z\.db$/
let dataDir: string
let database: string

/** The program as it is built (scripts/steps/build.mjs), once for all tests; below the root, where it finds its packages. */
const backupProgram = join(root, '.cache', `backup-${process.pid}.mjs`)
beforeAll(() =>
  build({
    absWorkingDir: root,
    entryPoints: ['db/backup.ts'],
    outfile: backupProgram,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
  }),
)
afterAll(() => rmSync(backupProgram, { force: true }))

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'backup-'))
  database = join(dataDir, 'groundwork.db')
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

function create(rows: number): Sqlite.Database {
  const sqlite = new Sqlite(database)
  sqlite.pragma('journal_mode = WAL')
  sqlite.exec('create table __drizzle_migrations (id integer); insert into __drizzle_migrations values (1)')
  sqlite.exec('create table entries (n integer primary key, pair integer)')
  const insert = sqlite.prepare('insert into entries (pair) values (?)')
  sqlite.transaction(() => {
    for (let n = 0; n < rows; n += 1) insert.run(n)
  })()
  return sqlite
}

/** Under the umask that cron has. */
function run(program: string, args: string[] = [], env: Record<string, string> = {}) {
  const done = spawnSync('sh', ['-c', 'umask 022; exec "$0" "$@"', process.execPath, program, ...args], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, ...env },
    encoding: 'utf8',
  })
  return { code: done.status, output: done.stdout + done.stderr }
}

const backUp = (...args: string[]) => run(backupProgram, args)
const restore = (file: string) => run('scripts/restore.mjs', [file])
const copies = () => readdirSync(join(dataDir, 'backups')).sort()

function count(file: string): unknown {
  const sqlite = new Sqlite(file, { readonly: true })
  try {
    return sqlite.prepare('select count(*) from entries').pluck().get()
  } finally {
    sqlite.close()
  }
}

it('copies an open database, including rows that are only in its WAL', () => {
  const server = create(100)
  const { code, output } = backUp()
  server.close()
  expect(code, output).toBe(0)
  expect(output).toContain('2 tables, 101 rows, integrity ok')
  expect(copies()).toEqual([expect.stringMatching(stamped)])
  expect(count(join(dataDir, 'backups', String(copies()[0])))).toBe(100)
})

it('is readable for its owner only, and so is what is restored', () => {
  create(1).close()
  writeFileSync(join(dataDir, 'seal-key.pem'), 'the key of the seal')
  const folder = join(dataDir, 'elsewhere')
  const file = join(folder, 'mine.db')
  expect(backUp(file).code).toBe(0)
  const own = dataDir
  dataDir = join(own, 'restored')
  onTestFinished(() => rmSync(own, { recursive: true, force: true }))
  expect(restore(file).code).toBe(0)
  const keys = [join(folder, 'mine.seal-key.pem'), join(dataDir, 'seal-key.pem')]
  expect(keys.map((key) => readFileSync(key, 'utf8'))).toEqual(['the key of the seal', 'the key of the seal'])
  const files = [file, join(dataDir, 'groundwork.db'), ...keys]
  const modes = [folder, dataDir, ...files].map((path) => statSync(path).mode & 0o777)
  expect(modes).toEqual([0o700, 0o700, 0o600, 0o600, 0o600, 0o600])
})

it('is one consistent state while another process writes', async () => {
  create(2000).close()
  // Each transaction adds two rows with the same number, so a copy of half a transaction would have an odd count.
  const writing = `
    const sqlite = new (require('better-sqlite3'))(${JSON.stringify(database)}, { timeout: 5000 })
    const insert = sqlite.prepare('insert into entries (pair) values (?)')
    const both = sqlite.transaction((n) => { insert.run(n); insert.run(n) })
    process.stdout.write('writing')
    for (let n = 10000; ; n += 1) both.immediate(n)`
  const writer = spawn(process.execPath, ['-e', writing], { cwd: root })
  await new Promise((begun) => writer.stdout.once('data', begun))
  const { code, output } = backUp()
  const ended = new Promise((end) => writer.once('exit', end))
  writer.kill('SIGKILL')
  await ended
  expect(code, output).toBe(0)
  const copy = new Sqlite(join(dataDir, 'backups', String(copies()[0])))
  expect(copy.prepare('select count(*) from entries').pluck().get()).toBeGreaterThan(2000)
  expect(copy.prepare('select pair from entries where pair >= 10000 group by pair having count(*) <> 2').all()).toEqual(
    [],
  )
  copy.close()
})

it('keeps the newest copies, and removes nothing but its own', () => {
  create(1).close()
  mkdirSync(join(dataDir, 'backups'))
  const old = ['groundwork-20250101T000000000Z.db', 'groundwork-20260101T000000000Z.db']
  for (const name of [
    ...old,
    'groundwork-20250101T000000000Z.seal-key.pem',
    'groundwork-before-the-move.db',
    'notes.txt',
  ])
    writeFileSync(join(dataDir, 'backups', name), '')
  expect(run(backupProgram, [], { BACKUPS_KEEP: '2' }).code).toBe(0)
  expect(copies()).toEqual([old[1], expect.stringMatching(stamped), 'groundwork-before-the-move.db', 'notes.txt'])
})

it('writes to a named file, and never overwrites one', () => {
  create(3).close()
  const file = join(dataDir, 'elsewhere', 'mine.db')
  expect(backUp(file).code).toBe(0)
  expect(count(file)).toBe(3)
  const again = backUp(file)
  expect(again.code).toBe(1)
  expect(again.output).toContain('exists already')
})

it('makes no copy of a damaged or missing database', () => {
  expect(backUp().output).toContain('there is no database')
  const server = create(5000)
  server.close()
  const bytes = readFileSync(database)
  bytes.fill(7, 8192, 16384)
  writeFileSync(database, bytes)
  const { code, output } = backUp()
  expect(code, output).toBe(1)
  expect(copies()).toEqual([])
})

it('restores a backup, and keeps the database that was there', () => {
  const server = create(10)
  expect(backUp().code).toBe(0)
  const copy = join(dataDir, 'backups', String(copies()[0]))
  server.exec('insert into entries (pair) values (1), (2)')

  const refused = restore(copy)
  expect(refused.code).toBe(1)
  expect(refused.output).toContain('in use')
  expect(count(database)).toBe(12)
  server.close()

  const { code, output } = restore(copy)
  expect(code, output).toBe(0)
  expect(count(database)).toBe(10)
  const aside = readdirSync(dataDir).find((name) => name.startsWith('groundwork-replaced-'))
  expect(count(join(dataDir, String(aside)))).toBe(12)
  expect(existsSync(`${database}-wal`)).toBe(false)
})

it('restores over a database that no longer opens', () => {
  create(10).close()
  expect(backUp().code).toBe(0)
  writeFileSync(database, 'not a database at all, whatever it was before')
  const { code, output } = restore(join(dataDir, 'backups', String(copies()[0])))
  expect(code, output).toBe(0)
  expect(count(database)).toBe(10)
})

it('refuses a backup that is damaged, foreign or missing', () => {
  create(10).close()
  const foreign = join(dataDir, 'foreign.db')
  new Sqlite(foreign).exec('create table entries (n)').close()
  writeFileSync(join(dataDir, 'garbage.db'), 'garbage '.repeat(1000))
  for (const name of ['foreign.db', 'garbage.db', 'absent.db', 'groundwork.db']) {
    const { code, output } = restore(join(dataDir, name))
    expect(code, output).toBe(1)
    expect(output).toContain('Nothing was changed')
  }
  expect(count(database)).toBe(10)
})
