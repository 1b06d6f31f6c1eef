import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { freeBalanceCents } from '#app/features/bank/balances.server.ts'
import { fundFromBalance } from '#app/features/bank/fund-from-balance.server.ts'
import { createInvoice } from '#app/features/invoicing/create-invoice.server.ts'
import { issueInvoice } from '#app/features/invoicing/issue-invoice.server.ts'
import { getInvoice } from '#app/features/invoicing/queries.server.ts'
import { env } from '#app/platform/env.server.ts'
import { newId } from '#db/ids.ts'
import { milestones } from '#db/schema/escrow.ts'
import { fund, password, signedDeal, withPassword } from '#tests/factories/deal.ts'
import { invoiceInput, invoiceLine } from '#tests/factories/invoice.ts'
import { agreedSchedule, certified } from '#tests/factories/valuation.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { approveMilestone } from './approve-milestone.server.ts'
import { cancelRefund } from './cancel-refund.server.ts'
import { checkLedger } from './check-ledger.server.ts'
import { consentRefund } from './consent-refund.server.ts'
import { disputeMilestone } from './dispute-milestone.server.ts'
import { getReleasedMilestone } from './invoiceable.server.ts'
import { getEscrow } from './queries.server.ts'
import { refuseRefund } from './refuse-refund.server.ts'
import { releaseMilestone } from './release-milestone.server.ts'
import { requestRefund } from './request-refund.server.ts'
import { resolveDispute } from './resolve-dispute.server.ts'
import { submitMilestone } from './submit-milestone.server.ts'

const refused = (key: string) => expect.objectContaining({ text: expect.objectContaining({ key }) })
const reason = 'The north wall is left out.'
const file = {
  ...{ field: 'files', name: 'a.pdf', mime: 'application/pdf', size: 1, sha256: 'x', storedAs: newId() },
  keep: () => {},
}

async function ready() {
  const db = testDatabase()
  const deal = await signedDeal(db)
  const { client, provider, milestoneIds } = deal
  const [milestoneId = '', otherId = ''] = milestoneIds
  fund(deal, milestoneId)
  const row = (id = milestoneId) => db.select().from(milestones).where(eq(milestones.id, id)).get()!
  const refund = async (amountCents: number) => {
    requestRefund(client, { milestoneId, amountCents, reason })
    await consentRefund(provider, { milestoneId })
  }
  const position = () => getEscrow(client, deal.contractId)?.position
  const sound = () => expect(checkLedger(db).findings).toEqual([])
  return { ...deal, db, milestoneId, otherId, row, refund, position, sound }
}

it('gives parts back, one after the other, and goes on with the rest until nothing is left', async () => {
  const { db, client, provider, milestoneId, row, refund, position, sound } = await ready()
  for (const amountCents of [0, 627_501, 1.5])
    expect(() => requestRefund(client, { milestoneId, amountCents, reason })).toThrow(
      refused('escrow:refused.notThatMuchHeld'),
    )
  requestRefund(client, { milestoneId, amountCents: 100_000, reason })
  refuseRefund(provider, { milestoneId })
  requestRefund(client, { milestoneId, amountCents: 100_001, reason })
  cancelRefund(client, { milestoneId })
  expect(row()).toMatchObject({ status: 'funded', refundCents: null, refundedNetCents: 0 })
  requestRefund(client, { milestoneId, amountCents: 100_000, reason })
  expect(row()).toMatchObject({ status: 'refund_requested', refundCents: 100_000 })
  await expect(consentRefund(provider, { milestoneId, expectedRefundCents: 50_000 })).rejects.toThrow(
    expect.objectContaining({ code: 'conflict' }),
  )
  await consentRefund(provider, { milestoneId, expectedRefundCents: 100_000 })
  expect(row()).toMatchObject({ status: 'funded', refundCents: null, closedAt: null })
  expect(row().refundedNetCents + row().refundedVatCents).toBe(100_000)
  expect(position()).toMatchObject({ heldCents: 527_500, refundedCents: 100_000 })
  sound()
  await refund(27_500)
  await refund(500_000)
  expect(row()).toMatchObject({ status: 'refunded' })
  expect(row().closedAt).not.toBeNull()
  expect(position()).toMatchObject({ heldCents: 0, refundedCents: 627_500 })
  expect(freeBalanceCents(db, client.company.id, 'EUR')).toBe(627_500)
  const amounts = (name: 'milestone.part_refunded' | 'milestone.refunded') =>
    recorded(db, name).map(({ amountCents }) => amountCents)
  expect(amounts('milestone.part_refunded')).toEqual([100_000, 27_500])
  expect(amounts('milestone.refunded')).toEqual([500_000])
  sound()
})

it('leaves as much to release and to invoice as is held', async () => {
  const { client, provider, milestoneId, refund, position, sound } = await ready()
  await refund(127_501)
  submitMilestone(provider, { milestoneId, note: 'Done.', files: [file] })
  approveMilestone(client, { milestoneId })
  await releaseMilestone(client, { milestoneId, expectedRetentionCents: 0 })
  expect(position()).toMatchObject({ heldCents: 25_000, retentionCents: 25_000, refundedCents: 127_501 })
  sound()
  const part = getReleasedMilestone(provider, { milestoneId, certificateId: null })
  expect(part).toMatchObject({ grossCents: 499_999, releasedCents: 474_999, retainedCents: 25_000 })
  const draft = (netCents: number) => {
    const lines = [{ ...invoiceLine, quantityMilli: 1000, unitPriceE4: netCents * 100 }]
    return createInvoice(provider, { ...invoiceInput, lines, milestoneId, certificateId: null }).id
  }
  expect(() => draft((part?.netCents ?? 0) + 1)).toThrow(refused('invoicing:refused.moreThanMilestone'))
  const id = draft(part?.netCents ?? 0)
  issueInvoice(provider, { invoiceId: id })
  expect(getInvoice(provider, id)?.document).toMatchObject({ grossCents: 499_999, openCents: 0 })
})

it('counts together with certificates and decisions', async () => {
  const { client, provider, admin, db, milestoneId, row, refund, position, sound } = await ready()
  const parties = { client, provider }
  agreedSchedule(parties, milestoneId)
  await certified(parties, milestoneId, [10_000, 0])
  const heldCents = 627_500 - 251_001
  expect(() => requestRefund(client, { milestoneId, amountCents: heldCents + 1, reason })).toThrow(
    refused('escrow:refused.notThatMuchHeld'),
  )
  await refund(200_000)
  sound()
  await expect(certified(parties, milestoneId, [10_000, 37_500])).rejects.toThrow(
    refused('valuations:invalid.moreThanHeld'),
  )
  expect(() =>
    db.$client.exec(
      'UPDATE contract_milestones SET refunded_net_cents = refunded_net_cents + 1 WHERE refunded_net_cents > 0',
    ),
  ).toThrow('what its postings add up to')
  disputeMilestone(provider, { milestoneId, reason })
  const split = { clientCents: 76_499, providerCents: 100_000 }
  const wrong = { ...split, providerCents: 300_000 }
  await expect(resolveDispute(admin, { milestoneId, split: wrong, reason })).rejects.toThrow(
    refused('escrow:refused.splitNotWhole'),
  )
  await resolveDispute(admin, { milestoneId, split, reason })
  expect(row().status).toBe('resolved')
  expect(position()).toMatchObject({ refundedCents: 276_499, releasedCents: 251_001 - 12_550 + 100_000 })
  sound()
})

it('asks for the password where much moves: of the provider, the client and the admin, each in their own right', async () => {
  const { client, provider, admin, db, milestoneId, otherId, row } = await ready()
  const before = env.RELEASE_PASSWORD_FROM_CENTS
  env.RELEASE_PASSWORD_FROM_CENTS = 627_500
  try {
    const needed = expect.objectContaining({ field: 'password' })
    const forbidden = expect.objectContaining({ code: 'forbidden' })
    requestRefund(client, { milestoneId, reason })
    await expect(consentRefund(client, { milestoneId, password: 'wrong' })).rejects.toThrow(forbidden)
    for (const wrong of [undefined, 'wrong'])
      await expect(consentRefund(provider, { milestoneId, password: wrong })).rejects.toThrow(needed)
    await consentRefund(provider, { milestoneId, password })
    for (const wrong of [undefined, 'wrong'])
      await expect(fundFromBalance(client, { milestoneId: otherId, password: wrong })).rejects.toThrow(needed)
    await fundFromBalance(client, { milestoneId: otherId, password })
    disputeMilestone(client, { milestoneId: otherId, reason })
    const decision = { milestoneId: otherId, split: { clientCents: 627_500, providerCents: 0 }, reason }
    const judge = await withPassword(admin)
    for (const wrong of [undefined, 'wrong'])
      await expect(resolveDispute(judge, { ...decision, password: wrong })).rejects.toThrow(needed)
    await resolveDispute(judge, { ...decision, password })
    expect(row(otherId).status).toBe('resolved')
    expect(checkLedger(db).findings).toEqual([])
  } finally {
    env.RELEASE_PASSWORD_FROM_CENTS = before
  }
})
