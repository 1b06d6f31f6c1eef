import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { contracts } from '#db/schema/contracts.ts'
import { ledgerPostings, milestones } from '#db/schema/escrow.ts'
import { mails } from '#db/schema/notifications.ts'
import { approved, signedDeal, submitted, terminateContract } from '#tests/factories/deal.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { approveOverdue } from './approve-overdue.server.ts'
import { checkLedger } from './check-ledger.server.ts'
import { disputeMilestone } from './dispute-milestone.server.ts'
import { releaseOverdue, remindReleases } from './release-overdue.server.ts'
import { systemContext } from './system-context.server.ts'

const day = 86_400_000

async function unanswered() {
  const db = testDatabase()
  const deal = await signedDeal(db)
  const [milestoneId = '', other = ''] = deal.milestoneIds
  submitted(deal, milestoneId)
  db.update(users).set({ emailVerifiedAt: deal.client.now }).run()
  const after = (days: number) => systemContext(db, deal.client.now + days * day)
  expect(approveOverdue(after(14))).toBe(1)
  const status = (id = milestoneId) => db.select().from(milestones).where(eq(milestones.id, id)).get()?.status
  const mailed = (template: string) => db.select().from(mails).where(eq(mails.template, template)).all().length
  const releases = () => db.select().from(ledgerPostings).where(eq(ledgerPostings.kind, 'release')).all().length
  return { ...deal, db, milestoneId, other, after, status, mailed, releases }
}

it('releases 7 days after the clock approved, once, and says so to both parties', async () => {
  const { db, after, status, mailed, releases } = await unanswered()
  expect(mailed('approvedBySilence')).toBe(2)
  expect(releaseOverdue(after(20.999))).toBe(0)
  expect(status()).toBe('approved')
  expect(releaseOverdue(after(21))).toBe(1)
  expect(releaseOverdue(after(22))).toBe(0)
  expect({ status: status(), releases: releases(), mailed: mailed('releasedByClock') }).toEqual({
    status: 'released',
    releases: 1,
    mailed: 2,
  })
  expect(checkLedger(db)).toMatchObject({ sound: true })
})

it('reminds both parties two days before, once', async () => {
  const { after, mailed } = await unanswered()
  expect(remindReleases(after(18.999))).toBe(0)
  expect(remindReleases(after(19))).toBe(1)
  expect(remindReleases(after(20))).toBe(0)
  expect(mailed('releaseReminder')).toBe(2)
})

it('releases nothing that is disputed', async () => {
  const { client, milestoneId, after, status } = await unanswered()
  disputeMilestone({ ...client, now: client.now + 20 * day }, { milestoneId, reason: 'It leaks.' })
  expect(releaseOverdue(after(30))).toBe(0)
  expect(status()).toBe('disputed')
})

it('releases nothing once the contract has ended, and nothing that the client approved', async () => {
  const { client, contractId, milestoneId, other, after, status, ...rest } = await unanswered()
  approved({ ...rest, client, contractId } as never, other)
  expect(releaseOverdue(after(15))).toBe(0)
  expect(status(other)).toBe('approved')
  terminateContract(client, { contractId, reason: 'It is over.' })
  expect(releaseOverdue(after(30))).toBe(0)
  expect([status(milestoneId), status(other)]).toEqual(['approved', 'approved'])
})

it('completes the contract with the last milestone, but keeps the retention', async () => {
  const { db, contractId, milestoneId, other, after, status, ...deal } = await unanswered()
  releaseOverdue(after(21))
  submitted({ ...deal, db, contractId } as never, other)
  approveOverdue(after(36))
  expect(releaseOverdue(after(43))).toBe(1)
  expect([status(milestoneId), status(other)]).toEqual(['released', 'released'])
  expect(db.select().from(contracts).where(eq(contracts.id, contractId)).get()).toMatchObject({
    status: 'completed',
    retentionStatus: 'held',
  })
  expect(checkLedger(db)).toMatchObject({ sound: true })
})
