import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { extendedHandoverDue } from '#app/features/contracts/closing-days.server.ts'
import { rowsMatchText } from '#app/features/contracts/contract-text.server.ts'
import { dueText } from '#app/features/contracts/due-dates/due-text.ts'
import { getContract } from '#app/features/contracts/queries.server.ts'
import { updateContract } from '#app/features/contracts/update-contract.server.ts'
import { findDeposit, paymentSlip } from '#app/features/deposits/payment-slip.server.ts'
import { getEscrow, listEscrow } from '#app/features/escrow/queries.server.ts'
import { requestChanges } from '#app/features/escrow/request-changes.server.ts'
import { loadDashboard } from '#app/features/site/dashboard.server.ts'
import { readableStatement } from '#app/features/statements/contract-statement-document.server.ts'
import { findStatement } from '#app/features/statements/find-statement.server.ts'
import { formatFor } from '#app/i18n/format.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import { formatsFor } from '#app/i18n/languages.ts'
import type { Database } from '#db/client.server.ts'
import { auditLog } from '#db/schema/audit.ts'
import { contracts } from '#db/schema/contracts.ts'
import { milestones } from '#db/schema/escrow.ts'
import { agreedChange, proposedChange } from '#tests/factories/change-order.ts'
import { approved, type Deal, draftedDeal, password, sendAndSign, submitted } from '#tests/factories/deal.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { contractSumOf } from './contract-sum.server.ts'
import { draftChangeOrder } from './draft-change-order.server.ts'
import { getChangeOrder } from './queries.server.ts'
import { signChangeOrder } from './sign-change-order.server.ts'
import { verifyChangeOrders } from './verify-change-orders.server.ts'

let db: Database
let deal: Deal
/** Three milestones: two with a day, one without. */
let ids: string[]
beforeEach(async () => {
  db = testDatabase()
  deal = await draftedDeal(db)
  const part = { description: '', netCents: 300_000, vatRateBp: 2550 }
  updateContract(deal.client, {
    ...{
      contractId: deal.contractId,
      title: 'Kitchen',
      terms: 'All',
      paymentMethod: 'secure_escrow',
      retentionBp: 500,
    },
    milestones: [
      { ...part, title: 'Demolition', dueDate: '2026-07-01' },
      { ...part, title: 'Installation', dueDate: '2026-08-31' },
      { ...part, title: 'Cleaning', netCents: 400_000, dueDate: null },
    ],
    closing: { handoverDue: '2026-09-15', warrantyMonths: null, delay: null, securities: [] },
  })
  await sendAndSign(deal)
  ids = rows().map(({ id }) => id)
})
const rows = () =>
  db.select().from(milestones).where(eq(milestones.contractId, deal.contractId)).orderBy(milestones.position).all()
const days = () => rows().map(({ dueDate, extendedDueDate }) => [dueDate, extendedDueDate])
const handoverDue = () => extendedHandoverDue(db, { id: deal.contractId, handoverDue: '2026-09-15' })
const timeOnly = { lines: [], extensionDays: 10 }
const reader = { locale: 'en' as const, format: formatFor(formatsFor('en', null), 'Europe/Helsinki') }

it('moves the day of handover and of each milestone that is not delivered; the signed text stays', async () => {
  submitted(deal, ids[0] ?? '')
  await agreedChange(deal.provider, deal.client, deal, timeOnly)
  await agreedChange(deal.client, deal.provider, deal, { ...timeOnly, extensionDays: 5 })
  expect(days()).toEqual([
    ['2026-07-01', null],
    ['2026-08-31', '2026-09-15'],
    [null, null],
  ])
  expect(handoverDue()).toBe('2026-09-30')
  expect(contractSumOf(db, deal.contractId)?.completion).toEqual({
    ...{ original: '2026-08-31', toDate: '2026-09-15', days: 15 },
  })
  const contract = db.select().from(contracts).where(eq(contracts.id, deal.contractId)).get()
  expect(contract && rowsMatchText(db, contract)).toBe(true)
  expect(verifyChangeOrders(db)).toEqual({ changeOrders: 2, findings: [] })
  const log = db.select().from(auditLog).where(eq(auditLog.action, 'contract.accept_change')).all()
  expect(log).toHaveLength(2)
})

it('moves the milestone that was to be corrected again, and none that is approved', async () => {
  approved(deal, ids[0] ?? '')
  submitted(deal, ids[1] ?? '')
  requestChanges(deal.client, { milestoneId: ids[1] ?? '', reason: 'It leaks' })
  await agreedChange(deal.provider, deal.client, deal, timeOnly)
  expect(days().map(([, extended]) => extended)).toEqual([null, '2026-09-10', null])
})

it('moves one milestone alone where the change names it, which the signed text then says', async () => {
  const extensionMilestoneId = ids[0] ?? ''
  const id = await agreedChange(deal.provider, deal.client, deal, { ...timeOnly, extensionMilestoneId })
  expect(days().map(([, extended]) => extended)).toEqual(['2026-07-11', null, null])
  expect(handoverDue()).toBe('2026-09-15')
  expect(getChangeOrder(deal.client, deal.contractId, id)).toMatchObject({ rowsMatch: true })
  const text = getChangeOrder(deal.client, deal.contractId, id)?.paper.text
  expect(text?.startsWith('groundwork-change-order 4')).toBe(true)
  expect(text).toContain('extension of:\n  | 1. Demolition')
  expect(verifyChangeOrders(db).findings).toEqual([])
})

it('is not for a milestone that is delivered, has no day or is another contract’s', async () => {
  const extensionMilestoneId = ids[0] ?? ''
  const id = await proposedChange(deal.provider, deal, { ...timeOnly, extensionMilestoneId })
  submitted(deal, extensionMilestoneId)
  const accept = signChangeOrder(deal.client, {
    ...{ contractId: deal.contractId, changeOrderId: id, typedName: deal.client.actor.name, password },
  })
  await expect(accept).rejects.toThrow(/extensionDelivered/)
  for (const other of [extensionMilestoneId, ids[2] ?? '', deal.contractId])
    expect(() =>
      draftChangeOrder(deal.client, {
        ...{ title: 'Time', reason: 'other' as const, description: 'Rain', vatRateBp: 2550, milestoneId: null },
        ...{ ...timeOnly, extensionMilestoneId: other, contractId: deal.contractId },
      }),
    ).toThrow(/extensionDelivered/)
  expect(days().map(([, extended]) => extended)).toEqual([null, null, null])
})

it('is the day of lists, steps, deadlines, payment slips and statements, with the signed one and the reason', async () => {
  const { client, contractId } = deal
  await agreedChange(deal.provider, client, deal, timeOnly)
  const moved = { dueDate: '2026-07-01', extendedDueDate: '2026-07-11', extensions: [{ change: 'CO-1', days: 10 }] }
  const contract = getContract(client, contractId)
  expect(contract?.milestones[0]).toMatchObject(moved)
  expect(getEscrow(client, contractId)?.milestones[0]).toMatchObject(moved)
  expect(listEscrow(client, 1)[0]?.next?.dueDate).toBe('2026-07-11')
  const { deadlines, waiting } = loadDashboard(client)
  expect(deadlines).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 'milestone', on: '2026-07-11' })]))
  expect(waiting).toEqual(expect.arrayContaining([expect.objectContaining({ kind: 'payIn', on: '2026-07-11' })]))
  const t = i18nFor('en').getFixedT(null, 'contracts')
  const said = dueText(moved, t, reader.format)
  expect(said?.reason).toBe(`As signed: ${reader.format.date('2026-07-01')} · CO-1: 10 days later`)
  const due = findDeposit(client, ids[0] ?? '')
  expect(due && JSON.stringify(paymentSlip(due, reader))).toContain(said?.reason)
  const statement = findStatement(client, contractId, { from: '2026-06-01', to: '2026-06-30' })
  expect(statement && JSON.stringify(readableStatement(statement, reader))).toContain(said?.reason)
})

it.each([
  [
    'an extension',
    "INSERT INTO milestone_extensions SELECT 'x', m.id, o.id FROM contract_milestones m, change_orders o LIMIT 1",
  ],
  ['another day', "UPDATE contract_milestones SET extended_due_date = '2027-01-01' WHERE position = 1"],
  [
    'the milestone of an extension',
    'UPDATE change_orders SET extension_milestone_id = (SELECT id FROM contract_milestones LIMIT 1)',
  ],
])('%s cannot be written past the agreement', async (_what, statement) => {
  await proposedChange(deal.provider, deal, timeOnly)
  expect(() => db.$client.exec(statement)).toThrow(/due date moves|text is frozen/)
})
