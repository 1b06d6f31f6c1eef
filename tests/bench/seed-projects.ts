import { join, resolve } from 'node:path'
import { migrateDatabase, openDatabase, transact } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { projects } from '#db/schema/projects.ts'
import { createPerson } from '#tests/factories/people.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

const words = ['Kitchen', 'Roof', 'Bathroom', 'Facade', 'Yard', 'Sauna', 'Office', 'Bridge', 'Pipes', 'Windows']

/** Creates a database with `count` open projects of many companies, and a signed-in person. */
export async function seedProjects(dataDir: string, count: number): Promise<{ cookie: string; projectId: string }> {
  const db = openDatabase(join(dataDir, 'groundwork.db'))
  migrateDatabase(db, resolve('db/migrations'))
  const now = Date.now()
  const owners = Array.from({ length: 50 }, () => createPerson(db, { now }))
  let last = ''
  for (let from = 0; from < count; from += 1000) {
    transact(db, (tx) => {
      for (let index = from; index < Math.min(from + 1000, count); index += 1) {
        const owner = owners[index % owners.length]
        if (!owner) continue
        last = newId()
        tx.insert(projects)
          .values({
            id: last,
            companyId: owner.company.id,
            createdBy: owner.actor.id,
            title: `${words[index % words.length]} of house ${index}`,
            description: 'A new kitchen for 600 portions a day; the school stays open while it is built.',
            category: 'kitchen',
            location: 'Espoo',
            budgetCents: 25_000_000,
            currency: 'EUR',
            status: 'open',
            bidDeadline: now + 10 * 86_400_000 + index,
            publishedAt: now,
            createdAt: now,
            updatedAt: now,
          })
          .run()
      }
    })
  }
  const { cookie } = await signedIn(createPerson(db, { now }))
  db.$client.close()
  return { cookie, projectId: last }
}
