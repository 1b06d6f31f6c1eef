import { afterAll, beforeAll, expect, it } from 'vitest'
import { matchToMilestone } from '#app/features/bank/match-to-milestone.server.ts'
import { getEscrow } from '#app/features/escrow/queries.server.ts'
import { recordTransfer } from '#app/features/escrow/record-transfer.server.ts'
import { newId } from '#db/ids.ts'
import { signedDeal } from '#tests/factories/deal.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { findEscrowSteps } from './find-steps.server.ts'

let server: TestServer
beforeAll(async () => {
  testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())

it('asks the client for what is missing of a milestone, and for nothing once what has arrived covers it', async () => {
  const deal = await signedDeal(testDatabase())
  const { client, provider, admin, contractId } = deal
  const escrowOf = (by: typeof client | typeof admin) => getEscrow(by, contractId)!
  const [first, second] = escrowOf(client).milestones
  const pay = (amountCents: number) =>
    recordTransfer(admin, {
      ...{ reference: first?.fundingReference ?? '', amountCents, currency: 'EUR', payerName: client.company.name },
      ...{ paidOn: '2026-06-01', archiveId: newId() },
    }).transferId
  const asked = (by: typeof client) => {
    const { mine, theirs } = findEscrowSteps(by, escrowOf(by))
    return [...mine, ...theirs].map(({ kind, subject, amountCents }) => `${kind} ${subject} ${amountCents}`)
  }
  const { cookie } = await signedIn(client)
  const page = async () => (await server.ask(`/escrow/${contractId}`, { cookie })).text
  const slip = `/milestones/${first?.id}/payment-slip`

  pay(600_000)
  expect(asked(client)).toEqual(['payIn 1. Demolition 27500'])
  expect(asked(provider)).toEqual(['payIn 1. Demolition 627500'])
  expect((await server.ask(slip, { cookie })).text).toContain('€275.00')

  const transferId = pay(30_000)
  expect(asked(client)).toEqual([`payIn 2. Installation ${second?.amountCents}`])
  expect(await page()).toContain('Don’t pay it again')
  expect(await page()).not.toContain('Transfer the missing')
  expect(await page()).not.toContain(slip)
  expect((await server.ask(slip, { cookie })).headers.location).toBe(`/escrow/${contractId}`)
  expect((await server.ask(`${slip}.pdf`, { cookie })).status).toBe(404)

  matchToMilestone(admin, { transferId })
  expect(await page()).toContain('€25.00 arrived')
  expect(await page()).toContain('this much of the payment was left over')
})
