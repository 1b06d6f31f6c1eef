import { expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { decideReversal } from '#app/features/bank/decide-reversal.server.ts'
import { proposeReversal } from '#app/features/bank/propose-reversal.server.ts'
import { disputeMilestone } from '#app/features/escrow/dispute-milestone.server.ts'
import { recordTransfer } from '#app/features/escrow/record-transfer.server.ts'
import { signedDeal, submitted } from '#tests/factories/deal.ts'
import { uploadedStatement } from '#tests/factories/imported-statement.ts'
import { decidedPayout } from '#tests/factories/payout.ts'
import { createAdmin } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { listWaitingForStaff } from './staff-attention.server.ts'

const told = (ctx: UserContext) => listWaitingForStaff(ctx).map(({ kind, to, count }) => [kind, to, count])

it('counts all payments that wait, however many there are', async () => {
  const db = testDatabase()
  const admin = createAdmin(db)
  const payment = {
    reference: '',
    amountCents: 100,
    currency: 'EUR',
    payerName: 'Somebody',
    paidOn: '2026-05-01',
  } as const
  for (let at = 0; at < 60; at += 1) recordTransfer(admin, { ...payment, archiveId: `STRAY${at}` })
  expect(listWaitingForStaff(admin)).toMatchObject([{ kind: 'suspense', count: 60, title: 'Somebody' }])
})

it('names what waits for staff, and nothing to anybody else', async () => {
  const db = testDatabase()
  const deal = await signedDeal(db)
  const [admin, second] = [deal.admin, createAdmin(db)]
  const [milestoneId = ''] = deal.milestoneIds
  expect(told(admin)).toEqual([])

  submitted(deal, milestoneId)
  disputeMilestone(deal.client, { milestoneId, reason: 'No access to the site' })
  const payment = { reference: '', currency: 'EUR', payerName: 'Somebody' } as const
  const stray = { ...payment, amountCents: 12_300, paidOn: '2026-05-01' }
  const { transferId } = recordTransfer(admin, { ...stray, archiveId: 'STRAY1' })
  recordTransfer(admin, { ...stray, archiveId: 'STRAY2' })
  const { reversalId } = proposeReversal(admin, { transferId, reason: 'Entered twice' })
  decidedPayout(db, [admin, second], { companyId: deal.provider.company.id, amountCents: 100 })
  const runId = db.$client.prepare('SELECT id FROM payout_runs').pluck().get()

  const ofBoth = [
    ['dispute', `/disputes/${milestoneId}`, 1],
    ['suspense', '/escrow/suspense', 2],
  ]
  const file = ['takeFile', `/escrow/payouts/${runId}`, 1]
  expect(told(admin)).toEqual([...ofBoth, file])
  expect(told(second)).toEqual([...ofBoth, ['reversal', `/escrow/transfers/${transferId}`, 1], file])
  expect([told(deal.client), told(deal.provider)]).toEqual([[], []])
  expect(told({ ...second, company: deal.provider.company })[0]?.[0]).toBe('suspense')

  decideReversal(second, { transferId, reversalId, decision: 'confirm' })
  expect(told(second)).toEqual([ofBoth[0], ['suspense', '/escrow/suspense', 1], file])
  const importId = await uploadedStatement(admin, { entries: [] })
  expect(told(second)).toContainEqual(['confirmImport', `/escrow/bank-statements/${importId}`, 1])
})
