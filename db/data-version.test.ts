import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { createPerson } from '#tests/factories/people.ts'
import { createDraft } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { migrateDatabase, openDatabase, transact } from './client.server.ts'
import { dataVersion } from './data-version.server.ts'
import { projects } from './schema/projects.ts'

it('rises once with each transaction that changes something, and with no other', () => {
  const db = testDatabase()
  const owner = createPerson(db)
  const before = dataVersion(db.$client)
  transact(db, () => undefined)
  transact(db, (tx) => tx.update(projects).set({ title: 'Nothing is there yet' }).run())
  expect(dataVersion(db.$client)).toBe(before)
  createDraft(owner)
  expect(dataVersion(db.$client)).toBe(before + 1)
  transact(db, (tx) => tx.update(projects).set({ title: 'Another' }).run())
  expect(dataVersion(db.$client)).toBe(before + 2)
})

it('does not rise when a transaction is rolled back', () => {
  const db = testDatabase()
  createDraft(createPerson(db))
  const before = dataVersion(db.$client)
  const refused = () =>
    transact(db, (tx) => {
      tx.update(projects).set({ title: 'Another' }).run()
      throw new Error('refused')
    })
  expect(refused).toThrow('refused')
  expect(dataVersion(db.$client)).toBe(before)
})

it('is the same in another process, and after a restart', () => {
  const folder = mkdtempSync(join(tmpdir(), 'groundwork-version-'))
  try {
    const path = join(folder, 'groundwork.db')
    const [one, other] = [openDatabase(path), openDatabase(path)]
    migrateDatabase(one, resolve('db/migrations'))
    expect(dataVersion(other.$client)).toBe(0)
    const owner = createPerson(one)
    createDraft(owner)
    const version = dataVersion(one.$client)
    expect(version).toBeGreaterThan(0)
    expect(dataVersion(other.$client)).toBe(version)
    for (const { $client } of [one, other]) $client.close()
    const again = new Sqlite(path)
    expect(dataVersion(again)).toBe(version)
    again.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
