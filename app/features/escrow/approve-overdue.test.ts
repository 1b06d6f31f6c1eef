import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { draftContract } from '#app/features/contracts/draft-contract.server.ts'
import { sendContract } from '#app/features/contracts/send-contract.server.ts'
import { signContract } from '#app/features/contracts/sign-contract.server.ts'
import { milestoneEvents, milestones } from '#db/schema/escrow.ts'
import { mails } from '#db/schema/notifications.ts'
import { awarded, contractInput } from '#tests/factories/award.ts'
import { fund, password, signedDeal, terminateContract } from '#tests/factories/deal.ts'
import { day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { approveMilestone } from './approve-milestone.server.ts'
import { approveOverdue } from './approve-overdue.server.ts'
import { listInvoiceableMilestones } from './invoiceable.server.ts'
import { getEscrow } from './queries.server.ts'
import { remindApprovers } from './remind-approvers.server.ts'
import { requestChanges } from './request-changes.server.ts'
import { submitMilestone } from './submit-milestone.server.ts'
import { systemContext } from './system-context.server.ts'

async function submitted() {
  const db = testDatabase()
  const deal = await signedDeal(db)
  const [milestoneId = ''] = deal.milestoneIds
  fund(deal, milestoneId)
  const file = {
    field: 'files',
    name: 'a.pdf',
    mime: 'application/pdf',
    size: 4,
    sha256: 'x',
    storedAs: 'y',
    keep: () => {},
  }
  const submit = (days: number, storedAs: string) =>
    submitMilestone(
      { ...deal.provider, now: deal.provider.now + days * day },
      { milestoneId, note: 'Done', files: [{ ...file, storedAs }] },
    )
  submit(0, 'first')
  const after = (days: number) => systemContext(db, deal.provider.now + days * day)
  const status = () => db.select().from(milestones).where(eq(milestones.id, milestoneId)).get()?.status
  const mailed = () => db.select().from(mails).where(eq(mails.template, 'approvalReminder')).all()
  return { db, ...deal, milestoneId, submit, after, status, mailed }
}

it('approves on day 14, without an actor, once', async () => {
  const { db, after, status } = await submitted()
  expect(approveOverdue(after(13.999))).toBe(0)
  expect(approveOverdue(after(14))).toBe(1)
  expect(approveOverdue(after(15))).toBe(0)
  expect(status()).toBe('approved')
  expect(db.select().from(milestoneEvents).all().at(-1)).toMatchObject({ action: 'approve', actorId: null })
})

it('restarts the period after requested changes', async () => {
  const { client, milestoneId, submit, after, status } = await submitted()
  requestChanges({ ...client, now: client.now + 10 * day }, { milestoneId, reason: 'A leak' })
  expect(approveOverdue(after(20))).toBe(0)
  submit(11, 'second')
  expect(approveOverdue(after(24))).toBe(0)
  expect(approveOverdue(after(25))).toBe(1)
  expect(status()).toBe('approved')
})

it('reminds the client on days 7 and 12, once each, and again after a new submission', async () => {
  const { client, milestoneId, submit, after, mailed } = await submitted()
  expect(remindApprovers(after(6.9))).toBe(0)
  expect([remindApprovers(after(7)), remindApprovers(after(8))]).toEqual([1, 0])
  expect([remindApprovers(after(12)), remindApprovers(after(13)), remindApprovers(after(14))]).toEqual([1, 0, 0])
  expect(mailed().map(({ recipient, params }) => [recipient, params.count])).toEqual([
    [client.actor.email, 7],
    [client.actor.email, 2],
  ])
  requestChanges({ ...client, now: client.now + 13 * day }, { milestoneId, reason: 'A leak' })
  submit(14, 'second')
  expect(remindApprovers(after(20.5))).toBe(0)
  expect(remindApprovers(after(26.5))).toBe(1)
  expect(mailed()).toHaveLength(3)
})

it('stops with the contract: work submitted before can be approved by the client only', async () => {
  const db = testDatabase()
  const { client, provider, projectId } = await awarded(db)
  const { contractId } = draftContract(client, { ...contractInput(projectId), paymentMethod: 'direct_invoice' })
  sendContract(client, { contractId })
  for (const party of [client, provider])
    await signContract(party, { contractId, typedName: party.actor.name, password })
  const [first, second] = db.select().from(milestones).all()
  const file = { field: 'files', name: 'a.pdf', mime: 'application/pdf', size: 4, sha256: 'x', keep: () => {} }
  for (const milestone of [first, second]) {
    const milestoneId = milestone?.id ?? ''
    submitMilestone(provider, { milestoneId, note: 'Done', files: [{ ...file, storedAs: milestoneId }] })
  }
  const milestoneId = first?.id ?? ''
  expect(getEscrow(client, contractId)?.milestones[0]?.autoApprovalAt).toBe(client.now + 14 * day)
  terminateContract(client, { contractId, reason: 'Bankrupt' })
  expect(getEscrow(client, contractId)?.milestones[0]).toMatchObject({ autoApprovalAt: null, actions: ['approve'] })
  expect(remindApprovers(systemContext(db, client.now + 7 * day))).toBe(0)
  expect(db.select().from(mails).where(eq(mails.template, 'approvalReminder')).all()).toEqual([])
  expect(approveOverdue(systemContext(db, client.now + 15 * day))).toBe(0)
  expect(listInvoiceableMilestones(provider)).toEqual([])
  expect(() => requestChanges(client, { milestoneId, reason: 'A leak' })).toThrow(
    expect.objectContaining({ text: { key: 'escrow:refused.contractNotActive' } }),
  )
  expect(approveMilestone(client, { milestoneId }).status).toBe('released')
  expect(listInvoiceableMilestones(provider).map((milestone) => milestone.milestoneId)).toEqual([milestoneId])
})
