import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { ledgerPostings, milestones } from '#db/schema/escrow.ts'
import { mails } from '#db/schema/notifications.ts'
import { bankTransfers } from '#db/schema/statements.ts'
import { signedDeal } from '#tests/factories/deal.ts'
import { rfReference } from '#tests/setup/check-digits.ts'
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
  expect(recordTransfer(admin, transfer)).toMatchObject({ reason: null, repeated: false })
  expect(status()).toBe('funded')
  expect(
    db
      .select()
      .from(ledgerPostings)
      .all()
      .map(({ kind, idempotencyKey }) => [kind, idempotencyKey]),
  ).toEqual([
    ['deposit', expect.stringMatching(/^deposit:/)],
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
  ['unknown_reference', { reference: '1234561' }],
  ['no_reference', { reference: '' }],
  ['too_little', { amountCents: 627_499 }],
  ['too_much', { amountCents: 627_501 }],
  ['wrong_currency', { currency: 'USD' as const }],
  ['before_contract', { paidOn: '2026-05-30' }],
] as const)('records a payment that does not fit (%s), and keeps it in suspense', async (reason, change) => {
  const { db, admin, transfer, status } = await ready()
  const given = { ...transfer, ...change }
  const { transferId } = recordTransfer(admin, given)
  expect(status()).toBe('planned')
  expect(db.select().from(bankTransfers).all()).toMatchObject([
    { id: transferId, reason, subjectType: 'suspense', subjectId: transferId, amountCents: given.amountCents },
  ])
  const { sound, totals } = checkLedger(db)
  expect({ sound, totals }).toEqual({
    sound: true,
    totals: [
      { kind: 'bank', currency: given.currency, cents: given.amountCents },
      { kind: 'suspense', currency: given.currency, cents: -given.amountCents },
    ],
  })
  expect(recordTransfer(admin, given)).toEqual({ transferId, reason, repeated: true })
})

it('tells the client, and nobody without a reference, that a payment does not fit', async () => {
  const { db, admin, client, transfer } = await ready()
  const told = () =>
    db
      .select()
      .from(mails)
      .all()
      .filter(({ template }) => template === 'transferWaiting')
  db.update(users).set({ emailVerifiedAt: client.now }).where(eq(users.id, client.actor.id)).run()
  recordTransfer(admin, { ...transfer, reference: '' })
  expect(told()).toEqual([])
  recordTransfer(admin, { ...transfer, archiveId: 'second', amountCents: 10_000 })
  expect(told()).toMatchObject([{ recipient: client.actor.email, params: { amountCents: 10_000, currency: 'EUR' } }])
})

it('keeps a second payment for the same milestone, and refuses everybody who is not an admin', async () => {
  const { db, admin, client, provider, transfer } = await ready()
  for (const party of [client, provider])
    expect(() => recordTransfer(party, transfer)).toThrow(expect.objectContaining({ code: 'forbidden' }))
  recordTransfer(admin, transfer)
  expect(recordTransfer(admin, { ...transfer, archiveId: 'another' })).toMatchObject({ reason: 'already_funded' })
  expect(checkLedger(db)).toMatchObject({ sound: true })
})

it('accepts no day after today in Helsinki', async () => {
  const { db, admin, transfer, status } = await ready()
  const refused = expect.objectContaining({ code: 'invalid', field: 'paidOn' })
  for (const paidOn of ['2026-06-02', '9999-12-31'])
    expect(() => recordTransfer(admin, { ...transfer, paidOn }), paidOn).toThrow(refused)
  expect(db.select().from(bankTransfers).all()).toEqual([])
  // 21:30 UTC is the next day in Helsinki.
  recordTransfer({ ...admin, now: Date.UTC(2026, 5, 1, 21, 30) }, { ...transfer, paidOn: '2026-06-02' })
  expect(status()).toBe('funded')
})
