import { afterAll, beforeAll, expect, it } from 'vitest'
import { disputeMilestone } from '#app/features/escrow/dispute-milestone.server.ts'
import { depositPosting, payoutPosting } from '#app/features/escrow/ledger.ts'
import { writePosting } from '#app/features/escrow/write-posting.server.ts'
import { type Database, transact } from '#db/client.server.ts'
import { approved, released, signedDeal } from '#tests/factories/deal.ts'
import { decidedPayout } from '#tests/factories/payout.ts'
import { createAdmin } from '#tests/factories/people.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { getBalanceStatement } from './balance-statement.server.ts'
import { findStatement, statementPage } from './find-statement.server.ts'

let db: Database
let server: TestServer
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())

const always = { from: null, to: null }

async function releasedDeal() {
  const deal = await signedDeal(db)
  const [first = '', second = ''] = deal.milestoneIds
  await released(deal, first)
  return { ...deal, first, second, deal }
}

it('has every posting with its balances, pages that go on, and what each milestone came to', async () => {
  const { client, provider, contractId } = await releasedDeal()
  const whole = findStatement(client, contractId, always)
  expect(whole?.rows.map(({ kind, amountCents, balance }) => [kind, amountCents, ...Object.values(balance)])).toEqual([
    ['deposit', 627_500, 0, 0, 0, 0, 0],
    ['fund', 627_500, 627_500, 0, 0, 0, 0],
    ['release', 627_500, 0, 31_375, 596_125, 0, 0],
  ])
  expect(whole?.milestones.map(({ fundedCents, balance }) => [fundedCents, balance.releasedCents])).toEqual([
    [627_500, 596_125],
    [0, 0],
  ])
  expect(findStatement(provider, contractId, always)).toEqual(whole)
  const first = findStatement(client, contractId, always, '', 2)
  expect([first?.rows.length, first?.closing]).toEqual([2, whole?.rows[1]?.balance])
  const second = findStatement(client, contractId, always, first?.next ?? '', 2)
  expect([second?.opening, second?.rows, second?.next]).toEqual([first?.closing, whole?.rows.slice(2), null])
  const before = findStatement(client, contractId, { from: null, to: '2020-01-01' })
  expect([before?.rows, before?.closing.heldCents]).toEqual([[], 0])
  const later = findStatement(client, contractId, { from: '2999-01-01', to: null })
  expect([later?.rows, later?.opening, later?.closing]).toEqual([[], whole?.closing, whole?.closing])
})

it('has as many postings on a page as a page can take', async () => {
  const { client, contractId } = await signedDeal(db)
  transact(db, (tx) => {
    for (let index = 0; index <= statementPage; index += 1)
      writePosting(tx, client, {
        ...depositPosting(client.company.id, 100),
        ...{ idempotencyKey: `many:${index}`, contractId, milestoneId: null, currency: 'EUR' },
      })
  })
  const first = findStatement(client, contractId, always)
  expect([first?.rows.length, first?.next]).toEqual([statementPage, first?.rows.at(-1)?.id])
  expect(findStatement(client, contractId, always, first?.next ?? '')?.rows).toHaveLength(1)
  const own = getBalanceStatement(client, always)
  expect([own.sections[0]?.moves.length, own.next]).toEqual([statementPage, own.sections[0]?.moves.at(-1)?.id])
  const { cookie } = await signedIn(client)
  const page = (await server.ask(`/escrow/${contractId}/statement`, { cookie })).text
  expect(Buffer.byteLength(page)).toBeLessThan(400_000)
})

it('shows what of the contract’s money was paid out, first released first paid', async () => {
  const { client, provider, admin, contractId } = await releasedDeal()
  const companyId = provider.company.id
  const payoutId = decidedPayout(db, [admin, createAdmin(db)], { companyId, amountCents: 500_000 })
  const write = (posting: ReturnType<typeof payoutPosting>) =>
    transact(db, (tx) =>
      writePosting(tx, admin, {
        ...posting,
        ...{
          idempotencyKey: `${posting.kind}:${payoutId}`,
          contractId: null,
          milestoneId: null,
          payoutId,
          currency: 'EUR',
        },
      }),
    )
  const paidOut = () =>
    findStatement(client, contractId, always)?.rows.map(({ kind, balance }) => [kind, balance.paidOutCents])
  write(payoutPosting('provider_payable', companyId, 500_000))
  expect(paidOut()?.slice(2)).toEqual([
    ['release', 0],
    ['payout', 500_000],
  ])
})

it('is read by both parties and, in a dispute, by neutral admins, as a page, a PDF and CSV', async () => {
  const { deal, client, provider, admin, contractId, second } = await releasedDeal()
  const [asClient, asProvider, asAdmin] = await Promise.all([client, provider, admin].map((one) => signedIn(one)))
  const path = `/escrow/${contractId}/statement`
  const status = async (by: { cookie: string }, each: string) => (await server.ask(each, { cookie: by.cookie })).status
  for (const each of [path, `${path}.pdf`, `${path}.csv`]) {
    expect(await status(asProvider!, each)).toBe(200)
    expect(await status(asAdmin!, each)).toBe(404)
  }
  approved(deal, second)
  disputeMilestone(client, { milestoneId: second, reason: 'It leaks' })
  expect(await status(asAdmin!, path)).toBe(200)
  const page = (await server.ask(path, { cookie: asClient!.cookie })).text
  for (const each of ['Opening balance', '€5,961.25', `${path}.pdf`]) expect(page).toContain(each)
  const csv = await server.ask(`${path}.csv`, { cookie: asClient!.cookie })
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  const lines = csv.text.trim().split('\r\n')
  expect(lines).toHaveLength(2 + 5)
  expect(lines[4]).toContain('Released,1. Demolition,6275.00,EUR,0.00,313.75,5961.25,0.00,0.00,')
})

it('states the balances of a company with every movement', async () => {
  const { provider } = await releasedDeal()
  const { cookie } = await signedIn(provider)
  const page = (await server.ask('/escrow/balances/statement', { cookie })).text
  expect(page).toContain('€5,961.25')
  expect((await server.ask('/escrow/balances', { cookie })).text).toContain('/escrow/balances/statement')
  const csv = (await server.ask('/escrow/balances/statement.csv', { cookie })).text
  expect(csv).toMatch(/Released,[^,]+, 1\. Demolition|Released,".*1\. Demolition"/)
  expect((await server.ask('/escrow/balances/statement.pdf', { cookie })).headers['content-type']).toBe(
    'application/pdf',
  )
})
