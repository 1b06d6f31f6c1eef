import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { draftContract } from '#app/features/contracts/draft-contract.server.ts'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import { listProjectLines } from '#app/features/projects/project-lines.server.ts'
import type { Database } from '#db/client.server.ts'
import { bidLines } from '#db/schema/bids.ts'
import { milestones } from '#db/schema/escrow.ts'
import { createSubmittedBid } from '#tests/factories/bid.ts'
import { agreedChange, changeInput } from '#tests/factories/change-order.ts'
import { approved, createParties, type Deal, fund, sendAndSign, terminateContract } from '#tests/factories/deal.ts'
import { createOpenProject } from '#tests/factories/project.ts'
import { agreedSchedule, certified } from '#tests/factories/valuation.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { pageText } from '#tests/setup/page-text.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { linesOfRest, restOfWork } from './rest-of-work.server.ts'

let db: Database
let server: TestServer
let deal: Deal
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())
/** Demolition, 120 m² at 100.00, and kitchen equipment, 1 pcs at 100.00, each a milestone. */
beforeEach(async () => {
  const parties = await createParties(db)
  const { client, provider } = parties
  const { id: projectId } = createOpenProject(client)
  const { id: bidId } = createSubmittedBid(provider, projectId)
  closeBidding(client, { projectId })
  awardBid(client, { bidId })
  const part = { description: '', vatRateBp: 2550, dueDate: null }
  const { contractId } = draftContract(client, {
    ...{ projectId, title: 'Kitchen', terms: 'All', paymentMethod: 'secure_escrow', retentionBp: 500 },
    milestones: [
      { ...part, title: 'Demolition of all', netCents: 1_200_000 },
      { ...part, title: 'Equipment', netCents: 10_000 },
    ],
  })
  const rows = db.select().from(milestones).where(eq(milestones.contractId, contractId)).orderBy(milestones.position)
  deal = { ...parties, projectId, bidId, contractId, milestoneIds: rows.all().map(({ id }) => id) }
  await sendAndSign(deal)
})

const [demolition, equipment] = ['Demolition', 'Kitchen equipment']
const byQuantity = {
  description: demolition,
  netCents: 1_200_000,
  basis: 'quantity' as const,
  whole: 120_000,
  unit: 'm²',
}
const rest = () => restOfWork(db, deal.contractId)
const asked = () =>
  linesOfRest(listProjectLines(db, deal.projectId), rest()).map(({ description, quantityMilli, unit }) => [
    description,
    quantityMilli,
    unit,
  ])

it('takes off each line what is certified, and counts agreed changes in', async () => {
  const { client, provider, contractId } = deal
  const [first = ''] = deal.milestoneIds
  fund(deal, first)
  agreedSchedule(deal, first, [byQuantity])
  await certified(deal, first, [45_000])
  const line = db.select().from(bidLines).where(eq(bidLines.bidId, deal.bidId)).all()[0]
  const more = { bidLineId: line?.id ?? null, description: '', quantityMilli: 20_000, unit: '', unitPriceE4: 0 }
  await agreedChange(provider, client, deal, { lines: [more, ...changeInput.lines] })
  expect(rest()).toEqual({
    lines: [
      expect.objectContaining({ description: demolition, agreedMilli: 140_000, doneMilli: 45_000, restMilli: 95_000 }),
      expect.objectContaining({ description: equipment, agreedMilli: 1000, doneMilli: 0, restMilli: 1000 }),
      {
        ...{ projectLineId: null, description: 'Carpenter', unit: 'h' },
        ...{ agreedMilli: 10_000, doneMilli: 0, restMilli: 10_000 },
      },
    ],
    unmeasured: [],
  })
  terminateContract(client, { contractId, reason: 'Bankrupt' })
  expect(asked()).toEqual([
    [demolition, 95_000, 'm²'],
    [equipment, 1000, 'pcs'],
    ['Carpenter', 10_000, 'h'],
  ])
})

it('counts a line measured in percent by its share of the price, and an approved milestone as all done', async () => {
  const [first = '', second = ''] = deal.milestoneIds
  fund(deal, first)
  const half = { ...byQuantity, netCents: 600_000, basis: 'percent' as const, whole: 10_000, unit: '' }
  agreedSchedule(deal, first, [half, { ...half, description: 'Something else' }])
  await certified(deal, first, [5_000, 10_000])
  // A quarter of the line: half of the half of its price.
  expect(rest().lines[0]).toMatchObject({ doneMilli: 30_000, restMilli: 90_000 })
  agreedSchedule(deal, second, [
    { description: equipment, netCents: 10_000, basis: 'quantity', whole: 1000, unit: 'pcs' },
  ])
  approved(deal, second)
  expect(asked()).toEqual([[demolition, 90_000, 'm²']])
})

it('names approved milestones that no schedule measures, and shows the client what it takes off', async () => {
  const { client, contractId, projectId, provider } = deal
  approved(deal, deal.milestoneIds[1] ?? '')
  expect(rest()).toMatchObject({ unmeasured: [{ title: 'Equipment', netCents: 10_000 }] })
  terminateContract(client, { contractId, reason: 'Bankrupt' })
  const { cookie } = await signedIn(client)
  const path = `/projects/new?continues=${projectId}`
  const page = await server.ask(path, { cookie })
  for (const said of ['What is left of each line', 'Equipment', 'Begin with all quantities'])
    expect(pageText(page.text)).toContain(said)
  const all = pageText((await server.ask(`${path}&quantities=all`, { cookie })).text)
  expect(all).toContain('Begin with what is left')
  expect(all).not.toContain('What is left of each line')
  const stranger = await signedIn(provider)
  expect((await server.ask(path, { cookie: stranger.cookie })).status).toBe(404)
})

it('asks for a part of a lump sum as a share of it, and for a whole one as it was', () => {
  const lump = {
    ...{ id: 'one', position: 0, description: 'Roof', quantityMilli: 1000, unit: 'LS' },
    ...{ priceForm: 'fixed' as const, isOption: false },
  }
  const left = (restMilli: number) => {
    const line = { projectLineId: 'one', description: 'Roof', unit: 'LS', agreedMilli: 1000, restMilli }
    return linesOfRest([lump], { lines: [{ ...line, doneMilli: 1000 - restMilli }], unmeasured: [] })
  }
  expect(left(400)).toMatchObject([{ quantityMilli: 400, priceForm: 'unit' }])
  expect(left(1000)).toMatchObject([{ quantityMilli: 1000, priceForm: 'fixed' }])
})
