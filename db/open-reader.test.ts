import { expect, it, onTestFinished } from 'vitest'
import { testDatabaseFile } from '#tests/setup/database.ts'
import { openReader, transact } from './client.server.ts'
import { dataVersion } from './data-version.server.ts'

class Refused extends Error {}

/** A database file with one note, open for writing and for reading. */
function openBoth() {
  const { db: writer, file, remove } = testDatabaseFile()
  writer.$client.exec("CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('first')")
  const reader = openReader(file, () => {
    throw new Refused()
  })
  onTestFinished(() => {
    reader.$client.close()
    remove()
  })
  return { writer, reader }
}

it('shows every commit of the writer at once', () => {
  const { writer, reader } = openBoth()
  const notes = reader.$client.prepare('SELECT text FROM notes').pluck()
  expect(notes.all()).toEqual(['first'])
  const before = dataVersion(reader.$client)
  transact(writer, (tx) => tx.run("INSERT INTO notes VALUES ('second')"))
  expect(notes.all()).toEqual(['first', 'second'])
  expect(dataVersion(reader.$client)).toBe(before + 1)
})

it.each(["INSERT INTO notes VALUES ('mine')", "UPDATE notes SET text = 'mine' RETURNING text", 'DELETE FROM notes'])(
  'refuses to write, in a transaction or outside: %s',
  (statement) => {
    const { writer, reader } = openBoth()
    const prepared = reader.$client.prepare(statement)
    for (const run of [prepared.run, prepared.get, prepared.all]) expect(() => run.call(prepared)).toThrow(Refused)
    // Drizzle wraps what a statement throws.
    expect(() => transact(reader, (tx) => tx.run(statement))).toThrow(expect.objectContaining({ cause: new Refused() }))
    expect(() => reader.$client.exec(statement)).toThrow('readonly')
    expect(writer.$client.prepare('SELECT text FROM notes').pluck().all()).toEqual(['first'])
  },
)

it('runs a transaction that only reads, while the writer holds the lock', () => {
  const { writer, reader } = openBoth()
  writer.$client.exec('BEGIN IMMEDIATE')
  expect(transact(reader, (tx) => tx.all('SELECT text FROM notes'))).toEqual([{ text: 'first' }])
  writer.$client.exec('COMMIT')
})
