import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { bankTransfers, ledgerPostings, milestones } from '#db/schema/escrow.ts'
import { rfReference } from '#tests/factories/check-digits.ts'
import { signedDeal } from '#tests/factories/deal.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { checkLedger } from './check-ledger.server.ts'
import { recordTransfer } from './record-transfer.server.ts'

async function ready() {
  const db = testDatabase()
  const deal = await signedDeal(db)
  const [first, second] = db
    .select()
    .from(milestones)
    .where(eq(milestones.contractId, deal.contractId))
    .orderBy(milestones.position)
    .all()
  const transfer = {
    reference: first!.fundingReference ?? '',
    amountCents: first!.amountCents,
    currency: 'EUR' as const,
    payerName: 'Kallion Kiinteistöt Oy',
    paidOn: '2026-06-01',
    archiveId: '20260601-1',
  }
  const status = () => db.select().from(milestones).where(eq(milestones.id, first!.id)).get()?.status
  return { db, ...deal, first: first!, second: second!, transfer, status }
}

it('funds the milestone with its reference, in one transaction', async () => {
  const { db, admin, transfer, first, status } = await ready()
  expect(recordTransfer(admin, transfer)).toMatchObject({ milestoneId: first.id, repeated: false })
  expect(status()).toBe('funded')
  expect(
    db
      .select()
      .from(ledgerPostings)
      .all()
      .map(({ kind, idempotencyKey }) => [kind, idempotencyKey]),
  ).toEqual([
    ['deposit', 'deposit:20260601-1'],
    ['fund', `fund:${first.id}`],
  ])
  expect(checkLedger(db)).toMatchObject({ sound: true, findings: [] })
})

it('accepts the RF form of the reference, and spaces in it', async () => {
  const { admin, transfer, status } = await ready()
  recordTransfer(admin, { ...transfer, reference: rfReference(transfer.reference).replace(/(.{4})/g, '$1 ') })
  expect(status()).toBe('funded')
})

it('records an archive id once; different content is refused', async () => {
  const { db, admin, transfer, second } = await ready()
  const first = recordTransfer(admin, transfer)
  expect(recordTransfer(admin, transfer)).toEqual({ ...first, repeated: true })
  const other = { ...transfer, reference: second.fundingReference ?? '' }
  expect(() => recordTransfer(admin, other)).toThrow(expect.objectContaining({ code: 'invalid', field: 'archiveId' }))
  expect(db.select().from(bankTransfers).all()).toHaveLength(1)
})

it.each([
  ['reference', { reference: '1234561' }],
  ['amount', { amountCents: 627_499 }],
  ['amount', { amountCents: 627_501 }],
  ['currency', { currency: 'USD' as const }],
])('refuses a wrong %s, and writes nothing', async (field, change) => {
  const { db, admin, transfer, status } = await ready()
  expect(() => recordTransfer(admin, { ...transfer, ...change })).toThrow(
    expect.objectContaining({ code: 'invalid', field }),
  )
  expect(status()).toBe('planned')
  expect(db.select().from(ledgerPostings).all()).toEqual([])
})

it('refuses a second transfer for the same milestone, and everybody who is not an admin', async () => {
  const { admin, client, provider, transfer } = await ready()
  for (const party of [client, provider])
    expect(() => recordTransfer(party, transfer)).toThrow(expect.objectContaining({ code: 'forbidden' }))
  recordTransfer(admin, transfer)
  expect(() => recordTransfer(admin, { ...transfer, archiveId: 'another' })).toThrow(
    expect.objectContaining({ field: 'reference' }),
  )
})

it('accepts days from the day before the contract was signed (for time zones behind Helsinki) to today in Helsinki', async () => {
  const { db, admin, transfer, status } = await ready()
  const refused = expect.objectContaining({ code: 'invalid', field: 'paidOn' })
  for (const paidOn of ['2026-06-02', '2026-05-30', '1026-06-01', '9999-12-31'])
    expect(() => recordTransfer(admin, { ...transfer, paidOn }), paidOn).toThrow(refused)
  expect(db.select().from(bankTransfers).all()).toEqual([])
  // 21:30 UTC is the next day in Helsinki.
  recordTransfer({ ...admin, now: Date.UTC(2026, 5, 1, 21, 30) }, { ...transfer, paidOn: '2026-06-02' })
  expect(status()).toBe('funded')
})
