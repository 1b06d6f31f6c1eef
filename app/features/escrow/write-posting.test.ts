import { expect, it } from 'vitest'
import { transact } from '#db/client.server.ts'
import { ledgerBalances, ledgerEntries, ledgerPostings } from '#db/schema/escrow.ts'
import { createAdmin } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { depositPosting } from './ledger.ts'
import { writePosting } from './write-posting.server.ts'

const order = { ...depositPosting('company', 1000), contractId: null, milestoneId: null, currency: 'EUR' as const }

it('writes entries, posting and balances, once per key', () => {
  const db = testDatabase()
  const ctx = createAdmin(db)
  const first = transact(db, (tx) => writePosting(tx, ctx, { ...order, idempotencyKey: 'a' }))
  expect(first.posted).toBe(true)
  expect(transact(db, (tx) => writePosting(tx, ctx, { ...order, idempotencyKey: 'a' }))).toEqual({
    id: first.id,
    posted: false,
  })
  transact(db, (tx) => writePosting(tx, ctx, { ...order, idempotencyKey: 'b' }))
  expect(db.select().from(ledgerPostings).all()).toHaveLength(2)
  expect(
    db
      .select()
      .from(ledgerBalances)
      .all()
      .map((row) => row.balanceCents)
      .sort((a, b) => a - b),
  ).toEqual([-2000, 2000])
})

it('refuses an unbalanced posting and writes nothing', () => {
  const db = testDatabase()
  const ctx = createAdmin(db)
  const [bank, client] = order.entries
  const unbalanced = { ...order, entries: [bank!, { ...client!, amountCents: -999 }], idempotencyKey: 'a' }
  expect(() => transact(db, (tx) => writePosting(tx, ctx, unbalanced))).toThrow(RangeError)
  expect(db.select().from(ledgerEntries).all()).toEqual([])
})

it('cannot be bypassed: the database refuses unbalanced postings, changes, and overdrafts', () => {
  const db = testDatabase()
  const ctx = createAdmin(db)
  transact(db, (tx) => writePosting(tx, ctx, { ...order, idempotencyKey: 'a' }))
  expect(() => db.$client.exec('UPDATE ledger_entries SET amount_cents = 5')).toThrow('immutable')
  expect(() => db.$client.exec('DELETE FROM ledger_postings')).toThrow('immutable')
  const back = {
    ...order,
    kind: 'payout' as const,
    entries: order.entries.map((one) => ({ ...one, amountCents: -2 * one.amountCents })),
  }
  expect(() => transact(db, (tx) => writePosting(tx, ctx, { ...back, idempotencyKey: 'b' }))).toThrow(
    'more than is held',
  )
})
