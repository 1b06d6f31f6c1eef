import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { getContract } from '#app/features/contracts/queries.server.ts'
import { createInvoice } from '#app/features/invoicing/create-invoice.server.ts'
import { issueInvoice } from '#app/features/invoicing/issue-invoice.server.ts'
import { payReleasedRetention } from '#app/features/invoicing/pay-released-retention.server.ts'
import { getInvoice } from '#app/features/invoicing/queries.server.ts'
import { verifyAudit } from '#db/audit.server.ts'
import { newId } from '#db/ids.ts'
import { auditLog } from '#db/schema/audit.ts'
import { contracts } from '#db/schema/contracts.ts'
import { ledgerPostings } from '#db/schema/escrow.ts'
import { files } from '#db/schema/files.ts'
import { approved, type Deal, fund, password, released, signedDeal, terminateContract } from '#tests/factories/deal.ts'
import { invoiceInput, invoiceLine } from '#tests/factories/invoice.ts'
import { createAdmin, createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { checkLedger } from './check-ledger.server.ts'
import { consentRefund } from './consent-refund.server.ts'
import { disputeMilestone } from './dispute-milestone.server.ts'
import { disputeRetention } from './dispute-retention.server.ts'
import { getReleasedMilestone } from './invoiceable.server.ts'
import { getEscrow, getRetention } from './queries.server.ts'
import { findReadableFile } from './readable-file.server.ts'
import { releaseMilestone, retentionOfRelease } from './release-milestone.server.ts'
import { releaseRetention } from './release-retention.server.ts'
import { requestRefund } from './request-refund.server.ts'
import { resolveDispute } from './resolve-dispute.server.ts'
import { resolveRetention } from './resolve-retention.server.ts'
import { systemContext } from './system-context.server.ts'

const conflict = expect.objectContaining({ code: 'conflict' })
const notFound = expect.objectContaining({ code: 'not_found' })
const forbidden = expect.objectContaining({ code: 'forbidden' })

/** One milestone of 6 275.00 was released, of which 313.75 is retained. */
async function retained() {
  const deal = await signedDeal(testDatabase())
  const [milestoneId = '', otherId = ''] = deal.milestoneIds
  await released(deal, milestoneId)
  return { ...deal, deal, db: deal.client.db, milestoneId, otherId }
}

/** What is held, released and returned of the contract, and the state of its retention. */
function state({ client, contractId }: Deal) {
  const { heldCents, releasedCents, refundedCents } = getEscrow(client, contractId)?.position ?? {}
  return [heldCents, releasedCents, refundedCents, getEscrow(client, contractId)?.contract.retentionStatus]
}

describe('the retention of a contract that ends without the client’s release', () => {
  it.each(['provider', 'client'] as const)('stays held when the %s terminates it', async (party) => {
    const { deal, db, contractId, provider } = await retained()
    terminateContract(deal[party], { contractId, reason: 'Bankrupt' })
    expect(state(deal)).toEqual([31_375, 596_125, 0, 'held'])
    expect(checkLedger(db).findings).toEqual([])
    expect(getContract(provider, contractId)?.retentionStatus).toBe('held')
  })

  it('stays held when the provider closes the last milestone by agreeing to a refund', async () => {
    const { deal, db, client, provider, otherId } = await retained()
    fund(deal, otherId)
    requestRefund(client, { milestoneId: otherId, reason: 'Not needed' })
    await consentRefund(provider, { milestoneId: otherId })
    expect(db.select().from(contracts).get()?.status).toBe('completed')
    expect(state(deal)).toEqual([31_375, 596_125, 627_500, 'held'])
    expect(checkLedger(db).findings).toEqual([])
  })

  it('stays held when an admin resolves a dispute about the last milestone', async () => {
    const { deal, db, client, admin, otherId } = await retained()
    fund(deal, otherId)
    disputeMilestone(client, { milestoneId: otherId, reason: 'Nothing was done' })
    await resolveDispute(admin, {
      milestoneId: otherId,
      split: { clientCents: 0, providerCents: 627_500 },
      reason: 'It was',
    })
    expect(db.select().from(contracts).get()?.status).toBe('completed')
    expect(state(deal)).toEqual([31_375, 1_223_625, 0, 'held'])
  })

  it('goes with the client’s release of the last milestone', async () => {
    const { deal, otherId } = await retained()
    await released(deal, otherId)
    expect(state(deal)).toEqual([0, 1_255_000, 0, 'released'])
  })

  it('is null where nothing was retained', async () => {
    const deal = await signedDeal(testDatabase())
    terminateContract(deal.provider, { contractId: deal.contractId, reason: 'Bankrupt' })
    expect(state(deal)).toEqual([0, 0, 0, null])
    expect(getRetention(deal.client, deal.contractId)).toBeNull()
    await expect(releaseRetention(deal.client, { contractId: deal.contractId })).rejects.toMatchObject(notFound)
  })
})

describe('a release that pays the retention', () => {
  it('asks for the password when both together reach the limit', async () => {
    const { deal, client, otherId: milestoneId } = await retained()
    approved(deal, milestoneId)
    const { env } = await import('#app/platform/env.server.ts')
    const before = env.RELEASE_PASSWORD_FROM_CENTS
    env.RELEASE_PASSWORD_FROM_CENTS = 627_500 + 31_375
    try {
      const input = { milestoneId, expectedRetentionCents: 62_750 }
      await expect(releaseMilestone(client, input)).rejects.toMatchObject({ field: 'password' })
      await expect(releaseMilestone(client, { ...input, expectedRetentionCents: 0 })).rejects.toThrow(conflict)
      await expect(releaseMilestone(client, { ...input, password })).resolves.toEqual({ status: 'released' })
    } finally {
      env.RELEASE_PASSWORD_FROM_CENTS = before
    }
  })

  it('is refused when the milestone became the last one after the page was shown', async () => {
    const deal = await signedDeal(testDatabase())
    const { client, provider, milestoneIds } = deal
    const [milestoneId = '', otherId = ''] = milestoneIds
    approved(deal, milestoneId)
    fund(deal, otherId)
    requestRefund(client, { milestoneId: otherId, reason: 'Not needed' })
    const shown = retentionOfRelease(client, milestoneId)
    await consentRefund(provider, { milestoneId: otherId })
    expect([shown, retentionOfRelease(client, milestoneId)]).toEqual([0, 31_375])
    await expect(releaseMilestone(client, { milestoneId, expectedRetentionCents: shown })).rejects.toThrow(conflict)
    expect(state(deal)).toEqual([627_500, 0, 627_500, null])
    await releaseMilestone(client, { milestoneId, expectedRetentionCents: 31_375 })
    expect(state(deal)).toEqual([0, 627_500, 627_500, 'released'])
  })

  it('is refused when its page showed a retention that it does not pay', async () => {
    const deal = await signedDeal(testDatabase())
    const [milestoneId = ''] = deal.milestoneIds
    approved(deal, milestoneId)
    const input = { milestoneId, expectedRetentionCents: 31_375 }
    await expect(releaseMilestone(deal.client, input)).rejects.toThrow(conflict)
  })
})

describe('a held retention', () => {
  async function held() {
    const all = await retained()
    terminateContract(all.provider, { contractId: all.contractId, reason: 'Bankrupt' })
    return all
  }

  it('is released by the client only, once', async () => {
    const { deal, db, client, provider, admin, contractId } = await held()
    await expect(releaseRetention(provider, { contractId })).rejects.toMatchObject(forbidden)
    await expect(releaseRetention(createPerson(db), { contractId })).rejects.toMatchObject(notFound)
    await expect(releaseRetention(admin as never, { contractId })).rejects.toMatchObject(forbidden)
    expect(state(deal)[0]).toBe(31_375)
    const input = { contractId, submissionId: newId() }
    expect(await releaseRetention(client, input)).toEqual({ status: 'released' })
    expect(await releaseRetention(client, input)).toEqual({ status: 'released' })
    await expect(releaseRetention(client, { contractId })).rejects.toMatchObject(conflict)
    expect(state(deal)).toEqual([0, 627_500, 0, 'released'])
    expect(db.select().from(ledgerPostings).where(eq(ledgerPostings.kind, 'retention_release')).all()).toHaveLength(1)
    expect(checkLedger(db).findings).toEqual([])
    const steps = db.select().from(auditLog).where(eq(auditLog.action, 'contract.release_retention')).all()
    expect(steps).toHaveLength(1)
    expect(verifyAudit(db).brokenAt).toBeNull()
    expect(getContract(provider, contractId)?.events[0]).toMatchObject({ action: 'release_retention' })
  })

  it('asks for the password above the limit', async () => {
    const { client, contractId } = await held()
    const { env } = await import('#app/platform/env.server.ts')
    const before = env.RELEASE_PASSWORD_FROM_CENTS
    env.RELEASE_PASSWORD_FROM_CENTS = 31_375
    try {
      await expect(releaseRetention(client, { contractId })).rejects.toMatchObject({ field: 'password' })
      await expect(releaseRetention(client, { contractId, password: 'wrong' })).rejects.toMatchObject({
        field: 'password',
      })
      await expect(releaseRetention(client, { contractId, password })).resolves.toEqual({ status: 'released' })
    } finally {
      env.RELEASE_PASSWORD_FROM_CENTS = before
    }
  })

  it('is disputed by either party and divided by an admin who is none', async () => {
    const { deal, db, client, provider, admin, contractId } = await held()
    const split = { clientCents: 10_000, providerCents: 21_375 }
    const fileId = db.select().from(files).get()?.id ?? ''
    await expect(resolveRetention(admin, { contractId, split, reason: 'x' })).rejects.toThrow(conflict)
    expect(findReadableFile(admin, fileId)).toBeNull()
    expect(() => disputeRetention(provider, { contractId, reason: ' ' })).toThrow(
      expect.objectContaining({ field: 'reason' }),
    )
    disputeRetention(provider, { contractId, reason: 'They never answer' })
    expect(findReadableFile(admin, fileId)?.name).toBe('plan.pdf')
    expect(() => disputeRetention(client, { contractId, reason: 'x' })).toThrow(conflict)
    await expect(resolveRetention(client, { contractId, split, reason: 'x' })).rejects.toThrow(forbidden)
    const partyAdmin = { ...client, actor: createAdmin(db).actor }
    await expect(resolveRetention(partyAdmin, { contractId, split, reason: 'x' })).rejects.toThrow(forbidden)
    const wrong = { clientCents: 10_000, providerCents: 21_374 }
    await expect(resolveRetention(admin, { contractId, split: wrong, reason: 'x' })).rejects.toThrow(
      expect.objectContaining({ field: 'clientAmount' }),
    )
    expect(await resolveRetention(admin, { contractId, split, reason: 'A door is missing' })).toEqual({
      status: 'resolved',
    })
    await expect(resolveRetention(admin, { contractId, split, reason: 'x' })).rejects.toThrow(conflict)
    expect(state(deal)).toEqual([0, 617_500, 10_000, 'resolved'])
    expect(checkLedger(db).findings).toEqual([])
    expect(verifyAudit(db).brokenAt).toBeNull()
    // The contract's reason for its end stays that of the termination.
    const { events } = getContract(client, contractId) ?? { events: [] }
    expect(events.map(({ action, reason }) => [action, reason]).slice(0, 3)).toEqual([
      ['resolve_retention', 'A door is missing'],
      ['dispute_retention', 'They never answer'],
      ['terminate', 'Bankrupt'],
    ])
  })

  it('may still be released by the client while it is disputed', async () => {
    const { deal, client, provider, contractId } = await held()
    disputeRetention(provider, { contractId, reason: 'They never answer' })
    await releaseRetention(client, { contractId })
    expect(state(deal)).toEqual([0, 627_500, 0, 'released'])
  })

  it.each([
    ['a part', 10_000, 21_375],
    ['all', 31_375, 0],
  ])('stays on the invoice once %s went back to the client, and is never due', async (_n, ...parts) => {
    const [clientCents, providerCents] = parts
    const { db, client, provider, admin, contractId, milestoneId } = await held()
    const lines = [{ ...invoiceLine, quantityMilli: 1000, unitPriceE4: 50_000_000 }]
    const { id } = createInvoice(provider, { ...invoiceInput, lines, milestoneId })
    issueInvoice(provider, { invoiceId: id })
    disputeRetention(client, { contractId, reason: 'A door is missing' })
    await resolveRetention(admin, { contractId, split: { clientCents, providerCents }, reason: 'It is' })
    const settled = {
      paidCents: 596_125 + providerCents,
      retainedCents: clientCents,
      openCents: 0,
      status: 'partly_paid',
    }
    expect(getInvoice(client, id)?.document).toMatchObject(settled)
    expect(payReleasedRetention(systemContext(db, provider.now))).toBe(providerCents > 0 ? 1 : 0)
    expect(getInvoice(client, id)?.document).toMatchObject(settled)
    expect(getInvoice(client, id)?.payments.map(({ amountCents }) => amountCents)).toEqual(
      [596_125, providerCents].filter((cents) => cents > 0),
    )
    expect(getReleasedMilestone(provider, { milestoneId, certificateId: null })).toMatchObject({
      grossCents: 627_500 - clientCents,
      retainedCents: providerCents,
    })
  })
})
