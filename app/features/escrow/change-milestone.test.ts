import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { draftContract } from '#app/features/contracts/draft-contract.server.ts'
import { findProjectContract } from '#app/features/contracts/project-contract.server.ts'
import { sendContract } from '#app/features/contracts/send-contract.server.ts'
import { signContract } from '#app/features/contracts/sign-contract.server.ts'
import { getProject } from '#app/features/projects/queries.server.ts'
import { verifyAudit } from '#db/audit.server.ts'
import { newId } from '#db/ids.ts'
import { bids } from '#db/schema/bids.ts'
import { contracts } from '#db/schema/contracts.ts'
import { deliverables, ledgerPostings, milestoneEvents, milestones } from '#db/schema/escrow.ts'
import { files } from '#db/schema/files.ts'
import { projects } from '#db/schema/projects.ts'
import { awarded, contractInput } from '#tests/factories/award.ts'
import { approved, fund, password, released, signedDeal, terminateContract } from '#tests/factories/deal.ts'
import { createAdmin, createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { approveMilestone } from './approve-milestone.server.ts'
import { cancelRefund } from './cancel-refund.server.ts'
import { checkLedger } from './check-ledger.server.ts'
import { consentRefund } from './consent-refund.server.ts'
import { disputeMilestone } from './dispute-milestone.server.ts'
import { getEscrow } from './queries.server.ts'
import { refuseRefund } from './refuse-refund.server.ts'
import { releaseMilestone } from './release-milestone.server.ts'
import { requestChanges } from './request-changes.server.ts'
import { requestRefund } from './request-refund.server.ts'
import { resolveDispute } from './resolve-dispute.server.ts'
import { submitMilestone } from './submit-milestone.server.ts'

const conflict = expect.objectContaining({ code: 'conflict' })
const notFound = expect.objectContaining({ code: 'not_found' })
const forbidden = expect.objectContaining({ code: 'forbidden' })

const file = () => ({
  field: 'files',
  name: 'a.pdf',
  mime: 'application/pdf',
  size: 4,
  sha256: 'x',
  storedAs: newId(),
  keep: () => {},
})

async function ready() {
  const db = testDatabase()
  const deal = await signedDeal(db)
  const [milestoneId = '', otherId = ''] = deal.milestoneIds
  const status = (id = milestoneId) => db.select().from(milestones).where(eq(milestones.id, id)).get()?.status
  const position = () => getEscrow(deal.client, deal.contractId)?.position
  return { db, ...deal, deal, milestoneId, otherId, status, position, stranger: createPerson(db) }
}

describe('submit, approve, request changes', () => {
  it('submits work with a file and lets the client answer', async () => {
    const { db, deal, client, provider, milestoneId, status } = await ready()
    fund(deal, milestoneId)
    expect(() => submitMilestone(provider, { milestoneId, note: 'Done', files: [] })).toThrow(
      expect.objectContaining({ field: 'files' }),
    )
    submitMilestone(provider, { milestoneId, note: 'Done', files: [file(), file()] })
    expect([status(), db.select().from(deliverables).all().length, db.select().from(files).all().length]).toEqual([
      'submitted',
      2,
      2,
    ])
    expect(() => requestChanges(client, { milestoneId, reason: ' ' })).toThrow(
      expect.objectContaining({ field: 'reason' }),
    )
    requestChanges(client, { milestoneId, reason: 'A leak' })
    const later = { ...provider, now: provider.now + 1000 }
    submitMilestone(later, { milestoneId, note: 'Mended', files: [file()] })
    expect(db.select().from(milestones).where(eq(milestones.id, milestoneId)).get()?.submittedAt).toBe(later.now)
    // The page of approval showed the first submission.
    expect(() => approveMilestone(client, { milestoneId, expectedVersion: provider.now })).toThrow(conflict)
    expect(status()).toBe('submitted')
    approveMilestone(client, { milestoneId, expectedVersion: later.now })
    expect(status()).toBe('approved')
    expect(
      db
        .select()
        .from(milestoneEvents)
        .all()
        .map(({ action, note }) => [action, note]),
    ).toEqual([
      ['fund', null],
      ['submit', 'Done'],
      ['request_changes', 'A leak'],
      ['submit', 'Mended'],
      ['approve', null],
    ])
  })

  it('is refused to the wrong side, and to everybody else', async () => {
    const { deal, client, provider, admin, stranger, milestoneId } = await ready()
    expect(() => submitMilestone(provider, { milestoneId, note: 'x', files: [file()] })).toThrow(conflict)
    fund(deal, milestoneId)
    expect(() => submitMilestone(client, { milestoneId, note: 'x', files: [file()] })).toThrow(forbidden)
    expect(() => submitMilestone(stranger, { milestoneId, note: 'x', files: [file()] })).toThrow(notFound)
    submitMilestone(provider, { milestoneId, note: 'x', files: [file()] })
    expect(() => approveMilestone(provider, { milestoneId })).toThrow(forbidden)
    expect(() => approveMilestone(stranger, { milestoneId })).toThrow(notFound)
    expect(() => approveMilestone(admin as never, { milestoneId })).toThrow(forbidden)
  })

  it('does nothing twice for one form', async () => {
    const { db, deal, provider, milestoneId } = await ready()
    fund(deal, milestoneId)
    const input = { milestoneId, note: 'x', files: [file()], submissionId: newId() }
    expect(submitMilestone(provider, input)).toEqual(submitMilestone(provider, input))
    expect(db.select().from(deliverables).all()).toHaveLength(1)
    expect(() => submitMilestone(provider, { ...input, note: 'y' })).toThrow('conflict: errors:sentWithOtherContent')
    expect(db.select().from(deliverables).all()).toHaveLength(1)
  })
})

describe('release', () => {
  it('pays once, keeps the retention, and completes contract and project with the last one', async () => {
    const { db, deal, client, contractId, milestoneId, otherId, position } = await ready()
    approved(deal, milestoneId)
    await expect(
      releaseMilestone(client, { milestoneId, expectedRetentionCents: 0, password: 'wrong' }),
    ).resolves.toEqual({ status: 'released' })
    expect(position()).toEqual({
      fundedCents: 627_500,
      releasedCents: 596_125,
      refundedCents: 0,
      heldCents: 31_375,
      retentionCents: 31_375,
    })
    await expect(releaseMilestone(client, { milestoneId, expectedRetentionCents: 0 })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(db.select().from(contracts).get()?.status).toBe('active')
    await released(deal, otherId)
    expect(position()).toEqual({
      fundedCents: 1_255_000,
      releasedCents: 1_255_000,
      refundedCents: 0,
      heldCents: 0,
      retentionCents: 0,
    })
    expect(db.select().from(contracts).where(eq(contracts.id, contractId)).get()?.status).toBe('completed')
    expect(db.select().from(projects).get()?.status).toBe('completed')
    expect(checkLedger(db).findings).toEqual([])
    expect(verifyAudit(db).brokenAt).toBeNull()
  })

  it('requires the password for large amounts', async () => {
    const { db, client, provider, admin } = await ready()
    const { env } = await import('#app/platform/env.server.ts')
    const before = env.RELEASE_PASSWORD_FROM_CENTS
    env.RELEASE_PASSWORD_FROM_CENTS = 627_500
    try {
      const deal = await signedDeal(db, { client, provider, admin })
      const [milestoneId = ''] = deal.milestoneIds
      approved(deal, milestoneId)
      await expect(releaseMilestone(client, { milestoneId, expectedRetentionCents: 0 })).rejects.toMatchObject({
        field: 'password',
      })
      await expect(
        releaseMilestone(client, { milestoneId, expectedRetentionCents: 0, password: 'wrong' }),
      ).rejects.toMatchObject({
        field: 'password',
      })
      await expect(
        releaseMilestone(provider, { milestoneId, expectedRetentionCents: 0, password }),
      ).rejects.toMatchObject({ code: 'forbidden' })
      await expect(releaseMilestone(client, { milestoneId, expectedRetentionCents: 0, password })).resolves.toEqual({
        status: 'released',
      })
    } finally {
      env.RELEASE_PASSWORD_FROM_CENTS = before
    }
  })

  it('returns the first result for a second submit of the form', async () => {
    const { db, deal, client, milestoneId } = await ready()
    approved(deal, milestoneId)
    const input = { milestoneId, expectedRetentionCents: 0, submissionId: newId() }
    expect(await releaseMilestone(client, input)).toEqual(await releaseMilestone(client, input))
    expect(db.select().from(ledgerPostings).where(eq(ledgerPostings.kind, 'release')).all()).toHaveLength(1)
  })
})

describe('refunds', () => {
  it('need the provider’s consent', async () => {
    const { db, deal, client, provider, milestoneId, status, position } = await ready()
    fund(deal, milestoneId)
    expect(() => requestRefund(provider, { milestoneId, reason: 'x' })).toThrow(forbidden)
    requestRefund(client, { milestoneId, reason: 'Not needed' })
    await expect(consentRefund(client, { milestoneId })).rejects.toThrow(forbidden)
    refuseRefund(provider, { milestoneId })
    expect(status()).toBe('funded')
    requestRefund(client, { milestoneId, reason: 'Really' })
    cancelRefund(client, { milestoneId })
    requestRefund(client, { milestoneId, reason: 'Yes' })
    await consentRefund(provider, { milestoneId })
    expect(status()).toBe('refunded')
    expect(position()).toMatchObject({ heldCents: 0, refundedCents: 627_500 })
    await expect(consentRefund(provider, { milestoneId })).rejects.toThrow(conflict)
    expect(checkLedger(db).sound).toBe(true)
  })
})

describe('disputes', () => {
  it('freeze everything until an uninvolved admin splits the held amount', async () => {
    const { db, deal, client, provider, admin, milestoneId, status, position } = await ready()
    fund(deal, milestoneId)
    expect(() => disputeMilestone(provider, { milestoneId, reason: '' })).toThrow(
      expect.objectContaining({ field: 'reason' }),
    )
    disputeMilestone(provider, { milestoneId, reason: 'No access to the site' })
    expect(() => requestRefund(client, { milestoneId, reason: 'x' })).toThrow(conflict)
    const split = { clientCents: 200_000, providerCents: 427_500 }
    await expect(resolveDispute(client, { milestoneId, split, reason: 'x' })).rejects.toThrow(forbidden)
    const wrong = { clientCents: 200_000, providerCents: 427_499 }
    await expect(resolveDispute(admin, { milestoneId, split: wrong, reason: 'x' })).rejects.toThrow(
      expect.objectContaining({ field: 'clientAmount' }),
    )
    const partyAdmin = { ...client, actor: { ...createAdmin(db).actor } }
    await expect(resolveDispute(partyAdmin, { milestoneId, split, reason: 'x' })).rejects.toThrow(forbidden)
    await resolveDispute(admin, { milestoneId, split, reason: 'Half of it was done' })
    expect(status()).toBe('resolved')
    expect(position()).toMatchObject({ heldCents: 0, refundedCents: 200_000, releasedCents: 427_500 })
    await expect(resolveDispute(admin, { milestoneId, split, reason: 'x' })).rejects.toThrow(conflict)
    expect(checkLedger(db).sound).toBe(true)
  })
})

describe('terminateContract', () => {
  it('ends project and bid with the contract, keeps the retention, and is for the parties', async () => {
    const { db, deal, client, provider, stranger, contractId, milestoneId, otherId, position } = await ready()
    fund(deal, otherId)
    await released(deal, milestoneId)
    const input = { contractId, reason: 'Bankrupt' }
    requestRefund(client, { milestoneId: otherId, reason: 'x' })
    await consentRefund(provider, { milestoneId: otherId })
    expect(db.select().from(contracts).get()?.status).toBe('completed')
    expect(() => terminateContract(client, input)).toThrow(conflict)
    expect(() => terminateContract(stranger, input)).toThrow(notFound)
    const again = await signedDeal(db, { client, provider, admin: deal.admin })
    await released(again, again.milestoneIds[0] ?? '')
    expect(() => terminateContract(provider, { contractId: again.contractId, reason: ' ' })).toThrow(
      expect.objectContaining({ field: 'reason' }),
    )
    terminateContract(provider, { contractId: again.contractId, reason: 'Bankrupt' })
    const endedProject = db.select().from(projects).where(eq(projects.id, again.projectId)).get()
    const endedBid = db.select().from(bids).where(eq(bids.id, again.bidId)).get()
    expect([endedProject?.status, endedBid?.status]).toEqual(['terminated', 'terminated'])
    expect(findProjectContract(provider, again.projectId)).toBe(again.contractId)
    expect(getProject(provider, again.projectId)?.role).toBe('provider')
    expect(getEscrow(client, again.contractId)?.position).toMatchObject({ heldCents: 31_375, retentionCents: 31_375 })
    // The money arrives all the same: it waits in suspense.
    fund(again, again.milestoneIds[1] ?? '')
    expect(position()?.heldCents).toBe(31_375)
    expect(checkLedger(db).sound).toBe(true)
  })
})

describe('direct invoice', () => {
  it('needs no funding, and is closed by the approval', async () => {
    const db = testDatabase()
    const { client, provider, projectId } = await awarded(db)
    const { contractId } = draftContract(client, { ...contractInput(projectId), paymentMethod: 'direct_invoice' })
    sendContract(client, { contractId })
    for (const party of [client, provider])
      await signContract(party, { contractId, typedName: party.actor.name, password })
    const [milestoneId = '', otherId = ''] = db
      .select()
      .from(milestones)
      .all()
      .map(({ id }) => id)
    const status = () => db.select().from(milestones).where(eq(milestones.id, milestoneId)).get()?.status
    expect(() => disputeMilestone(client, { milestoneId, reason: 'x' })).toThrow(conflict)
    for (const id of [milestoneId, otherId]) {
      submitMilestone(provider, { milestoneId: id, note: 'Done', files: [file()] })
      expect(approveMilestone(client, { milestoneId: id })).toEqual({ status: 'released' })
    }
    expect(status()).toBe('released')
    expect(db.select().from(contracts).get()?.status).toBe('completed')
    expect(db.select().from(ledgerPostings).all()).toEqual([])
  })
})
