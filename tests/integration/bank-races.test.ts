// Fifty concurrent calls of the verbs that move money into, within and out of the bank account: each sum moves once.
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { matchToBalance } from '#app/features/bank/match-to-balance.server.ts'
import { proposeReversal } from '#app/features/bank/propose-reversal.server.ts'
import { checkLedger } from '#app/features/escrow/check-ledger.server.ts'
import { recordTransfer } from '#app/features/escrow/record-transfer.server.ts'
import { requestRefund } from '#app/features/escrow/request-refund.server.ts'
import { approvePayouts } from '#app/features/payouts/approve-payouts.server.ts'
import { bookPayouts } from '#app/features/payouts/book-payouts.server.ts'
import { listPayable } from '#app/features/payouts/payable.server.ts'
import { preparePayouts } from '#app/features/payouts/prepare-payouts.server.ts'
import { getRun } from '#app/features/payouts/runs.server.ts'
import { choosePlan } from '#app/features/plans/choose-plan.server.ts'
import { planWords } from '#app/features/plans/plan-words.server.ts'
import { recordReceivedPayment } from '#app/features/received-invoices/record-received-payment.server.ts'
import { businessDay } from '#app/platform/business-day.ts'
import { env } from '#app/platform/env.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { type Deal, fund, password, signedDeal, withPassword } from '#tests/factories/deal.ts'
import { createAdmin, createPerson, subscribe } from '#tests/factories/people.ts'
import { approvedInvoice } from '#tests/factories/received-invoice.ts'
import { testDatabaseFile } from '#tests/setup/database.ts'
import { type Call, race, refusals, rounds, won } from '#tests/setup/race.ts'

const many = 50
let db: Database
let file: string
let remove: () => void
let deal: Deal
beforeEach(async () => {
  ;({ db, file, remove } = testDatabaseFile())
  deal = await signedDeal(db)
})
afterEach(() => {
  const check = checkLedger(db)
  remove()
  expect(check).toMatchObject({ sound: true, findings: [] })
})

const one = <T>(sql: string, ...values: string[]) =>
  db.$client
    .prepare<string[], T>(sql)
    .pluck()
    .get(...values) as T
const calls = (ctx: UserContext, input: (index: number) => unknown): Call[] =>
  Array.from({ length: many }, (_, index) => ({ ctx, input: input(index) }))
const posted = (kind: string) => one<number>('SELECT count(*) FROM ledger_postings WHERE kind = ?', kind)
const bank = (name: string) => `#app/features/bank/${name}.server.ts`

function pay(
  amountCents: number,
  { reference = '', payerIban }: { reference?: string; payerIban?: string } = {},
): string {
  const values = { reference, amountCents, currency: 'EUR' as const, payerName: 'A client', paidOn: '2026-06-01' }
  return recordTransfer(deal.admin, { ...values, payerIban, archiveId: newId() }).transferId
}
const businessId = () => one<string>('SELECT business_id FROM companies WHERE id = ?', deal.client.company.id)

it('fifty matches of ten cents each credit a payment of 2.00 twenty times', rounds, async () => {
  const transferId = pay(200)
  const input = { transferId, businessId: businessId(), amountCents: 10 }
  const outcomes = await race(
    file,
    bank('match-to-balance'),
    'matchToBalance',
    calls(deal.admin, () => input),
  )
  expect(won(outcomes)).toHaveLength(20)
  expect(refusals(outcomes)).toEqual({ conflict: 30 })
  expect(posted('match')).toBe(20)
})

it('the invoice of a plan is paid once, whichever of two payments that cover it pays it', rounds, async () => {
  const [platform, owner] = [createPerson(db), createPerson(db)]
  const { PLATFORM_COMPANY_ID } = env
  onTestFinished(() => void Object.assign(env, { PLATFORM_COMPANY_ID }))
  env.PLATFORM_COMPANY_ID = platform.company.id
  subscribe(db, owner.company.id, { status: 'trialing', plan: null, accessUntil: owner.now + 86_400_000 })
  db.$client.prepare("UPDATE companies SET city = 'Helsinki' WHERE id = ?").run(owner.company.id)
  choosePlan(owner, { plan: 'planetary', cycle: 'monthly', currency: 'EUR' }, planWords)
  const reference = one<string>('SELECT reference FROM invoices WHERE company_id = ?', platform.company.id)
  const due = one<number>('SELECT gross_cents FROM invoices WHERE company_id = ?', platform.company.id)
  const [first, second] = [pay(due, { reference }), pay(due + 1, { reference })]
  const outcomes = await race(
    file,
    '#app/features/plans/match-to-order.server.ts',
    'matchToOrder',
    calls(deal.admin, (index) => ({ transferId: index % 2 ? first : second })),
  )
  expect(won(outcomes)).toHaveLength(1)
  expect(refusals(outcomes)).toEqual({ conflict: many - 1 })
  expect([posted('match'), one<number>('SELECT sum(amount_cents) FROM invoice_payments')]).toEqual([1, due])
})

it('a balance that covers one milestone funds one of two', rounds, async () => {
  const [first = '', second = ''] = deal.milestoneIds
  const due = one<number>('SELECT amount_cents FROM contract_milestones WHERE id = ?', first)
  matchToBalance(deal.admin, { transferId: pay(due + 1), businessId: businessId(), amountCents: due + 1 })
  const outcomes = await race(
    file,
    bank('fund-from-balance'),
    'fundFromBalance',
    calls(deal.client, (index) => ({ milestoneId: index % 2 ? first : second })),
  )
  expect(won(outcomes)).toHaveLength(1)
  expect(refusals(outcomes)).toEqual({ conflict: many - 1 })
  expect(posted('fund')).toBe(1)
})

it('a reversal is posted once, whichever of two admins confirms it', rounds, async () => {
  const transferId = pay(5000)
  const { reversalId } = proposeReversal(deal.admin, { transferId, reason: 'Of another account.' })
  const [second, third] = [createAdmin(db), createAdmin(db)]
  const input = { transferId, reversalId, decision: 'confirm' }
  const outcomes = await race(
    file,
    bank('decide-reversal'),
    'decideReversal',
    calls(second, () => input).map((call, index) => (index % 2 ? { ...call, ctx: third } : call)),
  )
  expect(won(outcomes)).toHaveLength(1)
  expect(refusals(outcomes)).toEqual({ conflict: many - 1 })
  expect(posted('reversal')).toBe(1)
})

const payouts = (name: string) => `#app/features/payouts/${name}.server.ts`
/** A payment of 70.00 that belongs to nothing, in a run that would return it. */
function returning() {
  const transferId = pay(7000, { payerIban: 'FI7944052020036082' })
  const prepared = () => preparePayouts(deal.admin, { accountIds: listPayable(deal.admin).map(({ id }) => id) }).runId
  return { transferId, prepared }
}

it('a sum is in one run, however many admins prepare one', rounds, async () => {
  returning()
  const accountIds = listPayable(deal.admin).map(({ id }) => id)
  const outcomes = await race(
    file,
    payouts('prepare-payouts'),
    preparePayouts.name,
    calls(deal.admin, () => ({ accountIds })),
  )
  expect(won(outcomes)).toHaveLength(1)
  expect(refusals(outcomes)).toEqual({ conflict: many - 1 })
  expect(one('SELECT count(*) FROM payouts')).toBe(1)
})

it('a payment in suspense is returned or matched, never both', rounds, async () => {
  const { transferId, prepared } = returning()
  const runId = prepared()
  // A person may try ten passwords at once.
  const seconds = await Promise.all(Array.from({ length: 5 }, () => withPassword(createAdmin(db))))
  const match = { transferId, businessId: businessId(), amountCents: 7000 }
  const matching = { module: bank('match-to-balance'), verb: matchToBalance.name }
  const outcomes = await race(
    file,
    payouts('approve-payouts'),
    approvePayouts.name,
    calls(deal.admin, () => ({ runId, password })).map((call, index) =>
      index % 2
        ? { ctx: deal.admin, input: match, instead: matching }
        : { ...call, ctx: seconds[(index / 2) % seconds.length] ?? deal.admin },
    ),
  )
  expect(won(outcomes)).toHaveLength(1)
  expect(refusals(outcomes)).toEqual({ conflict: many - 1 })
  expect(posted('payout') + posted('match')).toBe(1)
})

it('a payout is booked once and comes back once', rounds, async () => {
  const runId = returning().prepared()
  const second = await withPassword(createAdmin(db))
  await approvePayouts(second, { runId, password })
  const payoutId = getRun(second, runId)?.payments[0]?.id ?? ''
  const day = businessDay(second.now)
  const book = (index: number) => ({ runId, payoutIds: [payoutId], bookedOn: day, archiveId: `B${index}` })
  const booked = await race(file, payouts('book-payouts'), bookPayouts.name, calls(second, book))
  expect(won(booked)).toHaveLength(1)
  expect(refusals(booked)).toEqual({ conflict: many - 1 })

  const back = (index: number) => ({ runId, payoutId, returnedOn: day, reason: 'AC04', archiveId: `R${index}` })
  const returned = await race(file, payouts('return-payout'), 'returnPayout', calls(second, back))
  expect(won(returned)).toHaveLength(1)
  expect(refusals(returned)).toEqual({ conflict: many - 1 })
  expect([posted('payout'), posted('payout_booked'), posted('payout_return')]).toEqual([1, 1, 1])
})

it('a part of what is held is refunded once', rounds, async () => {
  const [milestoneId = ''] = deal.milestoneIds
  fund(deal, milestoneId)
  requestRefund(deal.client, { milestoneId, amountCents: 100_000, reason: 'The north wall is left out.' })
  const outcomes = await race(
    file,
    '#app/features/escrow/consent-refund.server.ts',
    'consentRefund',
    calls(deal.provider, () => ({ milestoneId, expectedRefundCents: 100_000 })),
  )
  expect(won(outcomes)).toHaveLength(1)
  expect(refusals(outcomes)).toEqual({ conflict: many - 1 })
  expect(one('SELECT refunded_net_cents + refunded_vat_cents FROM contract_milestones WHERE id = ?', milestoneId)).toBe(
    100_000,
  )
})

it('a received invoice is not paid beyond what is open', rounds, async () => {
  const ctx = createPerson(db)
  const receivedId = approvedInvoice(ctx)
  const open = one<number>('SELECT gross_cents FROM received_invoices WHERE id = ?', receivedId)
  const outcomes = await race(
    file,
    '#app/features/received-invoices/record-received-payment.server.ts',
    recordReceivedPayment.name,
    calls(ctx, () => ({ receivedId, amountCents: open / 10, paidOn: businessDay(ctx.now) })),
  )
  expect(won(outcomes)).toHaveLength(10)
  expect(one('SELECT sum(amount_cents) FROM received_invoice_payments WHERE received_invoice_id = ?', receivedId)).toBe(
    open,
  )
})
