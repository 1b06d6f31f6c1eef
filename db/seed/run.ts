import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { changeBankAccount } from '#app/features/team/change-bank-account.server.ts'
import { setMandates } from '#app/features/team/set-mandates.server.ts'
import { listeners } from '#app/listeners.server.ts'
import { env } from '#app/platform/env.server.ts'
import { closeDatabase, migrateDatabase } from '#db/client.server.ts'
import { markDemoData } from '#db/data-folder.server.ts'
import { startDispatcher } from '#db/event-dispatcher.server.ts'
import { database } from '#db/handle.server.ts'
import { users } from '#db/schema/accounts.ts'
import { mails } from '#db/schema/notifications.ts'
import { seedApprovals } from './approvals.ts'
import { seedBooks } from './books.ts'
import { seedCalls } from './calls.ts'
import { seedCertificates } from './certificates.ts'
import { seedClients } from './clients.ts'
import { seedContracts } from './contracts.ts'
import { seedConversations } from './conversations.ts'
import { seedInvoices } from './invoices.ts'
import { seedListings } from './listings.ts'
import { demoPassword, seedPeople } from './people.ts'
import { seedPlans } from './plans.ts'
import { seedProjects } from './projects.ts'
import { seedQuotes } from './quotes.ts'
import { seedTestSales } from './test-sales.ts'

/*
 * Seeds an empty database with the demo data: `node build/seed.js`. It migrates first, and does nothing if there are
 * people already. Everything is one transaction (inner ones become savepoints), so that an interrupted run leaves
 * nothing behind.
 */
const here = dirname(fileURLToPath(import.meta.url))
const root = here.endsWith('build') ? dirname(here) : resolve(here, '../..')

// Whatever this process writes is for its own user only.
process.umask(0o077)

if (!env.development) {
  console.error('The demo world is for development only; nothing was done.')
  process.exit(1)
}

const db = database()
try {
  migrateDatabase(db, resolve(root, 'db/migrations'))
  if (db.select({ id: users.id }).from(users).limit(1).get()) {
    console.log('there are people in it already, so it was left as it is')
  } else {
    db.$client.exec('BEGIN IMMEDIATE')
    await seed(Date.now())
    markDemoData(db)
    db.$client.exec('COMMIT')
    const { people } = db.select({ people: sql<number>`count(*)` }).from(users).get() ?? { people: 0 }
    console.log(`the demo world is in it, with ${people} people; they sign in with the password groundwork-demo`)
  }
} finally {
  if (db.$client.inTransaction) db.$client.exec('ROLLBACK')
  closeDatabase(db)
}

async function seed(now: number): Promise<void> {
  const dispatcher = startDispatcher(db, listeners)
  const people = await seedPeople(db, now)
  await seedCertificates(people, now)
  await seedProjects(db, people, now)
  await seedContracts(db, people, now)
  seedInvoices(db, people, now)
  seedListings(people, now)
  seedClients(people, now)
  seedQuotes(db, people, now)
  seedBooks({ ...people, provider: { ...people.provider, now }, client: { ...people.client, now } }, now)
  seedCalls(db, people, now)
  seedConversations(db, people, now)
  // A member who signs small contracts for her company, and nothing else.
  const mandates = { sign: 2_500_000, award: 0, release: 0, bank: 0, payables: 0 }
  await setMandates(people.provider, { userId: people.member.actor.id, mandates, password: demoPassword })
  await seedApprovals(db, people, now)
  // A bank account that waits: its company's settings and the admins' page of transfers show it.
  const entered = { ...people.bathrooms, now: now - 5 * 3_600_000 }
  await changeBankAccount(entered, { iban: 'FI6557169020311842', bic: 'OKOYFIHH', password: demoPassword })
  seedPlans(db, people, now)
  seedTestSales(people.root, now)
  // Notifications are created before the demo data commits.
  dispatcher.deliver()
  dispatcher.stop()
  // People have read all but their newest notifications.
  db.run(sql`UPDATE notifications SET read_at = ${now} WHERE id NOT IN (
    SELECT newest.id FROM notifications newest WHERE newest.user_id = notifications.user_id ORDER BY newest.id DESC LIMIT 4)`)
  // Mails of the demo data can be read at /dev/mail, but are never sent.
  db.update(mails).set({ sentAt: now }).run()
}
