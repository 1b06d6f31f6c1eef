import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { getContract } from '#app/features/contracts/queries.server.ts'
import { checkLedger } from '#app/features/escrow/check-ledger.server.ts'
import { consentRefund } from '#app/features/escrow/consent-refund.server.ts'
import { disputeMilestone } from '#app/features/escrow/dispute-milestone.server.ts'
import { disputeRetention } from '#app/features/escrow/dispute-retention.server.ts'
import { getEscrow } from '#app/features/escrow/queries.server.ts'
import { releaseMilestone } from '#app/features/escrow/release-milestone.server.ts'
import { releaseRetention } from '#app/features/escrow/release-retention.server.ts'
import { requestRefund } from '#app/features/escrow/request-refund.server.ts'
import { resolveDispute } from '#app/features/escrow/resolve-dispute.server.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { verifyAudit } from '#db/audit.server.ts'
import { bids } from '#db/schema/bids.ts'
import { contracts, contractTerminations } from '#db/schema/contracts.ts'
import { mails } from '#db/schema/notifications.ts'
import { projects } from '#db/schema/projects.ts'
import { approved, fund, password, signedDeal, submitted } from '#tests/factories/deal.ts'
import { createPerson } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { changeTermination } from './change-termination.server.ts'
import { claimTermination } from './claim-termination.server.ts'
import { getTermination } from './queries.server.ts'
import { remindTerminations } from './remind-terminations.server.ts'

const day = 86_400_000
const conflict = (key: string) =>
  expect.objectContaining({ code: 'conflict', text: { key: `terminations:refused.${key}` } })
const notFound = expect.objectContaining({ code: 'not_found' })
const later = <C extends CompanyContext>(ctx: C, days: number): C => ({ ...ctx, now: ctx.now + days * day })

async function deal() {
  const db = testDatabase()
  const signed = await signedDeal(db)
  const { contractId, client, provider } = signed
  const status = () => db.select().from(contracts).get()?.status
  const breach = { contractId, ground: 'breach' as const, facts: 'The roof leaks' }
  return { ...signed, deal: signed, db, client, provider, contractId, status, breach }
}

describe('a notice of termination', () => {
  it('leaves the contract active until the time of the terms is over and its claimant confirms it', async () => {
    const { db, client, provider, contractId, projectId, bidId, status, breach } = await deal()
    claimTermination(client, breach)
    expect(getTermination(provider, contractId)).toMatchObject({
      ...{ status: 'claimed', role: 'respondent', remedyUntil: client.now + 14 * day, isDue: false },
      actions: ['accept', 'remedy', 'contest'],
    })
    expect(() => changeTermination(later(client, 13.9), { contractId, action: 'confirm' })).toThrow(
      conflict('remedyRunning'),
    )
    expect(remindTerminations(systemContext(db, client.now + 13 * day))).toBe(0)
    expect(remindTerminations(systemContext(db, client.now + 14 * day))).toBe(1)
    expect(remindTerminations(systemContext(db, client.now + 15 * day))).toBe(0)
    expect(status()).toBe('active')
    expect(changeTermination(later(client, 14), { contractId, action: 'confirm' })).toEqual({ status: 'declared' })
    expect(status()).toBe('terminated')
    const project = db.select().from(projects).where(eq(projects.id, projectId)).get()
    const bid = db.select().from(bids).where(eq(bids.id, bidId)).get()
    expect([project?.status, bid?.status]).toEqual(['terminated', 'terminated'])
    expect(
      getContract(provider, contractId)
        ?.events.slice(0, 3)
        .map(({ action, reason }) => [action, reason]),
    ).toEqual([
      ['terminate', 'The roof leaks'],
      ['confirm_termination', null],
      ['claim_termination', 'The roof leaks'],
    ])
    for (const name of ['contract.termination_claimed', 'contract.termination_due', 'contract.terminated'] as const)
      expect(recorded(db, name)).toMatchObject([{ contractId }])
    expect(verifyAudit(db).brokenAt).toBeNull()
  })

  it('is mailed to the owners and managers of the other party', async () => {
    const { db, provider, breach, client } = await deal()
    createPerson(db, { company: provider.company, companyRole: 'member' })
    claimTermination(client, breach)
    const sent = db.select().from(mails).where(eq(mails.template, 'terminationNotice')).all()
    expect(sent.map(({ recipient }) => recipient)).toEqual([provider.actor.email])
  })

  it('ends the contract at once when the other party accepts it', async () => {
    const { client, provider, contractId, status, breach } = await deal()
    claimTermination(provider, { ...breach, ground: 'non_payment' })
    expect(changeTermination(client, { contractId, action: 'accept' })).toEqual({ status: 'accepted' })
    expect(status()).toBe('terminated')
  })

  it('can be contested, and ends the contract as contested', async () => {
    const { client, provider, contractId, status, breach } = await deal()
    claimTermination(client, breach)
    changeTermination(provider, { contractId, action: 'contest', reason: 'The roof is tight' })
    expect(getTermination(client, contractId)).toMatchObject({ status: 'contested', answer: 'The roof is tight' })
    expect(changeTermination(later(client, 14), { contractId, action: 'confirm' })).toEqual({ status: 'disputed' })
    expect(status()).toBe('terminated')
    expect(changeTermination(later(provider, 15), { contractId, action: 'accept' })).toEqual({ status: 'accepted' })
  })

  it('comes to nothing when it was remedied and withdrawn, and another can follow', async () => {
    const { client, provider, contractId, status, breach } = await deal()
    claimTermination(client, breach)
    expect(() => claimTermination(provider, breach)).toThrow(conflict('alreadyClaimed'))
    changeTermination(provider, { contractId, action: 'remedy', reason: 'New sheets are on' })
    changeTermination(client, { contractId, action: 'withdraw' })
    expect(status()).toBe('active')
    expect(() => changeTermination(client, { contractId, action: 'confirm' })).toThrow(conflict('wrongState'))
    expect(() => changeTermination(client, { contractId: 'nothing', action: 'confirm' })).toThrow(notFound)
    claimTermination(provider, breach)
    expect(getTermination(provider, contractId)).toMatchObject({ role: 'claimant', status: 'claimed' })
  })

  it('by agreement ends nothing without the other party', async () => {
    const { client, provider, contractId, status, breach } = await deal()
    const proposal = { ...breach, ground: 'agreement' as const }
    claimTermination(client, proposal)
    expect(() => changeTermination(later(client, 99), { contractId, action: 'confirm' })).toThrow(
      conflict('agreementNeeded'),
    )
    changeTermination(provider, { contractId, action: 'contest', reason: 'We want to finish' })
    expect(status()).toBe('active')
    claimTermination(client, proposal)
    changeTermination(provider, { contractId, action: 'accept' })
    expect(status()).toBe('terminated')
  })

  it('gives never less time than the terms, and more where the claimant does', async () => {
    const { client, contractId, breach } = await deal()
    for (const days of [0, 13, 181, 1.5])
      expect(() => claimTermination(client, { ...breach, days })).toThrow(expect.objectContaining({ field: 'days' }))
    expect(() => claimTermination(client, { ...breach, ground: 'non_payment' })).toThrow(
      expect.objectContaining({ field: 'ground' }),
    )
    claimTermination(client, { ...breach, days: 30 })
    expect(getTermination(client, contractId)?.remedyUntil).toBe(client.now + 30 * day)
  })

  it('is for the parties, and only while the contract is active', async () => {
    const { db, client, provider, contractId, breach } = await deal()
    const stranger = createPerson(db)
    expect(() => claimTermination(stranger, breach)).toThrow(notFound)
    claimTermination(client, { ...breach, ground: 'insolvency' })
    expect(() => changeTermination(stranger, { contractId, action: 'accept' })).toThrow(notFound)
    expect(getTermination(stranger, contractId)).toBeNull()
    changeTermination(client, { contractId, action: 'confirm' })
    expect(() => claimTermination(provider, breach)).toThrow(conflict('contractNotActive'))
  })

  it('keeps what was claimed', async () => {
    const { db, client, breach } = await deal()
    claimTermination(client, breach)
    expect(() => db.update(contractTerminations).set({ facts: 'Nothing' }).run()).toThrow('immutable')
    expect(() => db.update(contractTerminations).set({ remedyUntil: 0 }).run()).toThrow('immutable')
    expect(() => db.delete(contractTerminations).run()).toThrow('immutable')
  })
})

describe('what escrow holds when a contract ends', () => {
  const end = (party: CompanyContext, contractId: string) => {
    claimTermination(party, { contractId, ground: 'insolvency', facts: 'Register 12/2026' })
    changeTermination(party, { contractId, action: 'confirm' })
  }
  const held = (ctx: CompanyContext, contractId: string) => {
    const { contract, position } = getEscrow(ctx, contractId) ?? {}
    return [position?.heldCents, position?.retentionCents, contract?.retentionStatus]
  }

  it('stays held: a funded milestone is refunded with the provider’s consent only', async () => {
    const { deal: signed, db, client, provider, contractId, milestoneIds } = await deal()
    const [milestoneId = ''] = milestoneIds
    fund(signed, milestoneId)
    end(provider, contractId)
    expect(held(client, contractId)).toEqual([627_500, 0, null])
    requestRefund(client, { milestoneId, reason: 'Nothing was done' })
    expect(held(client, contractId)).toEqual([627_500, 0, null])
    await consentRefund(provider, { milestoneId })
    expect(held(client, contractId)).toEqual([0, 0, null])
    expect(checkLedger(db).findings).toEqual([])
  })

  it('stays held until an admin has divided it', async () => {
    const { deal: signed, db, client, admin, provider, contractId, milestoneIds } = await deal()
    const [milestoneId = ''] = milestoneIds
    submitted(signed, milestoneId)
    end(client, contractId)
    disputeMilestone(provider, { milestoneId, reason: 'It is done' })
    await resolveDispute(admin, {
      milestoneId,
      split: { clientCents: 27_500, providerCents: 600_000 },
      reason: 'Nearly',
    })
    expect(held(client, contractId)).toEqual([0, 0, null])
    expect(checkLedger(db).findings).toEqual([])
  })

  it('pays approved work when the client releases it, and keeps its retention until all milestones are settled', async () => {
    const { deal: signed, db, client, provider, contractId, milestoneIds } = await deal()
    const [first = '', second = ''] = milestoneIds
    approved(signed, first)
    approved(signed, second)
    end(provider, contractId)
    await releaseMilestone(client, { milestoneId: first, password, expectedRetentionCents: 0 })
    expect(held(client, contractId)).toEqual([627_500 + 31_375, 31_375, 'held'])
    expect(getEscrow(client, contractId)?.retentionActions).toEqual([])
    expect(() => disputeRetention(provider, { contractId, reason: 'Ours' })).toThrow(
      expect.objectContaining({ text: { key: 'escrow:refused.milestonesHeld' } }),
    )
    expect(checkLedger(db).findings).toEqual([])
    await releaseMilestone(client, { milestoneId: second, password, expectedRetentionCents: 0 })
    expect(held(client, contractId)).toEqual([62_750, 62_750, 'held'])
    expect(getEscrow(client, contractId)?.retentionActions).toEqual(['release', 'dispute'])
    await releaseRetention(client, { contractId, password })
    expect(held(client, contractId)).toEqual([0, 0, 'released'])
    expect(checkLedger(db).findings).toEqual([])
  })
})
