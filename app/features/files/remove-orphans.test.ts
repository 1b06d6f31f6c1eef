import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { env } from '#app/platform/env.server.ts'
import { fileStorage } from '#app/platform/files/file-storage.server.ts'
import { newId } from '#db/ids.ts'
import { files } from '#db/schema/files.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { removeOrphans } from './remove-orphans.server.ts'

const day = 24 * 3_600_000

/** A file and its small picture in the storage, put there `age` ms ago. */
async function stored(age: number): Promise<string> {
  const storedAs = newId().replaceAll('-', '')
  for (const name of [storedAs, `${storedAs}.small`]) {
    writeFileSync(fileStorage.incomingPath(name), 'x')
    await fileStorage.put(name)
    const at = (testNow - age) / 1000
    utimesSync(join(env.filesDir, name), at, at)
  }
  return storedAs
}

it('removes files that no row names 30 days after they were stored, and no others', async () => {
  const db = testDatabase()
  const anna = createPerson(db)
  const [named, orphan, young] = [await stored(31 * day), await stored(31 * day), await stored(29 * day)]
  db.insert(files)
    .values({
      ...{ id: newId(), subjectType: 'conversation', subjectId: newId(), name: 'a.txt', mime: 'text/plain', size: 1 },
      ...{ sha256: 'abc', storedAs: named, uploadedBy: anna.actor.id, createdAt: testNow },
    })
    .run()

  await removeOrphans(db, testNow)

  const left = [named, orphan, young].flatMap((name) => [name, `${name}.small`])
  const found = await Promise.all(left.map((name) => fileStorage.stat(name)))
  expect(found.map((each) => each !== null)).toEqual([true, true, false, false, true, true])
})
