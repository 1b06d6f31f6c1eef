import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createPerson } from '#tests/factories/people.ts'
import { createDraft } from '#tests/factories/project.ts'
import { type Database, migrateDatabase, openDatabase } from './client.server.ts'
import { setDatabase } from './handle.server.ts'

type Journal = { entries: Array<{ idx: number; version: string; when: number; tag: string; breakpoints: boolean }> }

const folder = resolve('db/migrations')
const journalOf = (from: string) => JSON.parse(readFileSync(join(from, 'meta/_journal.json'), 'utf8')) as Journal

it('are all in the journal in ascending time: drizzle silently skips one that is older than the last', () => {
  const { entries } = journalOf(folder)
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  expect(entries.map(({ tag }) => `${tag}.sql`)).toEqual(files.sort())
  expect(entries.map(({ when }) => when)).toEqual([...new Set(entries.map(({ when }) => when))].sort((a, b) => a - b))
})

it('leave the old data unchanged when one fails, even if others before it in the same start succeeded', () => {
  const db = migrated()
  const sql = db.$client
  sql.exec(`INSERT INTO companies (id, kind, name, created_at, updated_at) VALUES ('c', 'company', 'Kept', 1, 1)`)
  const broken = folderWith('CREATE TABLE later (x)', `DELETE FROM companies;${breakpoint}CREATE TABEL oops (x)`)
  expect(() => migrateDatabase(db, broken)).toThrow('CREATE TABEL oops')
  expect(sql.inTransaction).toBe(false)
  expect(sql.pragma('foreign_keys', { simple: true })).toBe(1)
  expect(sql.prepare('SELECT name FROM companies').pluck().all()).toEqual(['Kept'])
  expect(sql.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'later'").pluck().get()).toBe(0)
})

it.each(['users', 'projects'])('rebuild %s, to which rows of other tables refer', (table) => {
  const db = migrated()
  const owner = createPerson(db)
  createDraft(owner)
  const sql = db.$client
  const before = sql.prepare(`SELECT * FROM ${table}`).all()
  const indexesAndTriggers = sql.prepare(
    `SELECT name, sql FROM sqlite_schema WHERE tbl_name = ? AND type <> 'table' ORDER BY name`,
  )
  const beside = indexesAndTriggers.all(table)
  migrateDatabase(db, folderWith(rebuild(db, table)))
  expect(sql.prepare(`SELECT * FROM ${table}`).all()).toEqual(before)
  expect(indexesAndTriggers.all(table)).toEqual(beside)
  expect(sql.pragma('foreign_key_check')).toEqual([])
  expect(sql.pragma('foreign_keys', { simple: true })).toBe(1)
  expect(() => sql.exec(`DELETE FROM ${table}`)).toThrow('FOREIGN KEY')
})

it('are rolled back when they break a reference, which the error names', () => {
  const db = migrated()
  const owner = createPerson(db)
  createDraft(owner)
  const broken = folderWith('CREATE TABLE later (x)', 'DELETE FROM companies')
  expect(() => migrateDatabase(db, broken)).toThrow(
    /they break references: subscriptions to companies \(1\), projects to companies \(1\), company_counts to companies \(1\), company_members to companies \(1\)/,
  )
  const sql = db.$client
  expect(sql.prepare('SELECT id FROM companies').pluck().all()).toContain(owner.company.id)
  expect(sql.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'later'").pluck().get()).toBe(0)
  expect(sql.pragma('foreign_keys', { simple: true })).toBe(1)
})

const breakpoint = '--> statement-breakpoint\n'

function migrated(): Database {
  const db = openDatabase(':memory:')
  migrateDatabase(db, folder)
  setDatabase(db)
  return db
}

/** A temporary folder with the product's migrations and additional ones. */
function folderWith(...texts: string[]): string {
  const own = mkdtempSync(join(tmpdir(), 'groundwork-migrations-'))
  onTestFinished(() => rmSync(own, { recursive: true }))
  cpSync(folder, own, { recursive: true })
  const journal = journalOf(own)
  const last = journal.entries.at(-1)
  if (!last) throw new Error('no migrations')
  for (const [step, text] of texts.entries()) {
    const tag = `9${step}_test`
    writeFileSync(join(own, `${tag}.sql`), text)
    journal.entries.push({ ...last, idx: last.idx + 1 + step, when: last.when + 1 + step, tag })
  }
  writeFileSync(join(own, 'meta/_journal.json'), JSON.stringify(journal))
  return own
}

/** Rebuilds a table as drizzle-kit does, with its indexes and triggers. */
function rebuild(db: Database, table: string): string {
  const made = db.$client
    .prepare<[string], { type: string; sql: string }>(
      'SELECT type, sql FROM sqlite_schema WHERE tbl_name = ? AND sql IS NOT NULL',
    )
    .all(table)
  const [own] = made.filter(({ type }) => type === 'table')
  return [
    'PRAGMA foreign_keys=OFF;',
    own?.sql.replace(/CREATE TABLE [`"]?\w+[`"]?/, `CREATE TABLE __new_${table}`),
    `INSERT INTO __new_${table} SELECT * FROM ${table};`,
    `DROP TABLE ${table};`,
    `ALTER TABLE __new_${table} RENAME TO ${table};`,
    'PRAGMA foreign_keys=ON;',
    ...made.filter(({ type }) => type !== 'table').map(({ sql }) => sql),
  ].join(breakpoint)
}
