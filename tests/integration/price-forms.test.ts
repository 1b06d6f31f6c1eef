// Lump sums, target prices and day-work, from the project to the contract and its change orders (BID-20).
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { findSealedText } from '#app/features/bids/bid-document.server.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { comparisonRows } from '#app/features/bids/comparison-export.server.ts'
import { confirmBid } from '#app/features/bids/confirm-bid.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { getBid, getComparison } from '#app/features/bids/queries.server.ts'
import { pricedLines } from '#app/features/change-orders/change-content.server.ts'
import { draftContract } from '#app/features/contracts/draft-contract.server.ts'
import { getContractBasis } from '#app/features/contracts/queries.server.ts'
import { readableContract } from '#app/features/contracts/readable-contract.ts'
import { verifyRecords } from '#app/features/contracts/verify-records.server.ts'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import { addAddendum } from '#app/features/projects/add-addendum.server.ts'
import { listProjectLines } from '#app/features/projects/project-lines.server.ts'
import { type ProjectInput, projectSchema } from '#app/features/projects/schemas.server.ts'
import { formatFor } from '#app/i18n/format.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { bidInput } from '#tests/factories/bid.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createOpenProject, day, projectInput } from '#tests/factories/project.ts'
import { documentText, withoutSpaces } from '#tests/setup/canonical-values.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

const lines = [
  { id: null, description: 'Foundations', quantityMilli: 1000, unit: 'LS', priceForm: 'fixed' as const },
  { id: null, description: 'Paving', quantityMilli: 100_000, unit: 'm²' },
  { id: null, description: 'Drainage', quantityMilli: 1000, unit: 'LS', priceForm: 'target' as const },
  { id: null, description: 'Digging out rubbish', quantityMilli: 50_000, unit: 'h', priceForm: 'day_work' as const },
]
const asked: Partial<ProjectInput> = { lines, overrunShare: 5000, underrunShare: 4000 }

let db: Database
let owner: CompanyContext
let bidder: CompanyContext
let projectId: string
beforeEach(() => {
  db = testDatabase()
  owner = createPerson(db)
  bidder = createPerson(db)
  projectId = createOpenProject(owner, asked).id
})

/** A bid of 10 000, 100 × 20, 5000, and 50 hours at `rate`, in euros. */
function bidAt(by: CompanyContext, rate: number) {
  const input = bidInput(by, projectId)
  const prices = [10_000, 20, 5000, rate]
  const priced = input.lines.map((one, index) => ({ ...one, unitPriceE4: (prices[index] ?? 0) * 10_000 }))
  return createBid(by, { ...input, lines: priced, projectId, submit: true }).id
}

describe('day-work', () => {
  it('is compared by the requested quantity, and is no part of the contract sum', () => {
    const [cheap, dear] = [bidAt(bidder, 40), bidAt(createPerson(db), 60)]
    expect(getBid(bidder, cheap)).toMatchObject({ netCents: 1_900_000, sealIntact: true })
    closeBidding(owner, { projectId })
    const shown = getComparison(owner, projectId)
    expect(
      shown?.comparison.totals.map((total) => [total.bidId, total.rankedCents, total.dayWorkCents, total.isComplete]),
    ).toEqual([
      [cheap, 1_900_000, 200_000, true],
      [dear, 2_000_000, 300_000, true],
    ])
    const table = shown ? comparisonRows(shown, 'en') : []
    expect(table.map(([label]) => label)).toContain('Digging out rubbish (Day-work)')
    expect(table.find(([label]) => label === 'of which day-work')?.slice(3, 5)).toEqual([2000, 3000])
    awardBid(owner, { bidId: cheap, reason: 'The lowest.' })
    const basis = getContractBasis(owner, projectId)
    expect(basis).toMatchObject({ netCents: 1_700_000, vatGroups: [{ netCents: 1_700_000, vatCents: 433_500 }] })
    const milestone = { title: 'All', description: '', vatRateBp: 2550, dueDate: null }
    const content = { projectId, title: 'Yard', terms: 'As bid.', paymentMethod: 'direct' as const, retentionBp: 0 }
    const drafting = (netCents: number) =>
      draftContract(owner, { ...content, paymentMethod: 'secure_escrow', milestones: [{ ...milestone, netCents }] })
    expect(() => drafting(1_900_000)).toThrow('contracts:invalid.sum')
    drafting(1_700_000)
    // It is ordered by change orders at the rates of the bid.
    expect(pricedLines(db, { bidId: cheap }).map(({ description }) => description)).toContain('Digging out rubbish')
    expect(verifyRecords(db).findings).toEqual([])
  })

  it('alone is no bid: something has to be part of the contract sum', () => {
    const input = bidInput(bidder, projectId)
    const priced = input.lines.map((one, index) => ({ ...one, excluded: index < 3 }))
    expect(() => createBid(bidder, { ...input, lines: priced, projectId, submit: true })).toThrow(
      'validation:amountPositive',
    )
  })
})

it('the sealed text and the contract\u2019s document name each form and the shares', () => {
  const bidId = bidAt(bidder, 40)
  const bidText = findSealedText(db, bidId)
  expect(bidText).toMatch(/^groundwork-bid 7\n/)
  const format = formatFor('en', 'Europe/Helsinki')
  const i18n = i18nFor('en')
  const [t, tSecurities] = [i18n.getFixedT(null, 'contracts'), i18n.getFixedT(null, 'securities')]
  const shown = documentText(
    readableContract({ text: 'groundwork-contract 4\n', bidText }, 'active', t, tSecurities, format),
  )
  for (const text of ['Lump sum', 'Target price', 'bears 50% of what exceeds', 'gets 40% of what is saved', 'Day-work'])
    expect(shown).toContain(withoutSpaces(text))
  for (const text of ['Of which day-work €2,000.00', 'Contract sum, net €17,000.00'])
    expect(shown).toContain(withoutSpaces(text))
})

it('another form or another share in an addendum has the bids priced anew', () => {
  bidAt(bidder, 40)
  const known = listProjectLines(db, projectId)
  const amend = (change: Partial<ProjectInput>) =>
    addAddendum(owner, { ...projectInput({ ...asked, lines: known, ...change }), projectId, summary: 'Changed.' })
  const changes = () =>
    db.$client.prepare('SELECT changes_lines FROM project_addenda ORDER BY version DESC').pluck().get()
  amend({})
  expect(changes()).toBe(0)
  amend({ overrunShare: 3000 })
  expect(changes()).toBe(1)
  const bidId = db.$client.prepare<[], string>('SELECT id FROM bids').pluck().get() ?? ''
  expect(() => confirmBid(bidder, { bidId })).toThrow()
  amend({ overrunShare: 3000, lines: known.map((one) => ({ ...one, priceForm: 'unit' as const })) })
  expect(changes()).toBe(1)
  expect(db.$client.prepare('SELECT overrun_share_bp FROM projects').pluck().get()).toBeNull()
})

describe('the form', () => {
  const schema = projectSchema({ locale: 'fi', timeZone: 'Europe/Helsinki', decimalMark: ',' })
  const typed = {
    ...{ submissionId: newId(), title: 'Yard', description: 'A new yard.', category: 'other', location: 'Espoo' },
    ...{ bidDeadline: '2090-01-01T12:00', vatTreatment: 'standard', buyerDeductsVat: true },
  }
  const line = { description: 'Work', quantity: '1', unit: 'h' }
  const problems = (change: object) =>
    schema.safeParse({ ...typed, ...change }).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)

  it('gives a lump sum the quantity 1, and refuses another', () => {
    const fixed = { description: 'Work', priceForm: 'fixed' }
    expect(schema.parse({ ...typed, lines: [fixed] }).lines).toMatchObject([
      { quantityMilli: 1000, unit: 'LS', priceForm: 'fixed' },
    ])
    expect(problems({ lines: [{ ...fixed, quantity: '2', unit: 'm' }] })).toEqual([
      'lines.0.quantity projectform:fixedQuantity',
    ])
  })

  it('asks for the shares of a target price, and for something beside day-work', () => {
    const target = { ...line, priceForm: 'target' }
    expect(problems({ lines: [target], overrunShare: '50,5' })).toEqual(['underrunShare validation:required'])
    expect(problems({ lines: [target], overrunShare: '100,01', underrunShare: '0' })).toEqual([
      'overrunShare projectform:share',
    ])
    expect(schema.parse({ ...typed, lines: [target], overrunShare: '50,5', underrunShare: '0' })).toMatchObject({
      ...{ overrunShare: 5050, underrunShare: 0 },
    })
    expect(problems({ lines: [{ ...line, priceForm: 'day_work' }] })).toEqual(['lines projectform:onlyDayWork'])
  })
})

it('the pages of the project, the bid and the comparison name the forms', async () => {
  const server = await startServer()
  onTestFinished(() => server.stop())
  projectId = createOpenProject(owner, { ...asked, bidDeadline: Date.now() + 10 * day }).id
  const [{ cookie }, { cookie: client }] = await Promise.all([signedIn(bidder), signedIn(owner)])
  const page = async (path: string, as = cookie) => (await server.ask(path, { cookie: as })).text
  const shares = 'The bidder bears 50% of what exceeds the target and gets 40% of what is saved.'
  for (const path of [`/projects/${projectId}`, `/bids/new?project=${projectId}`]) {
    const text = await page(path)
    for (const name of ['Lump sum', 'Target price', 'Day-work', shares]) expect(text).toContain(name)
  }
  const bidId = bidAt({ ...bidder, now: Date.now() }, 40)
  const text = await page(`/bids/${bidId}`)
  for (const name of ['of which day-work', 'Contract sum, net', '€17,000.00', shares]) expect(text).toContain(name)
  closeBidding({ ...owner, now: Date.now() }, { projectId })
  const compared = await page(`/projects/${projectId}/bids`, client)
  for (const name of ['50 h requested · Day-work', 'of which day-work']) expect(compared).toContain(name)
})
