import { asc, desc, eq } from 'drizzle-orm'
import type { Database, Transaction } from '#db/client.server.ts'
import { users } from '#db/schema/accounts.ts'
import { referenceRates } from '#db/schema/invoices/invoice-mailing.ts'
import type { AddedRates } from './reference-rates.ts'

/** The rates that super admins have added, by half of the year; of one half the newest. */
export function loadAddedRates(db: Database | Transaction): AddedRates {
  const { half, rateBp, id } = referenceRates
  const rows = db.select({ half, rateBp }).from(referenceRates).orderBy(asc(half), asc(id)).all()
  return new Map(rows.map((row) => [row.half, row.rateBp]))
}

/** Every rate that was added, the newest first, with who added it: the rate is public, and its source is part of it. */
export function listAddedRates(db: Database) {
  const { id, half, rateBp, source, addedAt } = referenceRates
  return db
    .select({ id, half, rateBp, source, addedAt, addedBy: users.name })
    .from(referenceRates)
    .innerJoin(users, eq(users.id, referenceRates.addedBy))
    .orderBy(desc(half), desc(id))
    .all()
}
