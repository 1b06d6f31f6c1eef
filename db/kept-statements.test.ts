import BetterSqlite from 'better-sqlite3'
import { sql } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { expect, it, onTestFinished } from 'vitest'
import { prepareDatabase } from './client.server.ts'

const notes = sqliteTable('notes', { id: integer('id').primaryKey(), text: text('text').notNull() })

/** A database in memory with one note, and the texts that SQLite prepared since. */
function openNotes() {
  const sqlite = new BetterSqlite(':memory:')
  onTestFinished(() => void sqlite.close())
  sqlite.exec("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL); INSERT INTO notes VALUES (1, 'first')")
  const prepared: string[] = []
  const prepare = sqlite.prepare.bind(sqlite) as (source: string) => BetterSqlite.Statement
  const recording = (source: string) => {
    prepared.push(source)
    return prepare(source)
  }
  Object.assign(sqlite, { prepare: recording })
  const db = prepareDatabase(sqlite)
  prepared.length = 0
  return { db, prepared }
}

it('prepares a statement of the builder once, whatever its values, within transactions and outside', () => {
  const { db, prepared } = openNotes()
  const find = (id: number) => db.select().from(notes).where(sql`${notes.id} = ${id}`).get()
  expect([find(1), find(2)]).toEqual([{ id: 1, text: 'first' }, undefined])
  db.transaction((tx) => {
    tx.insert(notes).values({ id: 2, text: 'second' }).run()
    tx.insert(notes).values({ id: 3, text: 'third' }).run()
  })
  expect(find(3)).toEqual({ id: 3, text: 'third' })
  expect(prepared).toHaveLength(2)
})

it('gives rows as they were asked for when the same text runs with and without a mapping', () => {
  const { db, prepared } = openNotes()
  const mapped = () => db.select({ id: notes.id, text: notes.text }).from(notes).all()
  const plain = () => db.all(sql.raw('select "id", "text" from "notes"'))
  for (const ask of [mapped, plain, mapped]) expect(ask()).toEqual([{ id: 1, text: 'first' }])
  expect(prepared).toHaveLength(1)
})

it('keeps a thousand texts, those that were used last', () => {
  const { db, prepared } = openNotes()
  const first = () => db.all(sql.raw('SELECT 0 AS number'))
  for (let number = 0; number < 1000; number += 1) {
    expect(db.all(sql.raw(`SELECT ${number} AS number`))).toEqual([{ number }])
    first()
  }
  expect(prepared).toHaveLength(1000)
  db.all(sql.raw('SELECT 1000 AS number'))
  first()
  expect(prepared).toHaveLength(1001)
  db.all(sql.raw('SELECT 1 AS number'))
  expect(prepared).toHaveLength(1002)
})
