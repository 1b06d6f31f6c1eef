import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type DataFolder, markDemoData, openDataFolder } from './data-folder.server.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'groundwork-folder-'))
})

const close = ({ db, lock }: DataFolder) => {
  db.$client.close()
  lock.close()
}

function open(options: { development?: boolean; shared?: boolean; at?: string } = {}): DataFolder {
  const { development = true, shared = false, at = dataDir } = options
  const databasePath = join(at, 'groundwork.db')
  const opened = openDataFolder({ dataDir: at, databasePath, development, SHARED_DATA_DIR: shared })
  onTestFinished(() => close(opened))
  return opened
}

/** Opens the folder, which must be refused with this line of docs/operations.md. */
function expectRefusal(line: string, options: Parameters<typeof open>[0] = {}): void {
  expect(readFileSync('docs/operations.md', 'utf8')).toContain(`\n    ${line}\n`)
  expect(() => open(options)).toThrow(`\n  ${line.replace('/data', options.at ?? dataDir)}\n`)
}

describe('a data folder', () => {
  it('of production does not open in development, not even as a restored backup', async () => {
    const production = open({ development: false })
    const backup = mkdtempSync(join(tmpdir(), 'groundwork-folder-'))
    await production.db.$client.backup(join(backup, 'groundwork.db'))
    close(production)
    for (const at of [dataDir, backup])
      expectRefusal('APP_ENV: must be production, because /data holds the data of production', { at })
    close(open({ development: false }))
  })

  it('with the demo data does not open in production', () => {
    const demo = open()
    markDemoData(demo.db)
    close(demo)
    expectRefusal('DATA_DIR: /data holds the demo data, whose passwords everybody knows', { development: false })
    close(open())
  })

  it('opens in production later if development left nothing of the demo in it', () => {
    close(open())
    close(open({ development: false }))
  })

  it('is for one process', () => {
    const first = open()
    for (const shared of [false, true])
      expectRefusal('DATA_DIR: another server is using /data; stop it, or choose another folder', { shared })
    close(first)
    close(open())
  })

  it('is for several processes if all of them say so', () => {
    const first = open({ shared: true })
    open({ shared: true })
    expect(() => open()).toThrow(/another server is using/)
    expect(first.db.$client.open).toBe(true)
  })

  it('is readable for its owner only, also where it was not before', () => {
    // Files of a server that was killed, made by an earlier version.
    const left = `const db = new (require('better-sqlite3'))(${JSON.stringify(join(dataDir, 'groundwork.db'))})
      db.pragma('journal_mode = WAL')
      db.exec('create table entries (n); insert into entries values (1)')
      process.kill(process.pid, 'SIGKILL')`
    expect(() => execFileSync(process.execPath, ['-e', left], { stdio: 'ignore' })).toThrow()
    chmodSync(dataDir, 0o755)
    for (const name of readdirSync(dataDir)) chmodSync(join(dataDir, name), 0o644)
    const { db } = open()
    expect(db.$client.prepare('select n from entries').pluck().get()).toBe(1)
    db.$client.exec('insert into entries values (2)')
    const modes = Object.fromEntries(
      readdirSync(dataDir).map((name) => [name, statSync(join(dataDir, name)).mode & 0o777]),
    )
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    expect(modes).toEqual({
      'groundwork.db': 0o600,
      'groundwork.db-shm': 0o600,
      'groundwork.db-wal': 0o600,
      'server.lock': 0o600,
    })
  })

  it('that cannot be used is named in one line', () => {
    writeFileSync(join(dataDir, 'file'), '')
    expect(() => open({ at: join(dataDir, 'file', 'data') })).toThrow(/DATA_DIR: .* cannot be used \(ENOTDIR\)/)
    writeFileSync(join(dataDir, 'groundwork.db'), 'not a database at all, whatever it was before'.repeat(200))
    expect(() => open()).toThrow(/DATA_DIR: .* cannot be used \(SQLITE_NOTADB\)/)
  })
})
