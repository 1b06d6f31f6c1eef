// `npm run db:keep-world` seeds an empty database at the newest migration and stores it as
// tests/fixtures/world-at-NNNN.db.br (SQLite, brotli). tests/integration/migrations-over-worlds.test.ts runs all later
// migrations over it. Run it when the seed covers new tables. An existing world is never regenerated, because it stands
// for old data.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import Sqlite from 'better-sqlite3'

const newest = readdirSync('db/migrations')
  .filter((name) => name.endsWith('.sql'))
  .sort()
  .at(-1)
const file = resolve('tests/fixtures', `world-at-${newest?.slice(0, 4)}.db.br`)
if (existsSync(file)) throw new Error(`${file} is there already`)

const folder = mkdtempSync(join(tmpdir(), 'groundwork-world-'))
try {
  const env = { ...process.env, DATA_DIR: folder, APP_ENV: 'development' }
  execFileSync(process.execPath, ['--import', 'tsx', 'db/seed/run.ts'], { env, stdio: 'inherit' })
  const sqlite = new Sqlite(join(folder, 'groundwork.db'))
  sqlite.pragma('journal_mode = DELETE')
  sqlite.exec('VACUUM')
  writeFileSync(file, brotliCompressSync(sqlite.serialize()))
  sqlite.close()
  console.log(`✓ ${file}`)
} finally {
  rmSync(folder, { recursive: true })
}
