import { describe, expect, test } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { draftContract } from '#app/features/contracts/draft-contract.server.ts'
import { getContractBasis } from '#app/features/contracts/queries.server.ts'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import { addAddendum } from '#app/features/projects/add-addendum.server.ts'
import { projects } from '#db/schema/projects.ts'
import { contractInput } from '#tests/factories/award.ts'
import { createSubmittedBid } from '#tests/factories/bid.ts'
import { bidInput, draftedDeal } from '#tests/factories/deal.ts'
import { withoutTenderSets } from '#tests/factories/document.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createOpenProject, projectInput } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { closeBidding } from './close-bidding.server.ts'
import { comparisonRows } from './comparison-export.server.ts'
import { confirmBid } from './confirm-bid.server.ts'
import { createBid } from './create-bid.server.ts'
import { getBid, getComparison } from './queries.server.ts'
import { listReceived } from './received/received.server.ts'
import { updateBid } from './update-bid.server.ts'

type Vat = Partial<Pick<ReturnType<typeof projectInput>, 'vatTreatment' | 'vatGround' | 'buyerDeductsVat'>>

function world(vat: Vat = {}) {
  const db = testDatabase()
  const [owner, cheap, dear] = [createPerson(db), createPerson(db), createPerson(db)]
  const { id: projectId } = createOpenProject(owner, { lines: [], ...vat })
  const bid = (bidder: CompanyContext, amount: number, vatRate: number) =>
    createBid(bidder, { ...bidInput, amount, vatRate, projectId, submit: true }).id
  return { db, owner, cheap, dear, projectId, bid }
}

/** What the comparison, the list of received bids and the export say is the lowest. */
function lowest({ owner, projectId }: Pick<ReturnType<typeof world>, 'owner' | 'projectId'>) {
  closeBidding(owner, { projectId })
  const shown = getComparison(owner, projectId)
  if (!shown) throw new Error('there is nothing to compare')
  const [received] = listReceived(owner, { page: 1 }).rows
  const ranked = comparisonRows(shown, 'en').find(([label]) => String(label).startsWith('Ranked on'))
  return {
    first: shown.bidders[0]?.id,
    basis: [shown.comparison.basis, received?.basis, ranked?.[0]],
    cents: [shown.comparison.lowestCompleteCents, received?.lowestCents, Number(ranked?.at(-2)) * 100],
  }
}

describe('a bidder’s VAT rate', () => {
  test('does not make a dearer bid the lowest', () => {
    const here = world()
    const first = here.bid(here.cheap, 10_000_000, 2550)
    here.bid(here.dear, 11_000_000, 1000)
    expect(lowest(here)).toEqual({
      first,
      basis: ['net', 'net', 'Ranked on net'],
      cents: [10_000_000, 10_000_000, 10_000_000],
    })
  })

  test('counts where the client cannot deduct VAT', () => {
    const here = world({ buyerDeductsVat: false })
    here.bid(here.cheap, 10_000_000, 2550)
    const first = here.bid(here.dear, 11_000_000, 1000)
    expect(lowest(here)).toEqual({
      first,
      basis: ['cost', 'cost', 'Ranked on cost to the buyer'],
      cents: [12_100_000, 12_100_000, 12_100_000],
    })
  })

  test('cannot be 0 under standard VAT, for a single amount or a line', () => {
    const { bid, dear, owner, db } = world()
    expect(() => bid(dear, 12_000_000, 0)).toThrow('validation:choice')
    const { id: projectId } = createOpenProject(owner)
    const own = { projectLineId: null, description: 'Crane', quantityMilli: 1000, unit: 'pcs', excluded: false }
    const lines = [{ ...own, unitPriceE4: 10_000, vatRate: 0 }]
    expect(() => createBid(createPerson(db), { ...bidInput, amount: null, lines, projectId })).toThrow(
      expect.objectContaining({ field: 'lines[0].vatRate' }),
    )
  })

  test('is chosen by line', () => {
    const { dear, owner } = world()
    const { id: projectId } = createOpenProject(owner, { lines: [] })
    const own = { projectLineId: null, quantityMilli: 1000, unit: 'pcs', unitPriceE4: 1_000_000, excluded: false }
    const lines = [
      { ...own, description: 'Crane' },
      { ...own, description: 'Beds', vatRate: 1000 },
    ]
    const { id } = createBid(dear, { ...bidInput, amount: null, lines, projectId })
    expect(getBid(dear, id)).toMatchObject({ netCents: 20_000, vatCents: 3550 })
  })
})

describe('reverse charge', () => {
  test('bids without VAT, and ranks with the VAT that a client pays itself and cannot deduct', () => {
    const here = world({ vatTreatment: 'reverse_charge', buyerDeductsVat: false })
    const first = here.bid(here.cheap, 10_000_000, 2550)
    here.bid(here.dear, 12_000_000, 0)
    expect(getBid(here.cheap, first)).toMatchObject({
      ...{ netCents: 10_000_000, vatCents: 0, grossCents: 10_000_000 },
      lines: [{ vatRateBp: 0, vatCategory: 'AE' }],
    })
    expect(lowest(here)).toMatchObject({ first, cents: [12_550_000, 12_550_000, 12_550_000] })
  })

  test('goes from the bid to the milestones, which hold net', () => {
    const { db, owner, cheap, projectId, bid } = world({ vatTreatment: 'reverse_charge' })
    const bidId = bid(cheap, 1_000_000, 2550)
    closeBidding(owner, { projectId })
    awardBid(owner, { bidId })
    expect(getContractBasis(owner, projectId)?.vatGroups).toMatchObject([{ vatRateBp: 0, vatCategory: 'AE' }])
    const input = contractInput(projectId)
    expect(() => draftContract(owner, input)).toThrow('contracts:invalid.sum')
    draftContract(owner, { ...input, milestones: input.milestones.map((one) => ({ ...one, vatRateBp: 0 })) })
    const held = db.$client.prepare('SELECT amount_cents, vat_category FROM contract_milestones').raw().all()
    expect(held).toEqual([
      [500_000, 'AE'],
      [500_000, 'AE'],
    ])
  })
})

test.each([
  ['zero_rated', 'Z', 'AVL 58 §'],
  ['outside_scope', 'O', 'AVL 67 §'],
] as const)('the ground of %s work goes to bid lines and milestones', async (vatTreatment, vatCategory, vatGround) => {
  const db = testDatabase()
  const { bidId } = await draftedDeal(db, undefined, { vatTreatment, vatGround })
  const of = (table: string) => `SELECT vat_category, vat_ground FROM ${table}`
  const bid = db.$client
    .prepare(`${of('bid_lines')} WHERE bid_id = ?`)
    .raw()
    .all(bidId)
  expect(bid).toEqual([[vatCategory, vatGround]])
  expect(db.$client.prepare(of('contract_milestones')).raw().all()).toEqual([
    [vatCategory, vatGround],
    [vatCategory, vatGround],
  ])
})

test('the lowest of the received bids is a complete one', () => {
  const db = testDatabase()
  const owner = createPerson(db)
  const { id: projectId } = createOpenProject(owner)
  createSubmittedBid(createPerson(db), projectId, 100)
  createBid(createPerson(db), { ...bidInput, amount: 100, projectId, submit: true })
  closeBidding(owner, { projectId })
  const complete = getComparison(owner, projectId)?.comparison.lowestCompleteCents
  expect(complete).toBe(1_210_000)
  expect(listReceived(owner, { page: 1 }).rows).toMatchObject([{ bidCount: 2, lowestCents: complete }])
})

test('an addendum that changes the VAT treatment has the bids priced again, one that changes deducting does not', () => {
  const { owner, cheap, projectId, bid } = world()
  const bidId = bid(cheap, 1_000_000, 2550)
  const amend = (vat: Vat) => addAddendum(owner, { ...projectInput({ lines: [], ...vat }), projectId, summary: 'VAT' })
  amend({ buyerDeductsVat: false })
  confirmBid(cheap, { bidId })
  amend({ buyerDeductsVat: false, vatTreatment: 'reverse_charge' })
  expect(() => confirmBid(cheap, { bidId })).toThrow('bids:refused.requestChanged')
  updateBid(cheap, { ...bidInput, bidId })
  expect(getBid(cheap, bidId)).toMatchObject({ vatCents: 0, requestChanged: false, sealIntact: true })
})

test('where the client never stated a treatment, bids keep their own rates and are ranked on net', () => {
  const here = world()
  withoutTenderSets(here.db)
  here.db.update(projects).set({ vatTreatment: 'unstated' }).run()
  const first = here.bid(here.cheap, 10_000_000, 2550)
  const second = here.bid(here.dear, 12_000_000, 0)
  expect(getBid(here.dear, second)?.lines).toMatchObject([{ vatRateBp: 0, vatCategory: null }])
  expect(lowest(here)).toMatchObject({ first, cents: [10_000_000, 10_000_000, 10_000_000] })
})
