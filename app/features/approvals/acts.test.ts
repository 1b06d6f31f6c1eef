// Each act but signing (approve-request.test.ts) above a mandate: asked, approved by a second person, and void when its subject moved.
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { withdrawBid } from '#app/features/bids/withdraw-bid.server.ts'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import { checkLedger } from '#app/features/escrow/check-ledger.server.ts'
import { disputeRetention } from '#app/features/escrow/dispute-retention.server.ts'
import { releaseMilestone, retentionOfRelease } from '#app/features/escrow/release-milestone.server.ts'
import { changeBankAccount } from '#app/features/team/change-bank-account.server.ts'
import { env } from '#app/platform/env.server.ts'
import type { Database } from '#db/client.server.ts'
import { bankAccountChanges, companies } from '#db/schema/accounts.ts'
import { approvals } from '#db/schema/approvals.ts'
import { auditLog } from '#db/schema/audit.ts'
import { awards } from '#db/schema/bids.ts'
import { contracts } from '#db/schema/contracts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { mails } from '#db/schema/notifications.ts'
import {
  approved,
  bidInput,
  password,
  released,
  signedDeal,
  terminateContract,
  withPassword,
} from '#tests/factories/deal.ts'
import { createPerson } from '#tests/factories/people.ts'
import { giveMandates } from '#tests/factories/permissions.ts'
import { createOpenProject, day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { approveRequest } from './approve-request.server.ts'
import { askToAward } from './ask-to-award.server.ts'
import { askToChangeAccount } from './ask-to-change-account.server.ts'
import { askToRelease } from './ask-to-release.server.ts'

let db: Database
beforeEach(() => {
  db = testDatabase()
})
const juniorOf = async (ctx: CompanyContext, companyRole: 'manager' | 'member' = 'member') => {
  const person = await withPassword(createPerson(db, { company: ctx.company, companyRole }))
  giveMandates(person, 1000)
  return person
}
const statusOf = (id: string) => db.select().from(approvals).where(eq(approvals.id, id)).get()?.status
const voided = { code: 'conflict', text: { key: 'approvals:refused.changed' } }
const byBoth = (action: string) => {
  const rows = db.select().from(auditLog).all()
  const request = rows.find((row) => row.action === 'approval.approve')
  const act = rows.findLast((row) => row.action === action)
  return [request?.actorId, act?.actorId, request?.requestId === act?.requestId]
}

describe('an award', () => {
  const reason = 'It fits best.'

  async function opened() {
    const [client, provider, other] = [
      await withPassword(createPerson(db)),
      createPerson(db),
      createPerson(db),
    ] as const
    const { id: projectId } = createOpenProject(client, { bidDeadline: client.now + 10 * day })
    const bid = (ctx: CompanyContext) => createBid(ctx, { ...bidInput, projectId, submit: true }).id
    const [bidId, otherBidId] = [bid(provider), bid(other)]
    closeBidding(client, { projectId })
    const junior = await juniorOf(client)
    return { client, provider, junior, bidId, otherBidId, id: askToAward(junior, { bidId, reason }).id }
  }

  it('is done by the approval', async () => {
    const { client, bidId, id } = await opened()
    expect(db.select().from(awards).all()).toEqual([])
    await approveRequest(client, { approvalId: id, password })
    expect(db.select().from(awards).all()).toMatchObject([{ bidId, awardedBy: client.actor.id }])
    expect(byBoth('bid.award')).toEqual([client.actor.id, client.actor.id, true])
  })

  it.each([
    [
      'the bid is withdrawn',
      (w: Awaited<ReturnType<typeof opened>>) =>
        withdrawBid({ ...w.provider, now: w.provider.now + 11 * day }, { bidId: w.bidId, reason: 'Sold out' }),
    ],
    [
      'another bid is awarded',
      (w: Awaited<ReturnType<typeof opened>>) => awardBid(w.client, { bidId: w.otherBidId, reason }),
    ],
  ])('is void once %s', async (_what, move) => {
    const world = await opened()
    move(world)
    const before = db.select().from(awards).all()
    await expect(approveRequest(world.client, { approvalId: world.id, password })).rejects.toMatchObject(voided)
    expect([statusOf(world.id), db.select().from(awards).all()]).toEqual(['voided', before])
  })

  it('is asked by whoever has the project only', async () => {
    const { provider, otherBidId, bidId } = await opened()
    const stranger = await juniorOf(createPerson(db))
    expect(() => askToAward(stranger, { bidId: otherBidId })).toThrow(expect.objectContaining({ code: 'not_found' }))
    giveMandates(provider, 1)
    expect(() => askToAward(provider, { bidId })).toThrow(
      expect.objectContaining({ text: { key: 'approvals:refused.impossible' } }),
    )
  })
})

describe('a release', () => {
  async function working() {
    const deal = await signedDeal(db)
    const junior = await juniorOf(deal.client)
    const [first = '', last = ''] = deal.milestoneIds
    approved(deal, first)
    return { deal, junior, client: deal.client, first, last }
  }
  const milestoneStatus = (id: string) => db.select().from(milestones).where(eq(milestones.id, id)).get()?.status

  it('is done by the approval, with the retention of the last milestone', async () => {
    const { deal, junior, client, first, last } = await working()
    const one = await askToRelease(junior, { milestoneId: first, expectedRetentionCents: 0 })
    await approveRequest(client, { approvalId: one.id, password })
    expect(milestoneStatus(first)).toBe('released')
    expect(byBoth('milestone.release')).toEqual([client.actor.id, client.actor.id, true])
    approved(deal, last)
    const expectedRetentionCents = retentionOfRelease(junior, last)
    expect(expectedRetentionCents).toBe(62_750)
    const two = await askToRelease(junior, { milestoneId: last, expectedRetentionCents })
    expect(db.select().from(approvals).where(eq(approvals.id, two.id)).get()?.amountCents).toBe(627_500 + 31_375)
    await approveRequest(client, { approvalId: two.id, password })
    expect(db.select().from(contracts).get()?.status).toBe('completed')
    expect(checkLedger(db).sound).toBe(true)
  })

  it('is void once the other milestone was released, because it would pay the retention now', async () => {
    const { deal, junior, client, first, last } = await working()
    const { id } = await askToRelease(junior, { milestoneId: first, expectedRetentionCents: 0 })
    await released(deal, last)
    await expect(approveRequest(client, { approvalId: id, password })).rejects.toMatchObject(voided)
    expect([statusOf(id), milestoneStatus(first)]).toEqual(['voided', 'approved'])
  })

  it('is void once it was released, and cannot be asked for with another retention', async () => {
    const { junior, client, first } = await working()
    await expect(askToRelease(junior, { milestoneId: first, expectedRetentionCents: 1 })).rejects.toMatchObject({
      text: { key: 'approvals:refused.impossible' },
    })
    const { id } = await askToRelease(junior, { milestoneId: first, expectedRetentionCents: 0 })
    await releaseMilestone(client, { milestoneId: first, expectedRetentionCents: 0, password })
    await expect(approveRequest(client, { approvalId: id, password })).rejects.toMatchObject(voided)
  })

  it('takes the password of who asks where it is a large one', async () => {
    const { junior, first } = await working()
    const before = env.RELEASE_PASSWORD_FROM_CENTS
    Object.assign(env, { RELEASE_PASSWORD_FROM_CENTS: 1 })
    const ask = { milestoneId: first, expectedRetentionCents: 0 }
    try {
      await expect(askToRelease(junior, ask)).rejects.toMatchObject({ field: 'password' })
      await expect(askToRelease(junior, { ...ask, password: 'wrong' })).rejects.toMatchObject({ field: 'password' })
      await askToRelease(junior, { ...ask, password })
    } finally {
      Object.assign(env, { RELEASE_PASSWORD_FROM_CENTS: before })
    }
  })

  it('of a retention is done by the approval, and void once it is disputed', async () => {
    const deal = await signedDeal(db)
    const { client, provider, contractId } = deal
    await released(deal, deal.milestoneIds[0] ?? '')
    terminateContract(provider, { contractId, reason: 'Wound up' })
    const junior = await juniorOf(client)
    const first = await askToRelease(junior, { contractId })
    disputeRetention(provider, { contractId, reason: 'They no longer answer.' })
    await expect(approveRequest(client, { approvalId: first.id, password })).rejects.toMatchObject(voided)
    const second = await askToRelease(junior, { contractId })
    await approveRequest(client, { approvalId: second.id, password })
    expect(db.select().from(contracts).get()?.retentionStatus).toBe('released')
    expect(checkLedger(db).sound).toBe(true)
    await expect(askToRelease(await juniorOf(provider), { contractId })).rejects.toMatchObject({
      text: { key: 'approvals:refused.impossible' },
    })
  })
})

describe('a bank account', () => {
  const account = { iban: 'FI2112345600000785', bic: null, password }
  async function earning() {
    const { provider } = await signedDeal(db)
    const manager = await juniorOf(provider, 'manager')
    return { provider, manager, id: (await askToChangeAccount(manager, account)).id }
  }
  const entered = () => db.select().from(bankAccountChanges).all()

  it('is entered by the approval, in the name of who asked, is mailed to the owners, and waits', async () => {
    const { provider, manager, id } = await earning()
    expect(entered()).toEqual([])
    await approveRequest(provider, { approvalId: id, password })
    expect(entered()).toMatchObject([{ iban: account.iban, requestedBy: manager.actor.id, appliedAt: null }])
    const own = db.select().from(companies).where(eq(companies.id, provider.company.id)).get()
    expect(own?.iban).not.toBe(account.iban)
    const toOwner = db.select().from(mails).where(eq(mails.template, 'bankAccountChanged')).all()
    expect(toOwner.map(({ recipient }) => recipient)).toEqual([provider.actor.email])
    expect(byBoth('company.change_bank_account')).toEqual([provider.actor.id, provider.actor.id, true])
  })

  it('is void once another one was entered', async () => {
    const { provider, id } = await earning()
    await changeBankAccount(provider, { ...account, iban: 'FI4250008120251360' })
    await expect(approveRequest(provider, { approvalId: id, password })).rejects.toMatchObject(voided)
    expect(entered()).toHaveLength(1)
  })

  it('needs the passwords of both, and an approver whose mandate covers what it receives by then', async () => {
    const { provider, manager, id } = await earning()
    await expect(askToChangeAccount(manager, { ...account, password: 'wrong' })).rejects.toMatchObject({
      field: 'password',
    })
    await expect(approveRequest(provider, { approvalId: id, password: 'wrong' })).rejects.toMatchObject({
      field: 'password',
    })
    giveMandates(provider, 1_254_999)
    await expect(approveRequest(provider, { approvalId: id, password })).rejects.toMatchObject({
      text: { key: 'approvals:refused.notCovered' },
    })
    giveMandates(provider, 1_255_000)
    await approveRequest(provider, { approvalId: id, password })
    expect(entered()).toHaveLength(1)
  })
})
