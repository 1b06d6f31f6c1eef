import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { env } from '#app/platform/env.server.ts'
import { closeDatabase, migrateDatabase, openDatabase } from '#db/client.server.ts'
import { camt } from '#tests/factories/statement.ts'
import type { Report } from '../report.ts'
import type { ImportFigures } from './import-statement.ts'
import { measureLedger } from './measure-ledger.ts'

/** What the import of a long statement takes and shows, and the proof of a long ledger, without any server. */
export async function measureMoney({ compare, note }: Report): Promise<void> {
  const entries = 10_000
  const figures = importOf(entries)
  const what = `bank statement of ${entries.toLocaleString('en')} entries`
  compare(`${what}: read`, figures.readMs / 1000, 5, 'less', ' s')
  compare(`${what}: booked`, figures.bookMs / 1000, 5, 'less', ' s')
  compare(`${what}: memory`, figures.megabytes, 100, 'less', ' MB')
  compare(`${what}: states of progress while it is read`, figures.readSteps, 10, 'more')
  compare(`${what}: states of progress while it is booked`, figures.bookSteps, 10, 'more')
  compare(`${what}: delay of others, p99`, figures.p99, 50, 'less', ' ms')
  note(`${what}: delay of others, maximum`, figures.max, 'ms')
  const { ms, p99, max } = await measureLedger(500_000)
  note('proof of a million entries', ms / 1000, 's')
  compare('proof of a million entries: delay of others, p99', p99, 50, 'less', ' ms')
  note('proof of a million entries: delay of others, maximum', max, 'ms')
}

/** Imports a statement in a program of its own, with the memory settings of `npm start`. */
function importOf(entries: number): ImportFigures {
  const folder = mkdtempSync(join(tmpdir(), 'groundwork-statement-'))
  try {
    const db = openDatabase(join(folder, 'groundwork.db'))
    migrateDatabase(db, resolve('db/migrations'))
    closeDatabase(db)
    const file = (name: string, count: number) => {
      const path = join(folder, name)
      const rows = Array.from({ length: count }, (_, at) => ({
        ...{ cents: 100 + at, archiveId: `${name}${at}`, name: `Payer ${at}`, message: `Invoice ${at}` },
      }))
      writeFileSync(path, camt({ iban: env.ESCROW_IBAN, entries: rows, number: name }))
      return path
    }
    const settings = ['--expose-gc', '--max-semi-space-size=16', '--max-old-space-size=1024']
    const program = [
      '--import',
      'tsx',
      'tests/bench/money/import-statement.ts',
      file('long', entries),
      file('short', 300),
    ]
    const output = execFileSync(process.execPath, [...settings, ...program], {
      env: { ...process.env, GROUNDWORK_TEST_DATA: folder, CHECK_STATEMENTS: '' },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    return JSON.parse(output.trim().split('\n').at(-1) ?? '') as ImportFigures
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
