// Fifty concurrent calls of each further verb that moves money: what it is about moves once, or as far as it reaches. See `rounds`.
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { proposeReversal } from '#app/features/bank/propose-reversal.server.ts'
import { listUnexplained } from '#app/features/bank-statements/queries.server.ts'
import { approveOverdue } from '#app/features/escrow/approve-overdue.server.ts'
import { checkLedger } from '#app/features/escrow/check-ledger.server.ts'
import { disputeMilestone } from '#app/features/escrow/dispute-milestone.server.ts'
import { disputeRetention } from '#app/features/escrow/dispute-retention.server.ts'
import { recordTransfer } from '#app/features/escrow/record-transfer.server.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { creditInvoice } from '#app/features/invoicing/credit-invoice.server.ts'
import { recordPayment } from '#app/features/invoicing/record-payment.server.ts'
import { verifyAudit } from '#db/audit.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import {
  approved,
  type Deal,
  password,
  released,
  signedDeal,
  submitted,
  terminateContract,
} from '#tests/factories/deal.ts'
import { createAccount, createTransaction, postedTransaction } from '#tests/factories/finance.ts'
import { bookedStatement } from '#tests/factories/imported-statement.ts'
import { issuedInvoice } from '#tests/factories/invoice.ts'
import { createAdmin, createPerson } from '#tests/factories/people.ts'
import { testDatabaseFile } from '#tests/setup/database.ts'
import { type Call, type Outcome, race, refusals, rounds, won } from '#tests/setup/race.ts'

const many = 50
let db: Database
let file: string
let remove: () => void
beforeEach(() => {
  ;({ db, file, remove } = testDatabaseFile())
})
afterEach(() => {
  const [ledger, audit] = [checkLedger(db), verifyAudit(db)]
  remove()
  expect(ledger).toMatchObject({ sound: true, findings: [] })
  expect(audit.brokenAt).toBeNull()
})

const one = (sql: string, ...values: string[]) =>
  db.$client
    .prepare<string[], number>(sql)
    .pluck()
    .get(...values)
const posted = (kind: string) => one('SELECT count(*) FROM ledger_postings WHERE kind = ?', kind)
const calls = (ctx: UserContext | readonly UserContext[], input: unknown): Call[] => {
  const people = Array.isArray(ctx) ? ctx : [ctx]
  return Array.from({ length: many }, (_, index) => ({ ctx: people[index % people.length], input }))
}
const race50 = (of: string, ctx: UserContext | readonly UserContext[], input: unknown) => {
  const [module = '', verb = ''] = of.split(' ')
  return race(file, `#app/features/${module}.server.ts`, verb, calls(ctx, input))
}
/** That so many of the fifty succeeded, and the others were refused. */
async function expectWinners(outcomes: ReturnType<typeof race50>, winners: number, refusal: string) {
  const all = await outcomes
  expect([won(all).length, refusals(all)]).toEqual([winners, { [refusal]: many - winners }])
}

const sum = (outcomes: readonly Outcome[], of: (value: unknown) => number) =>
  outcomes.reduce((total, outcome) => total + (outcome.ok ? of(outcome.value) : 0), 0)

const terms = { reason: 'It is not as agreed' }
/** A deal whose first milestone is released, so that a retention is held, and whose contract has ended. */
async function withRetention(): Promise<{ deal: Deal; contractId: string; retentionCents: number }> {
  const deal = await signedDeal(db)
  await released(deal, deal.milestoneIds[0] ?? '')
  terminateContract(deal.client, { contractId: deal.contractId, reason: 'Bankrupt' })
  const held =
    "SELECT -sum(balance_cents) FROM ledger_balances JOIN ledger_accounts ON id = account_id WHERE kind = 'retention_held'"
  return { deal, contractId: deal.contractId, retentionCents: one(held) ?? 0 }
}

it('a payment funds the milestone of its reference once', rounds, async () => {
  const deal = await signedDeal(db)
  const [id = ''] = deal.milestoneIds
  const milestone = db.$client
    .prepare('SELECT funding_reference AS reference, amount_cents AS cents FROM contract_milestones WHERE id = ?')
    .get(id) as { reference: string; cents: number }
  const paid = { ...milestone, currency: 'EUR' as const, payerName: 'Client', paidOn: '2026-06-01' }
  const pay = (amountCents: number) => recordTransfer(deal.admin, { ...paid, amountCents, archiveId: newId() })
  pay(1)
  const { transferId } = pay(milestone.cents - 1)
  await expectWinners(race50('bank/match-to-milestone matchToMilestone', deal.admin, { transferId }), 1, 'conflict')
  expect(posted('fund')).toBe(1)
})

it('of a confirmation and a withdrawal of a reversal, one decides it', rounds, async () => {
  const deal = await signedDeal(db)
  const paid = { reference: '', amountCents: 5000, currency: 'EUR' as const, payerName: 'A', paidOn: '2026-06-01' }
  const { transferId } = recordTransfer(deal.admin, { ...paid, archiveId: newId() })
  const { reversalId } = proposeReversal(deal.admin, { transferId, reason: 'Of another account' })
  const confirming = calls(createAdmin(db), { transferId, reversalId, decision: 'confirm' })
  const withdrawing = calls(deal.admin, { transferId, reversalId, decision: 'withdraw' })
  const module = '#app/features/bank/decide-reversal.server.ts'
  const mixed = confirming.map((call, index) => (index % 2 ? call : (withdrawing[index] ?? call)))
  await expectWinners(race(file, module, 'decideReversal', mixed), 1, 'conflict')
  expect(posted('reversal')).toBeLessThanOrEqual(1)
})

it('a retention is released once', rounds, async () => {
  const { deal, contractId } = await withRetention()
  const input = { contractId, password }
  await expectWinners(race50('escrow/release-retention releaseRetention', deal.client, input), 1, 'conflict')
  expect(posted('retention_release')).toBe(1)
})

it('a disputed retention is divided once, by one of two admins', rounds, async () => {
  const { deal, contractId, retentionCents } = await withRetention()
  disputeRetention(deal.provider, { contractId, ...terms })
  const split = { clientCents: 10_000, providerCents: retentionCents - 10_000 }
  const input = { contractId, split, reason: 'A door is missing', password }
  const admins = [deal.admin, createAdmin(db)]
  await expectWinners(race50('escrow/resolve-retention resolveRetention', admins, input), 1, 'conflict')
  expect(posted('retention_resolution')).toBe(1)
})

it('a disputed milestone is divided once, by one of two admins', rounds, async () => {
  const deal = await signedDeal(db)
  const [milestoneId = ''] = deal.milestoneIds
  approved(deal, milestoneId)
  disputeMilestone(deal.client, { milestoneId, ...terms })
  const held = one('SELECT amount_cents FROM contract_milestones WHERE id = ?', milestoneId) ?? 0
  const split = { clientCents: 10_000, providerCents: held - 10_000 }
  const input = { milestoneId, split, reason: 'A door is missing', password }
  const admins = [deal.admin, createAdmin(db)]
  await expectWinners(race50('escrow/resolve-dispute resolveDispute', admins, input), 1, 'conflict')
  expect(posted('resolution')).toBe(1)
})

it('the clock releases a milestone once, in however many processes it runs', rounds, async () => {
  const deal = await signedDeal(db)
  const [milestoneId = ''] = deal.milestoneIds
  submitted(deal, milestoneId)
  const after = (days: number) => systemContext(db, deal.client.now + days * 86_400_000)
  approveOverdue(after(15))
  const input = undefined
  const outcomes = await race50('escrow/release-overdue releaseOverdue', after(23) as unknown as UserContext, input)
  expect(won(outcomes)).toHaveLength(many)
  expect(sum(outcomes, (released) => Number(released))).toBe(1)
  expect(posted('release')).toBe(1)
})

it('a row that went out is explained once', rounds, async () => {
  const { admin } = await signedDeal(db)
  await bookedStatement(admin, {
    entries: [
      { cents: 900, archiveId: 'A1' },
      { cents: -100, archiveId: 'U1' },
    ],
  })
  const [row] = listUnexplained(admin)
  const input = { rowId: row?.id ?? '', as: 'charge' }
  await expectWinners(race50('bank-statements/settle-row settleRow', admin, input), 1, 'conflict')
  expect(posted('debit_settled')).toBe(1)
})

const day = '2026-06-01'
const words = { reason: 'Too much', lineText: 'Credit', unit: 'pcs' }
const buyer = { buyerBusinessId: '1234567-1', paymentTermDays: 0 }
const paidOf = (invoiceId: string) => one('SELECT paid_cents FROM invoices WHERE id = ?', invoiceId)

it('an invoice is not paid beyond what is open', rounds, async () => {
  const ctx = createPerson(db)
  const invoiceId = issuedInvoice(ctx, buyer)
  const input = { invoiceId, amountCents: 2000, paidOn: day }
  await expectWinners(race50('invoicing/record-payment recordPayment', ctx, input), 31, 'invalid')
  expect(paidOf(invoiceId)).toBe(62_000)
})

/** An invoice of 627.50 that was paid and then credited by 100.00, which is owed back. */
function overpaid() {
  const ctx = createPerson(db)
  const invoiceId = issuedInvoice(ctx, buyer)
  recordPayment(ctx, { invoiceId, amountCents: 62_750, paidOn: day })
  creditInvoice(ctx, { invoiceId, amountCents: 10_000, ...words })
  return { ctx, invoiceId }
}

it('no more is paid back than is owed back', rounds, async () => {
  const { ctx, invoiceId } = overpaid()
  const input = { invoiceId, amountCents: 3000, paidOn: day, method: 'bank_transfer', note: null }
  await expectWinners(race50('open-items/record-refund recordRefund', ctx, input), 3, 'invalid')
  expect(paidOf(invoiceId)).toBe(62_750 - 9000)
})

it('no more is set off than is owed back', rounds, async () => {
  const { ctx, invoiceId } = overpaid()
  const againstId = issuedInvoice(ctx, buyer)
  const input = { invoiceId, againstId, amountCents: 3000 }
  await expectWinners(race50('open-items/set-off-credit setOffCredit', ctx, input), 3, 'invalid')
  expect([paidOf(invoiceId), paidOf(againstId)]).toEqual([62_750 - 9000, 9000])
})

it('credit notes never exceed their invoice', rounds, async () => {
  const ctx = createPerson(db)
  const invoiceId = issuedInvoice(ctx, buyer)
  const input = { invoiceId, amountCents: 10_000, ...words }
  await expectWinners(race50('invoicing/credit-invoice creditInvoice', ctx, input), 6, 'invalid')
  expect(one('SELECT credited_cents FROM invoices WHERE id = ?', invoiceId)).toBe(60_000)
})

it('a row of the books is posted once, and reversed once', rounds, async () => {
  const ctx = createPerson(db)
  const account = createAccount(ctx)
  const draft = createTransaction(ctx, account)
  const input = { transactionIds: [draft], purpose: null, post: true }
  const outcomes = await race50('finance/settle-drafts settleDrafts', ctx, input)
  expect(sum(outcomes, (done) => (done as { posted: number }).posted)).toBe(1)
  const wrong = postedTransaction(ctx, account)
  const again = { transactionId: wrong, reason: 'Entered twice' }
  await expectWinners(race50('finance/reverse-transaction reverseTransaction', ctx, again), 1, 'conflict')
})

it('a row of the books pays an invoice once', rounds, async () => {
  const ctx = createPerson(db)
  const invoiceId = issuedInvoice(ctx, buyer)
  const transactionId = createTransaction(ctx, createAccount(ctx), { amountCents: 62_750, splits: [] })
  const outcomes = await race50('finance/match-invoice matchInvoice', ctx, { transactionId, invoiceId })
  expect(refusals(outcomes)).toEqual({})
  const posting = await race50('finance/settle-drafts settleDrafts', ctx, {
    ...{ transactionIds: [transactionId], purpose: null, post: true },
  })
  expect(refusals(posting)).toEqual({})
  expect(paidOf(invoiceId)).toBe(62_750)
})
