import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { getBalances } from '#app/features/bank/balances.server.ts'
import { yse1998 } from '#app/features/contracts/closing-terms.ts'
import { updateContract } from '#app/features/contracts/update-contract.server.ts'
import { callHandover } from '#app/features/handover/call-handover.server.ts'
import { signHandover } from '#app/features/handover/sign-handover.server.ts'
import { updateHandover } from '#app/features/handover/update-handover.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { agreedChange } from '#tests/factories/change-order.ts'
import { type Deal, draftedDeal, password, released, sendAndSign, terminateContract } from '#tests/factories/deal.ts'
import { handoverInput } from '#tests/factories/handover.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { retentionDueOf } from './invoiceable.server.ts'
import { getEscrow } from './queries.server.ts'
import { retentionOfRelease } from './release-milestone.server.ts'
import { releaseRetention } from './release-retention.server.ts'

/** A signed deal under the values of YSE 1998 with a retention and one milestone. */
async function underWay(): Promise<Deal & { milestoneId: string }> {
  const deal = await draftedDeal(testDatabase())
  updateContract(deal.client, {
    ...{
      contractId: deal.contractId,
      title: 'Kitchen',
      terms: 'All',
      paymentMethod: 'secure_escrow',
      retentionBp: 500,
    },
    milestones: [{ title: 'All', description: '', netCents: 1_000_000, vatRateBp: 2550, dueDate: null }],
    closing: { ...yse1998, handoverDue: '2099-06-01' },
  })
  await sendAndSign(deal)
  const [milestone] = deal.client.db.select().from(milestones).where(eq(milestones.contractId, deal.contractId)).all()
  return { ...deal, milestoneId: milestone?.id ?? '' }
}

/** The same, whose client has released the only milestone. */
async function endedBeforeHandover(): Promise<Deal> {
  const deal = await underWay()
  await released(deal, deal.milestoneId)
  expect(retentionOfRelease(deal.client, deal.milestoneId)).toBe(0)
  expect(retentionDueOf(deal.client.db, deal.contractId)).toEqual({ when: 'handover', expectedOn: '2099-06-01' })
  return deal
}
const statusOf = ({ client, contractId }: Deal) =>
  client.db.select().from(contracts).where(eq(contracts.id, contractId)).get()?.retentionStatus

it('stays held with the last milestone, until both have signed that the handover is accepted', async () => {
  const deal = await endedBeforeHandover()
  const { client, provider, contractId } = deal
  expect([statusOf(deal), getEscrow(client, contractId)?.awaitsHandover]).toEqual(['held', true])
  // What is held for milestones never includes a retention (ESC-13).
  const retained = getEscrow(client, contractId)?.position.retentionCents
  expect(getBalances(client)).toMatchObject([{ heldAsClientCents: 0, retentionAsClientCents: retained }])
  expect(getBalances(provider)).toMatchObject([{ heldAsProviderCents: 0, retentionAsProviderCents: retained }])
  callHandover(provider, { contractId })
  updateHandover(provider, { ...handoverInput(client.now), contractId })
  const sign = (ctx: Deal['client']) => signHandover(ctx, { contractId, typedName: ctx.actor.name, password })
  await sign(provider)
  await expect(releaseRetention(client, { contractId })).rejects.toMatchObject({ field: 'reason' })
  await sign(client)
  expect(getEscrow(client, contractId)?.awaitsHandover).toBe(false)
  expect(await releaseRetention(client, { contractId })).toEqual({ status: 'released' })
})

it('is released before that by the client alone, with a reason that both can read', async () => {
  const deal = await endedBeforeHandover()
  const { client, contractId } = deal
  await releaseRetention(client, { contractId, reason: 'The roof is tight, and the keys are here.' })
  expect(statusOf(deal)).toBe('released')
  const { events } = getEscrow(client, contractId) ?? {}
  expect(JSON.stringify(events)).toContain('The roof is tight')
})

it('waits for no handover once the contract is terminated, and until then for the day as extended', async () => {
  const deal = await underWay()
  const { client, provider, contractId, milestoneId } = deal
  await agreedChange(provider, client, deal, { extensionDays: 7 })
  await released(deal, milestoneId)
  expect(retentionDueOf(client.db, contractId)).toEqual({ when: 'handover', expectedOn: '2099-06-08' })
  terminateContract(client, { contractId, reason: 'Bankrupt' })
  expect(() => callHandover(client, { contractId })).toThrow('contractNotActive')
  expect(retentionDueOf(client.db, contractId)).toEqual({ when: 'client', expectedOn: null })
  expect(getEscrow(client, contractId)?.awaitsHandover).toBe(false)
  expect(await releaseRetention(client, { contractId })).toEqual({ status: 'released' })
})
