// Alternates that bidders think up themselves: allowed by the tender set, outside the total, sealed, never ranked, and chosen with the award (BID-31).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { findSealedText } from '#app/features/bids/bid-document.server.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { comparisonRows } from '#app/features/bids/comparison-export.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { getOpening } from '#app/features/bids/opening/opening.server.ts'
import { getBid, getComparison } from '#app/features/bids/queries.server.ts'
import { reckonForm } from '#app/features/bids/reckon-form.ts'
import { bidSchema } from '#app/features/bids/schemas.server.ts'
import { updateBid } from '#app/features/bids/update-bid.server.ts'
import { draftContract } from '#app/features/contracts/draft-contract.server.ts'
import { getContractBasis } from '#app/features/contracts/queries.server.ts'
import { readableContract } from '#app/features/contracts/readable-contract.ts'
import { sendContract } from '#app/features/contracts/send-contract.server.ts'
import { verifyRecords } from '#app/features/contracts/verify-records.server.ts'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import { verifyDecisions } from '#app/features/decisions/verify-decisions.server.ts'
import { addAddendum } from '#app/features/projects/add-addendum.server.ts'
import { formatFor } from '#app/i18n/format.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { contracts } from '#db/schema/contracts.ts'
import { tenderSets } from '#db/schema/tenders.ts'
import { bidInput } from '#tests/factories/bid.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createOpenProject, day, projectInput } from '#tests/factories/project.ts'
import { documentText, withoutSpaces } from '#tests/setup/canonical-values.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { pageText } from '#tests/setup/page-text.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

const variantTerms = 'The roof lasts 50 years. Say what it replaces.'
const lines = [
  { id: null, description: 'Roof', quantityMilli: 100_000, unit: 'm²' },
  { id: null, description: 'Gutters', quantityMilli: 50_000, unit: 'm', isOption: true },
]
const sheet = 'Steel sheet instead of tiles'
/** An alternate of a bid: a lump sum in euros, below zero where it lowers the price. */
const alternate = (euros: number, description = sheet) => ({
  ...{ projectLineId: null, description, quantityMilli: 1000, unit: 'LS', unitPriceE4: euros * 10_000 },
  ...{ excluded: false, isAlternate: true as const },
})

let db: Database
let server: TestServer
let owner: CompanyContext
let low: CompanyContext
let high: CompanyContext
let projectId: string
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(() => {
  db = testDatabase()
  const now = Date.now()
  ;[owner, low, high] = [createPerson(db, { now }), createPerson(db, { now }), createPerson(db, { now })]
  projectId = createOpenProject(owner, { bidDeadline: now + 10 * day, lines, variantTerms }).id
})

/** 100 m² at `roof` euros, gutters at 20, and these alternates. */
function bidWith(by: CompanyContext, roof: number, alternates: ReturnType<typeof alternate>[]): string {
  const input = bidInput(by, projectId)
  const priced = input.lines.map((line, index) => ({ ...line, unitPriceE4: [roof, 20][index]! * 10_000 }))
  return createBid(by, { ...input, lines: [...priced, ...alternates], projectId, submit: true }).id
}

describe('alternates of bidders', () => {
  it('need the permission of the tender set, which states what they have to meet and which no addendum changes', async () => {
    const [set] = db.select().from(tenderSets).all()
    expect(set?.text).toMatch(/^groundwork-tender-set 7\n/)
    expect(set?.text).toContain(variantTerms)
    addAddendum(owner, {
      ...projectInput({ bidDeadline: Date.now() + 20 * day, lines: [] }),
      ...{ projectId, summary: 'Fewer lines.' },
    })
    expect(db.select().from(tenderSets).all().at(-1)?.text).toContain(variantTerms)
    const { cookie } = await signedIn(low)
    for (const path of [`/projects/${projectId}`, `/bids/new?project=${projectId}`])
      expect(pageText((await server.ask(path, { cookie })).text)).toContain(variantTerms)
    projectId = createOpenProject(owner, { bidDeadline: Date.now() + 10 * day, lines }).id
    expect(db.select().from(tenderSets).all().at(-1)?.text).toMatch(/^groundwork-tender-set 6\n/)
    expect(() => bidWith(low, 100, [alternate(-500)])).toThrow('bidform:alternatesNotAllowed')
    expect(pageText((await server.ask(`/bids/new?project=${projectId}`, { cookie })).text)).not.toContain(
      'Own alternates',
    )
  })

  it('are sealed with the bid, outside its total, and known to nobody else before the opening', async () => {
    const bidId = bidWith(low, 100, [alternate(-1500), alternate(700, 'Skylights')])
    expect(getBid(low, bidId)).toMatchObject({ netCents: 1_000_000, sealIntact: true })
    const sealed = findSealedText(db, bidId) ?? ''
    expect(sealed).toMatch(/^groundwork-bid 10\n/)
    for (const said of [sheet, 'own alternate: true', '-1500.00', 'net of options, outside the total:\n  | 1000.00'])
      expect(sealed).toContain(said)
    expect([getComparison(owner, projectId)?.bidders, getOpening(owner, projectId)]).toEqual([[], null])
    const { cookie } = await signedIn(low)
    const form = await server.ask(`/bids/${bidId}/edit`, { cookie })
    expect(form.text).toContain('name="lines[2].isAlternate"')
    const lowers = (row: number) =>
      form.text.match(RegExp(`<input[^>]*lines\\[${row}\\]\\.deducts[^>]*>`))?.[0].includes(' checked=""')
    expect([lowers(2), lowers(3)]).toEqual([true, false])
    updateBid(low, { ...bidInput(low, projectId, 90), bidId })
    expect(findSealedText(db, bidId)).toMatch(/^groundwork-bid 9\n/)
  })

  it('stand beside the comparison, in the protocol and the export, and in no rank', async () => {
    // By the sum with its alternate the dearer bid would be first.
    const [cheap, dear] = [bidWith(low, 100, []), bidWith(high, 110, [alternate(-2000), alternate(300, 'Gutters')])]
    closeBidding(owner, { projectId })
    const shown = getComparison(owner, projectId)
    expect(
      shown?.comparison.totals.map(({ bidId, rankedCents, isComplete }) => [bidId, rankedCents, isComplete]),
    ).toEqual([
      [cheap, 1_000_000, true],
      [dear, 1_100_000, true],
    ])
    expect(shown?.comparison.options.map(({ cells }) => cells.map(({ netCents }) => netCents))).toEqual([
      [100_000, 100_000],
    ])
    const table = shown ? comparisonRows(shown, 'en') : []
    expect(table.find(([label]) => label === `Own alternate: ${sheet}`)?.slice(3, 5)).toEqual([null, -2000])
    const options = getOpening(owner, projectId)?.bids.map((bid) =>
      bid.options.map((one) => [one.isAlternate, one.netCents]),
    )
    expect(options).toEqual([
      [[false, 100_000]],
      [
        [false, 100_000],
        [true, -200_000],
        [true, 30_000],
      ],
    ])
    const { cookie } = await signedIn(owner)
    for (const path of ['bids', 'opening']) {
      const page = pageText((await server.ask(`/projects/${projectId}/${path}`, { cookie })).text)
      for (const said of [sheet, '−€2,000.00']) expect(page).toContain(said)
    }
  })

  it('become part of the contract where the award chooses them, also where they lower its sum', async () => {
    const bidId = bidWith(low, 100, [alternate(-1500), alternate(700, 'Skylights')])
    closeBidding(owner, { projectId })
    const chosen = getBid(owner, bidId)?.lines.find(({ description }) => description === sheet)?.id ?? ''
    const { cookie } = await signedIn(owner)
    const page = pageText((await server.ask(`/bids/${bidId}/award?option=${chosen}`, { cookie })).text)
    for (const said of [`Own alternate: ${sheet}`, '€8,500.00']) expect(page).toContain(said)
    awardBid(owner, { bidId, optionIds: [chosen] })
    expect(getContractBasis(owner, projectId)?.netCents).toBe(850_000)
    const { contractId } = draftContract(owner, {
      ...{ projectId, title: 'Roof', terms: 'As bid.', paymentMethod: 'direct_invoice', retentionBp: 0 },
      milestones: [{ title: 'All', description: '', vatRateBp: 2550, dueDate: null, netCents: 850_000 }],
    })
    sendContract(owner, { contractId })
    const text = db.select().from(contracts).get()?.documentText ?? ''
    expect(text).toContain(sheet)
    expect(text).not.toContain('Skylights')
    const i18n = i18nFor('en')
    const [t, tSecurities] = [i18n.getFixedT(null, 'contracts'), i18n.getFixedT(null, 'securities')]
    const bidText = findSealedText(db, bidId)
    const document = readableContract({ text, bidText }, 'sent', t, tSecurities, formatFor('en', 'Europe/Helsinki'))
    expect(documentText(document)).toContain(
      withoutSpaces('Own alternate of the provider, outside the total of the bid'),
    )
    expect([verifyRecords(db).findings, verifyDecisions(db).findings]).toEqual([[], []])
  })
})

describe('the form', () => {
  const schema = bidSchema({ locale: 'en', timeZone: 'Europe/Helsinki', decimalMark: '.' } as never)
  const form = (changed: object) =>
    schema.safeParse({ submissionId: newId(), approach: 'So.', timelineWeeks: 4, ...changed })
  const row = { description: sheet, unitPrice: '1500', isAlternate: true, deducts: true }

  it('takes a text and a price that adds or lowers, beside lines or a single amount', () => {
    const parsed = form({ amount: '5000', lines: [row, { isAlternate: true }] })
    expect(parsed.data?.lines).toMatchObject([
      { unitPriceE4: -15_000_000, quantityMilli: 1000, unit: 'LS', isAlternate: true as const },
    ])
    const messages = (changed: object) =>
      form(changed).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
    expect(messages({ lines: [row] })).toEqual(['amount validation:required'])
    expect(messages({ amount: '5000', lines: [{ ...row, description: '' }] })).toEqual([
      'lines.0.description validation:required',
    ])
    expect(messages({ amount: '5000', lines: [{ ...row, unitPrice: '' }] })).toEqual([
      'lines.0.unitPrice validation:required',
    ])
    const own = { description: 'x'.repeat(301), quantity: '1', unit: 'm', unitPrice: '1' }
    expect(messages({ lines: [own] })).toEqual(['lines.0.description validation:tooLong?count=300'])
  })

  it('refuses alternates that would together lower the price to nothing', () => {
    expect(() => bidWith(low, 100, [alternate(-6000), alternate(-4000, 'No roof')])).toThrow('bidform:alternatesTooLow')
    // A contract has no milestone below zero: what is lowered is lowered at its own rate.
    const otherRate = { ...alternate(-500), vatRate: 1000 }
    expect(() => bidWith(low, 100, [otherRate])).toThrow('bidform:alternatesBelowRate')
    bidWith(low, 100, [alternate(-6000), alternate(-3999, 'Hardly a roof')])
  })

  it('reckons them as the server does', () => {
    const typed: Record<string, string> = {
      ...{ amount: '5000', vatRate: '25.5' },
      ...{
        'lines[0].unitPrice': '1500',
        'lines[0].quantity': '1',
        'lines[0].isAlternate': 'on',
        'lines[0].deducts': 'on',
      },
      ...{ 'lines[1].quantity': '1', 'lines[1].isAlternate': 'on' },
    }
    const reckoned = reckonForm((name) => typed[name] ?? null, 2, { decimalMark: '.', vatRates: [2550] })
    expect([reckoned.totals.netCents, reckoned.options, reckoned.nets, reckoned.open]).toEqual([
      500_000,
      null,
      [-150_000, null],
      0,
    ])
  })
})
