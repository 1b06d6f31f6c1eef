import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { migrateDatabase, openDatabase } from './client.server.ts'

type Journal = { entries: Array<{ idx: number; version: string; when: number; tag: string; breakpoints: boolean }> }

const folder = resolve('db/migrations')
const journalOf = (from: string) => JSON.parse(readFileSync(join(from, 'meta/_journal.json'), 'utf8')) as Journal

it('are all in the journal, in the order of their times: drizzle passes silently over one that is older than the last', () => {
  const { entries } = journalOf(folder)
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  expect(entries.map(({ tag }) => `${tag}.sql`)).toEqual(files.sort())
  expect(entries.map(({ when }) => when)).toEqual([...new Set(entries.map(({ when }) => when))].sort((a, b) => a - b))
})

it('leave the old data when one of them is broken, those before it in the same start included', () => {
  const own = mkdtempSync(join(tmpdir(), 'groundwork-migrations-'))
  cpSync(folder, own, { recursive: true })
  const db = openDatabase(':memory:')
  migrateDatabase(db, own)
  const sql = db.$client
  sql.exec(`INSERT INTO companies (id, kind, name, created_at, updated_at) VALUES ('c', 'company', 'Kept', 1, 1)`)
  const journal = journalOf(own)
  const last = journal.entries.at(-1)
  if (!last) throw new Error('no migrations')
  for (const [step, text] of [
    'CREATE TABLE later (x)',
    'DELETE FROM companies;--> statement-breakpoint\nCREATE TABEL oops (x)',
  ].entries()) {
    const tag = `9${step}_test`
    writeFileSync(join(own, `${tag}.sql`), text)
    journal.entries.push({ ...last, idx: last.idx + 1 + step, when: last.when + 1 + step, tag })
  }
  writeFileSync(join(own, 'meta/_journal.json'), JSON.stringify(journal))
  expect(() => migrateDatabase(db, own)).toThrow()
  expect(sql.inTransaction).toBe(false)
  expect(sql.prepare('SELECT name FROM companies').pluck().all()).toEqual(['Kept'])
  expect(sql.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'later'").pluck().get()).toBe(0)
})
