// Fifty concurrent calls of the verbs that move money of the bank feature: each sum moves once.
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { UserContext } from '#app/features/accounts/context.ts'
import { matchToBalance } from '#app/features/bank/match-to-balance.server.ts'
import { proposeReversal } from '#app/features/bank/propose-reversal.server.ts'
import { checkLedger } from '#app/features/escrow/check-ledger.server.ts'
import { recordTransfer } from '#app/features/escrow/record-transfer.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { type Deal, signedDeal } from '#tests/factories/deal.ts'
import { createAdmin } from '#tests/factories/people.ts'
import { testDatabaseFile } from '#tests/setup/database.ts'
import { type Call, race, refusals, won } from '#tests/setup/race.ts'

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

function pay(amountCents: number): string {
  const values = { reference: '', amountCents, currency: 'EUR' as const, payerName: 'A client', paidOn: '2026-06-01' }
  return recordTransfer(deal.admin, { ...values, archiveId: newId() }).transferId
}
const businessId = () => one<string>('SELECT business_id FROM companies WHERE id = ?', deal.client.company.id)

it('fifty matches of ten cents each credit a payment of 2.00 twenty times', async () => {
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

it('a balance that covers one milestone funds one of two', async () => {
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

it('a reversal is posted once, whichever of two admins confirms it', async () => {
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
