import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { checkLedger } from '#app/features/escrow/check-ledger.server.ts'
import { consentRefund } from '#app/features/escrow/consent-refund.server.ts'
import { getEscrow } from '#app/features/escrow/queries.server.ts'
import { recordTransfer, type Transfer } from '#app/features/escrow/record-transfer.server.ts'
import { requestRefund } from '#app/features/escrow/request-refund.server.ts'
import { newId } from '#db/ids.ts'
import { companies } from '#db/schema/accounts.ts'
import { transferReversals } from '#db/schema/bank.ts'
import { milestones } from '#db/schema/escrow.ts'
import { signedDeal } from '#tests/factories/deal.ts'
import { createAdmin, createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { freeBalanceCents, listMoves } from './balances.server.ts'
import { decideReversal } from './decide-reversal.server.ts'
import { matchToBalance } from './match-to-balance.server.ts'
import { matchToMilestone } from './match-to-milestone.server.ts'
import { proposeReversal } from './propose-reversal.server.ts'
import { getTransfer } from './reversals.server.ts'
import { listSuspense } from './suspense.server.ts'
import { listTransfers } from './transfers.server.ts'

const refused = (key: string) => expect.objectContaining({ text: expect.objectContaining({ key }) })
const reason = 'The statement says 125.50.'

async function ready() {
  const db = testDatabase()
  const deal = await signedDeal(db)
  const second = createAdmin(db)
  const [milestoneId = ''] = deal.milestoneIds
  const milestone = db.select().from(milestones).where(eq(milestones.id, milestoneId)).get()!
  const { businessId } = db.select().from(companies).where(eq(companies.id, deal.client.company.id)).get()!
  const transfer: Transfer = {
    reference: milestone.fundingReference ?? '',
    amountCents: milestone.amountCents,
    currency: 'EUR',
    payerName: 'Kallion Kiinteistöt Oy',
    paidOn: '2026-06-01',
    archiveId: 'A1',
  }
  const pay = (more: Partial<Transfer> = {}) => recordTransfer(deal.admin, { ...transfer, ...more }).transferId
  const propose = (transferId: string, ctx: UserContext = deal.admin) =>
    proposeReversal(ctx, { transferId, reason }).reversalId
  const reverse = (transferId: string) =>
    decideReversal(second, { transferId, reversalId: propose(transferId), decision: 'confirm' })
  const sound = () => expect(checkLedger(db)).toMatchObject({ sound: true, findings: [] })
  return {
    ...deal,
    db,
    second,
    milestoneId,
    due: milestone.amountCents,
    businessId: businessId ?? '',
    ...{ pay, propose, reverse, sound },
  }
}

it('takes a mistyped sum back, after which the row is recorded as the statement has it, with the same archive id', async () => {
  const { db, admin, client, due, pay, reverse, sound } = await ready()
  const wrong = pay({ amountCents: due * 10 })
  expect(() => pay()).toThrow(refused('escrow:transfer.archiveIdTaken'))
  expect(reverse(wrong)).toEqual({ status: 'confirmed' })
  sound()
  expect(checkLedger(db).totals.filter(({ cents }) => cents !== 0)).toEqual([])
  expect(listSuspense(admin)).toEqual([])
  expect(listTransfers(admin, 1)).toMatchObject([{ id: wrong, reversal: 'confirmed' }])
  expect(getTransfer(admin, wrong)).toMatchObject({ credits: [], reversals: [{ status: 'confirmed', reason }] })
  expect(recorded(db, 'transfer.reversed')).toMatchObject([{ companyId: client.company.id, amountCents: due * 10 }])
  const right = pay()
  expect(right).not.toBe(wrong)
  expect(pay()).toBe(right)
  sound()
})

it('is confirmed by a second admin, once, and declined by anybody', async () => {
  const { db, admin, second, pay, propose, sound } = await ready()
  const transferId = pay({ reference: '' })
  const reversalId = propose(transferId)
  expect(() => propose(transferId, second)).toThrow(refused('reversals:refused.isProposed'))
  expect(() => decideReversal(admin, { transferId, reversalId, decision: 'confirm' })).toThrow(
    refused('reversals:refused.ownProposal'),
  )
  expect(() =>
    db.update(transferReversals).set({ status: 'confirmed', decidedBy: admin.actor.id, decidedAt: 1 }).run(),
  ).toThrow('immutable')
  expect(decideReversal(admin, { transferId, reversalId, decision: 'decline' })).toEqual({ status: 'declined' })
  const input = { transferId, reversalId: propose(transferId, second), decision: 'confirm' as const }
  const form = { ...input, submissionId: newId() }
  expect(decideReversal(admin, form)).toEqual(decideReversal(admin, form))
  expect(() => decideReversal(admin, input)).toThrow(refused('reversals:refused.isDecided'))
  expect(() => propose(transferId)).toThrow(refused('reversals:refused.isReversed'))
  expect(() => db.delete(transferReversals).run()).toThrow('immutable')
  sound()
})

it('is for admins who work for none of the companies concerned', async () => {
  const { db, client, provider, pay, propose } = await ready()
  const transferId = pay({ amountCents: 1 })
  for (const ctx of [client, provider]) {
    expect(() => propose(transferId, ctx)).toThrow(expect.objectContaining({ code: 'forbidden' }))
    expect(getTransfer(ctx, transferId)).toBeNull()
  }
  const insider = createPerson(db, { role: 'admin', company: { id: client.company.id } })
  expect(() => propose(transferId, insider)).toThrow(refused('bank:refused.adminIsParty'))
})

it('holds what waits until it is decided, also from other payments of the same reference', async () => {
  const { admin, due, businessId, pay, propose } = await ready()
  const one = pay({ amountCents: due - 100 })
  const two = pay({ amountCents: 100, archiveId: 'A2' })
  propose(one)
  expect(() => matchToBalance(admin, { transferId: one, businessId, amountCents: 1 })).toThrow(
    refused('reversals:refused.isProposed'),
  )
  expect(() => matchToMilestone(admin, { transferId: two })).toThrow(refused('bank:refused.notCovered'))
})

it('is refused once the money funded a milestone, until it is refunded', async () => {
  const { db, client, provider, milestoneId, due, pay, propose, reverse, sound } = await ready()
  const transferId = pay()
  expect(() => propose(transferId)).toThrow(refused('reversals:refused.movedOn'))
  requestRefund(client, { milestoneId, reason: 'Recorded by mistake.' })
  await consentRefund(provider, { milestoneId })
  reverse(transferId)
  expect(freeBalanceCents(db, client.company.id, 'EUR')).toBe(0)
  expect(listMoves(client, 1)[0]).toMatchObject({ kind: 'reversal', cents: -due })
  sound()
})

it('takes parts back from each company and from suspense', async () => {
  const { db, admin, client, businessId, pay, reverse, sound } = await ready()
  const transferId = pay({ reference: '', amountCents: 900 })
  matchToBalance(admin, { transferId, businessId, amountCents: 400 })
  reverse(transferId)
  expect(freeBalanceCents(db, client.company.id, 'EUR')).toBe(0)
  sound()
})

it('shows the ledger of a contract to its parties and admins, with amounts as each account sees them', async () => {
  const { client, admin, contractId, due, pay, db } = await ready()
  pay()
  for (const ctx of [client, admin]) {
    expect(getEscrow(ctx, contractId)?.postings.map(({ kind, entries }) => [kind, entries])).toEqual([
      [
        'fund',
        [
          { kind: 'client_funds', amountCents: -due },
          { kind: 'escrow_held', amountCents: due },
        ],
      ],
      [
        'deposit',
        [
          { kind: 'bank', amountCents: due },
          { kind: 'client_funds', amountCents: due },
        ],
      ],
    ])
  }
  expect(getEscrow(createPerson(db), contractId)).toBeNull()
})
