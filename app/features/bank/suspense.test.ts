import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { checkLedger } from '#app/features/escrow/check-ledger.server.ts'
import { consentRefund } from '#app/features/escrow/consent-refund.server.ts'
import { recordTransfer, type Transfer } from '#app/features/escrow/record-transfer.server.ts'
import { requestRefund } from '#app/features/escrow/request-refund.server.ts'
import { newId } from '#db/ids.ts'
import { companies } from '#db/schema/accounts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { type Deal, fund, signedDeal } from '#tests/factories/deal.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { freeBalanceCents, getBalances, listMoves } from './balances.server.ts'
import { fundFromBalance } from './fund-from-balance.server.ts'
import { matchToBalance } from './match-to-balance.server.ts'
import { matchToMilestone } from './match-to-milestone.server.ts'
import { getSuspense, listSuspense, waitingPayments } from './suspense.server.ts'

const refused = (key: string) => expect.objectContaining({ text: expect.objectContaining({ key }) })

async function ready() {
  const db = testDatabase()
  const deal = await signedDeal(db)
  const [first] = db
    .select()
    .from(milestones)
    .where(eq(milestones.contractId, deal.contractId))
    .orderBy(milestones.position)
    .all()
  const due = first!.amountCents
  const pay = (amountCents: number, more: Partial<Transfer> = {}, ctx: UserContext = deal.admin) =>
    recordTransfer(ctx, {
      reference: first!.fundingReference ?? '',
      amountCents,
      currency: 'EUR',
      payerName: 'Kallion Kiinteistöt Oy',
      paidOn: '2026-06-01',
      archiveId: newId(),
      ...more,
    }).transferId
  const clientCompany = db.select().from(companies).where(eq(companies.id, deal.client.company.id)).get()!
  const status = () => db.select().from(milestones).where(eq(milestones.id, first!.id)).get()?.status
  return { ...deal, db, first: first!, due, pay, status, businessId: clientCompany.businessId ?? '' }
}

it('two payments make one funding', async () => {
  const { db, admin, due, pay, status, contractId } = await ready()
  const one = pay(due - 5000)
  expect(() => matchToMilestone(admin, { transferId: one })).toThrow(refused('bank:refused.notCovered'))
  expect(getSuspense(admin, one)?.milestone).toMatchObject({ canFund: false, missingCents: 5000 })
  expect(waitingPayments(db, [contractId])).toMatchObject([{ missingCents: 5000 }])
  const two = pay(5000)
  expect(getSuspense(admin, two)?.milestone).toMatchObject({ canFund: true, missingCents: 0, others: [{ id: one }] })
  expect(waitingPayments(db, [contractId])).toMatchObject([{ missingCents: 0 }, { missingCents: 0 }])
  matchToMilestone(admin, { transferId: two })
  expect(status()).toBe('funded')
  expect(listSuspense(admin)).toEqual([])
  expect(checkLedger(db)).toMatchObject({ sound: true, findings: [] })
})

it('too much funds the milestone and leaves the rest, which is credited to the client and split', async () => {
  const { db, admin, client, due, pay, status, businessId } = await ready()
  const transferId = pay(due + 4500)
  matchToMilestone(admin, { transferId })
  expect(status()).toBe('funded')
  expect(listSuspense(admin)).toMatchObject([{ id: transferId, openCents: 4500 }])
  expect(() => matchToBalance(admin, { transferId, businessId, amountCents: 4501 })).toThrow(
    refused('bank:refused.moreThanWaits'),
  )
  matchToBalance(admin, { transferId, businessId, amountCents: 1500 })
  matchToBalance(admin, { transferId, businessId, amountCents: 3000 })
  expect(() => matchToBalance(admin, { transferId, businessId, amountCents: 1 })).toThrow(
    refused('bank:refused.settled'),
  )
  expect(getBalances(client)).toMatchObject([
    { currency: 'EUR', freeCents: 4500, heldAsClientCents: due, retentionAsClientCents: 0 },
  ])
  expect(listMoves(client, 1).map(({ kind, cents }) => [kind, cents])).toEqual([
    ['match', 3000],
    ['match', 1500],
    ['fund', -due],
    ['match', due],
  ])
  expect(checkLedger(db)).toMatchObject({ sound: true })
})

it('the same form twice credits once', async () => {
  const { admin, client, db, pay, businessId } = await ready()
  const transferId = pay(9000, { reference: '' })
  const input = { transferId, businessId, amountCents: 4000, submissionId: newId() }
  expect(matchToBalance(admin, input)).toEqual(matchToBalance(admin, input))
  expect(freeBalanceCents(db, client.company.id, 'EUR')).toBe(4000)
})

it('is for admins who belong to neither party, and for known companies', async () => {
  const { db, admin, client, provider, due, pay, businessId } = await ready()
  const transferId = pay(due + 1)
  const insider = createPerson(db, { role: 'admin', company: { id: client.company.id } })
  for (const ctx of [client, provider]) {
    expect(() => matchToMilestone(ctx, { transferId })).toThrow(expect.objectContaining({ code: 'forbidden' }))
    expect(() => matchToBalance(ctx, { transferId, businessId, amountCents: 1 })).toThrow(
      expect.objectContaining({ code: 'forbidden' }),
    )
    expect(listSuspense(ctx)).toEqual([])
    expect(getSuspense(ctx, transferId)).toBeNull()
  }
  expect(() => matchToMilestone(insider, { transferId })).toThrow(refused('bank:refused.adminIsParty'))
  expect(() => matchToBalance(insider, { transferId, businessId, amountCents: 1 })).toThrow(
    refused('bank:refused.adminIsParty'),
  )
  expect(() => matchToBalance(admin, { transferId, businessId: 'no one', amountCents: 1 })).toThrow(
    refused('bank:refused.unknownCompany'),
  )
})

it('keeps another currency in its own, and never funds with it', async () => {
  const { db, admin, client, due, pay, businessId } = await ready()
  const transferId = pay(due, { currency: 'USD' })
  expect(() => matchToMilestone(admin, { transferId })).toThrow(refused('bank:refused.noMilestone'))
  matchToBalance(admin, { transferId, businessId, amountCents: due })
  expect(getBalances(client)).toMatchObject([{ currency: 'USD', freeCents: due }])
  expect(checkLedger(db)).toMatchObject({ sound: true })
})

it('suggests milestones of the same amount, the payer’s own first', async () => {
  const { admin, due, pay, client } = await ready()
  const { name } = client.db.select().from(companies).where(eq(companies.id, client.company.id)).get()!
  const transferId = pay(due, { reference: '', payerName: name.toUpperCase() })
  expect(getSuspense(admin, transferId)?.alike[0]).toMatchObject({ clientName: name, isNamed: 1 })
})

it('funds by one press the milestone that the message names, or whose exact sum its client paid, and asks again', async () => {
  const { db, admin, first, due, pay, status, client, ...deal } = await ready()
  const [, otherId = ''] = deal.milestoneIds
  const { name } = db.select().from(companies).where(eq(companies.id, client.company.id)).get()!
  const iban = 'FI7944052020036082'
  db.update(companies).set({ iban }).where(eq(companies.id, client.company.id)).run()
  const suggestedFor = (id: string) =>
    getSuspense(admin, id)?.suggestions.map(({ by, milestoneId }) => [by, milestoneId])
  const stranger = pay(due, { reference: '', payerName: 'Somebody' })
  expect(suggestedFor(stranger)).toEqual([])
  expect(() => matchToMilestone(admin, { transferId: stranger, milestoneId: first.id })).toThrow(
    refused('bank:refused.notSuggested'),
  )
  const little = pay(due - 1, { reference: '', payerName: name, message: `Ref ${first.fundingReference}` })
  expect(suggestedFor(little)).toEqual([])
  const byName = pay(due, { reference: '', payerName: name })
  expect(suggestedFor(byName)?.[0]?.[0]).toBe('name')
  const byAccount = pay(due, { reference: '', payerName: 'N.N.', payerIban: iban })
  expect(suggestedFor(byAccount)?.every(([by]) => by === 'account')).toBe(true)
  const reference = (first.fundingReference ?? '').replace(/(?=(.{5})+$)/g, ' ')
  const byMessage = pay(due + 700, { reference: '', payerName: 'Somebody', message: `Viite ${reference}, kiitos` })
  expect(suggestedFor(byMessage)).toEqual([['message', first.id]])

  expect(matchToMilestone(admin, { transferId: byMessage, milestoneId: first.id })).toMatchObject({
    milestoneId: first.id,
  })
  expect(status()).toBe('funded')
  expect(getSuspense(admin, byMessage)?.transfer.openCents).toBe(700)
  for (const transferId of [byMessage, byName, byAccount])
    expect(() => matchToMilestone(admin, { transferId, milestoneId: first.id })).toThrow(
      refused('bank:refused.notSuggested'),
    )
  matchToMilestone(admin, { transferId: byAccount, milestoneId: otherId })
  expect(suggestedFor(byName)).toEqual([])
  expect(checkLedger(db)).toMatchObject({ sound: true, findings: [] })
})

it('a refund funds the next milestone, with a mandate, once, and never more than is free', async () => {
  const { db, client, provider, milestoneIds, ...deal } = await ready()
  const [one = '', two = ''] = milestoneIds
  await expect(fundFromBalance(client, { milestoneId: one })).rejects.toThrow(refused('bank:refused.balanceTooLow'))
  fund({ ...deal, db, client, provider, milestoneIds } as unknown as Deal, one)
  requestRefund(client, { milestoneId: one, reason: 'Postponed.' })
  await consentRefund(provider, { milestoneId: one })
  const member = createPerson(db, { company: { id: client.company.id }, companyRole: 'member' })
  await expect(fundFromBalance(member, { milestoneId: two })).rejects.toThrow(
    expect.objectContaining({ code: 'forbidden' }),
  )
  await expect(fundFromBalance(provider, { milestoneId: two })).rejects.toThrow(
    expect.objectContaining({ code: 'not_found' }),
  )
  await fundFromBalance(client, { milestoneId: two })
  expect(db.select().from(milestones).where(eq(milestones.id, two)).get()?.status).toBe('funded')
  expect(freeBalanceCents(db, client.company.id, 'EUR')).toBe(0)
  await expect(fundFromBalance(client, { milestoneId: two })).rejects.toThrow(
    expect.objectContaining({ code: 'conflict' }),
  )
  expect(checkLedger(db)).toMatchObject({ sound: true })
})
