// Options: asked for in the tender set, priced outside the total, and chosen with the award (BID-30).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { askToAward } from '#app/features/approvals/ask-to-award.server.ts'
import { findSealedText } from '#app/features/bids/bid-document.server.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { comparisonRows } from '#app/features/bids/comparison-export.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { getOpening } from '#app/features/bids/opening/opening.server.ts'
import { getBid, getComparison } from '#app/features/bids/queries.server.ts'
import { pricedLines } from '#app/features/change-orders/change-content.server.ts'
import { draftContract } from '#app/features/contracts/draft-contract.server.ts'
import { getContractBasis } from '#app/features/contracts/queries.server.ts'
import { readableContract } from '#app/features/contracts/readable-contract.ts'
import { sendContract } from '#app/features/contracts/send-contract.server.ts'
import { verifyRecords } from '#app/features/contracts/verify-records.server.ts'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import { listDecisions, listLetters } from '#app/features/decisions/queries.server.ts'
import { readableLetter } from '#app/features/decisions/readable-letter.ts'
import { revokeStandingAward } from '#app/features/decisions/revoke-standing-award.server.ts'
import { verifyDecisions } from '#app/features/decisions/verify-decisions.server.ts'
import { addAddendum } from '#app/features/projects/add-addendum.server.ts'
import { listProjectLines } from '#app/features/projects/project-lines.server.ts'
import { projectSchema } from '#app/features/projects/schemas.server.ts'
import { formatFor } from '#app/i18n/format.ts'
import { i18nFor } from '#app/i18n/i18n.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { contracts } from '#db/schema/contracts.ts'
import { tenderSets } from '#db/schema/tenders.ts'
import { bidInput } from '#tests/factories/bid.ts'
import { createPerson } from '#tests/factories/people.ts'
import { giveMandates } from '#tests/factories/permissions.ts'
import { createOpenProject, day, projectInput } from '#tests/factories/project.ts'
import { documentText, withoutSpaces } from '#tests/setup/canonical-values.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { pageText } from '#tests/setup/page-text.ts'
import { pdfText } from '#tests/setup/pdf/pdf-text.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

const lines = [
  { id: null, description: 'Roof', quantityMilli: 100_000, unit: 'm²' },
  { id: null, description: 'Solar panels', quantityMilli: 10_000, unit: 'pcs', isOption: true },
  { id: null, description: 'Gutters', quantityMilli: 50_000, unit: 'm', isOption: true },
]

let db: Database
let server: TestServer
let [owner, low, high]: CompanyContext[] = []
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
  projectId = createOpenProject(owner, { bidDeadline: now + 10 * day, lines }).id
})

/** A bid of 100 m² at `roof`, 10 panels at `panel` (left out: null) and 50 m of gutter at 20 euros. */
function bidAt(by: CompanyContext | undefined, roof: number, panel: number | null): string {
  const bidder = by as CompanyContext
  const input = bidInput(bidder, projectId)
  const prices = [roof, panel, 20]
  const priced = input.lines.map((line, index) => ({
    ...{ ...line, unitPriceE4: (prices[index] ?? 0) * 10_000 },
    excluded: prices[index] === null,
  }))
  return createBid(bidder, { ...input, lines: priced, projectId, submit: true }).id
}

const optionOf = (bidId: string, description: string) =>
  getBid(owner as CompanyContext, bidId)?.lines.find((line) => line.description === description)?.id ?? ''

const opened = () => {
  // The cheaper roof has dearer panels; only the roof counts.
  const bids = [bidAt(low, 100, 900), bidAt(high, 110, null)] as const
  closeBidding(owner as CompanyContext, { projectId })
  return bids
}

describe('options', () => {
  it('are announced in the tender set, sealed with each bid, and in none of its totals', () => {
    const set = db.select().from(tenderSets).get()
    expect(set?.text).toMatch(/^groundwork-tender-set 6\n/)
    expect(set?.text.match(/option outside the total:\n? *\|? ?true/g) ?? set?.text).toHaveLength(2)
    const bidId = bidAt(low, 100, 900)
    expect(getBid(low as CompanyContext, bidId)).toMatchObject({
      netCents: 1_000_000,
      grossCents: 1_255_000,
      sealIntact: true,
    })
    const text = findSealedText(db, bidId) ?? ''
    expect(text).toMatch(/^groundwork-bid 9\n/)
    expect(text).toContain('net of options, outside the total:\n  | 10000.00')
    expect(verifyRecords(db).findings).toEqual([])
  })

  it('are priced anew when a line becomes one, and something has to remain in the total', () => {
    const bidId = bidAt(low, 100, 900)
    const known = listProjectLines(db, projectId)
    const amend = (changed: typeof known) =>
      addAddendum(owner as CompanyContext, {
        ...projectInput({ bidDeadline: Date.now() + 10 * day, lines: changed }),
        ...{ projectId, summary: 'Changed.' },
      })
    amend(known)
    expect(getBid(low as CompanyContext, bidId)?.requestChanged).toBe(false)
    amend(known.map((line) => ({ ...line, isOption: line.description === 'Gutters' })))
    expect(getBid(low as CompanyContext, bidId)?.requestChanged).toBe(true)
    const schema = projectSchema({ locale: 'en', timeZone: 'Europe/Helsinki', decimalMark: '.' })
    const all = {
      ...{ submissionId: newId(), title: 'Yard', description: 'A new yard.', category: 'other', location: 'Espoo' },
      ...{ bidDeadline: '2090-01-01T12:00', vatTreatment: 'standard', buyerDeductsVat: true },
      lines: [{ description: 'Roof', quantity: '1', unit: 'm', isOption: true }],
    }
    const messages = schema.safeParse(all).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)
    expect(messages).toContain('lines projectform:onlyOptions')
  })

  it('stand beside the comparison: a bid without a price for one is complete, and ranks by its total alone', () => {
    const [cheap, dear] = opened()
    const shown = getComparison(owner as CompanyContext, projectId)
    expect(shown?.comparison.rows.map(({ description }) => description)).toEqual(['Roof'])
    expect(
      shown?.comparison.totals.map(({ bidId, rankedCents, isComplete }) => [bidId, rankedCents, isComplete]),
    ).toEqual([
      [cheap, 1_000_000, true],
      [dear, 1_100_000, true],
    ])
    expect(shown?.comparison.options.map(({ cells }) => cells.map(({ netCents }) => netCents))).toEqual([
      [900_000, null],
      [100_000, 100_000],
    ])
    const table = shown ? comparisonRows(shown, 'en') : []
    expect(table.find(([label]) => label === 'Option: Solar panels')?.slice(3, 5)).toEqual([9000, 'Excluded'])
  })
})

describe('an award with options', () => {
  it('gives the chosen ones to the contract, its text, the decision and the letters', () => {
    const [cheap, dear] = opened()
    const client = owner as CompanyContext
    awardBid(client, { bidId: cheap, optionIds: [optionOf(cheap, 'Solar panels')] })
    expect(getContractBasis(client, projectId)).toMatchObject({ netCents: 1_900_000 })
    expect(getBid(client, cheap)).toMatchObject({ netCents: 1_000_000, sealIntact: true })
    const milestone = { title: 'All', description: '', vatRateBp: 2550, dueDate: null }
    const drafting = (netCents: number) =>
      draftContract(client, {
        ...{ projectId, title: 'Roof', terms: 'As bid.', paymentMethod: 'direct_invoice' as const, retentionBp: 0 },
        milestones: [{ ...milestone, netCents }],
      })
    expect(() => drafting(1_000_000)).toThrow('contracts:invalid.sum')
    const { contractId } = drafting(1_900_000)
    sendContract(client, { contractId })
    const text = db.select().from(contracts).get()?.documentText ?? ''
    expect(text).toMatch(/^groundwork-contract 8\n/)
    const i18n = i18nFor('en')
    const format = formatFor('en', 'Europe/Helsinki')
    const [t, tSecurities] = [i18n.getFixedT(null, 'contracts'), i18n.getFixedT(null, 'securities')]
    const bidText = findSealedText(db, cheap)
    const document = documentText(readableContract({ text, bidText }, 'active', t, tSecurities, format))
    for (const said of ['Options that are part of the contract', 'Option, outside the total', '€9,000.00'])
      expect(document).toContain(withoutSpaces(said))
    // What was not chosen can still be ordered by a change that both sign.
    expect(pricedLines(db, { bidId: cheap }).map(({ description }) => description)).toContain('Gutters')
    const [decision] = listDecisions(client, projectId)
    expect(decision?.text).toMatch(/^groundwork-award-decision 7\n/)
    expect(decision?.text).toContain('net with options:\n  | 19000.00')
    const [letter] = listLetters(high as CompanyContext, dear)
    const [decisions, ui, qualification] = (['decisions', 'ui', 'qualification'] as const).map((namespace) =>
      i18n.getFixedT(null, namespace),
    )
    const reader = { t: decisions, ui, qualification, format } as Parameters<typeof readableLetter>[2]
    const read = documentText(readableLetter(letter?.text ?? '', null, reader))
    for (const said of ['Chosen options', 'Solar panels', '€19,000.00', '€10,000.00'])
      expect(read).toContain(withoutSpaces(said))
    expect([verifyRecords(db).findings, verifyDecisions(db).findings]).toEqual([[], []])
    for (const statement of [
      'DELETE FROM award_options',
      'UPDATE award_options SET id = 1',
      `INSERT INTO award_options SELECT '1', award_id, '${optionOf(cheap, 'Gutters')}' FROM award_options`,
    ])
      expect(() => db.$client.exec(statement), statement).toThrow(/award: /)
  })

  it('without any is what it was, and the next one chooses its own', () => {
    const [cheap] = opened()
    const client = owner as CompanyContext
    awardBid(client, { bidId: cheap, optionIds: [optionOf(cheap, 'Gutters')] })
    const terms = { contact: 'The client', reason: 'Corrected.', kind: 'corrected' as const }
    revokeStandingAward(client, { bidId: cheap, ...terms })
    awardBid(client, { bidId: cheap })
    expect(getContractBasis(client, projectId)).toMatchObject({ netCents: 1_000_000 })
    const [first, second] = listDecisions(client, projectId)
    expect([first, second].map((one) => one?.text.includes('options chosen')).toSorted()).toEqual([false, true])
  })

  it('refuses what the bid does not price as an option, and needs a mandate for the sum with them', () => {
    const [cheap, dear] = opened()
    const client = owner as CompanyContext
    const refused = (bidId: string, optionId: string) =>
      expect(() => awardBid(client, { bidId, reason: 'Fits.', optionIds: [optionId] })).toThrow(
        'decisions:refused.option',
      )
    refused(cheap, optionOf(cheap, 'Roof'))
    refused(cheap, optionOf(dear, 'Gutters'))
    refused(dear, optionOf(dear, 'Solar panels'))
    const junior = createPerson(db, { company: client.company, companyRole: 'manager', now: Date.now() })
    giveMandates(junior, 1_300_000)
    const optionIds = [optionOf(cheap, 'Solar panels')]
    expect(() => awardBid(junior, { bidId: cheap, optionIds })).toThrow('team:mandate')
    expect(() => askToAward(junior, { bidId: cheap })).toThrow('approvals:refused.notNeeded')
    askToAward(junior, { bidId: cheap, optionIds })
    expect(db.$client.prepare('SELECT amount_cents FROM approvals').pluck().get()).toBe(2_384_500)
  })

  it('is chosen on the award’s page, which shows the sums with them before it awards', async () => {
    const [cheap] = opened()
    const client = owner as CompanyContext
    const { cookie } = await signedIn(client)
    const option = optionOf(cheap, 'Solar panels')
    const plain = await server.ask(`/bids/${cheap}/award`, { cookie })
    expect(plain.text).toContain('Show the sums with these options')
    expect(plain.text).not.toContain('optionIds')
    const chosen = await server.ask(`/bids/${cheap}/award?option=${option}&option=${newId()}`, { cookie })
    expect(chosen.text).toContain(`name="optionIds[0]" value="${option}"`)
    for (const said of ['Net with the chosen options', '€19,000.00']) expect(chosen.text).toContain(said)
    const form = { submissionId: newId(), contact: 'The client', reason: '', 'optionIds[0]': option }
    const done = await server.ask(`/bids/${cheap}/award?option=${option}`, { cookie, form })
    expect(done.headers.location).toBe(`/projects/${projectId}`)
    expect(getContractBasis(client, projectId)?.netCents).toBe(1_900_000)
    const comparison = await server.ask(`/projects/${projectId}/bids`, { cookie })
    for (const said of ['Options', 'Solar panels', '€9,000.00']) expect(comparison.text).toContain(said)
  })

  it('stands in the protocol of the opening, and in what an approver reads, chosen or not', async () => {
    const [cheap, other] = opened()
    const client = owner as CompanyContext
    const { cookie } = await signedIn(client)
    const bids = getOpening(client, projectId)?.bids ?? []
    const options = Object.fromEntries(
      bids.map(({ id, options: asked }) => [id, asked.map((one) => [one.description, one.netCents])]),
    )
    expect(options).toEqual({
      [cheap]: [
        ['Solar panels', 900_000],
        ['Gutters', 100_000],
      ],
      [other]: [['Gutters', 100_000]],
    })
    expect(bids.map(({ netCents }) => netCents)).toEqual([1_000_000, 1_100_000])
    const page = await server.ask(`/projects/${projectId}/opening`, { cookie })
    const pdf = await server.ask(`/projects/${projectId}/opening.pdf`, { cookie })
    const shown = [pageText(page.text), await pdfText(pdf.bytes)].map(withoutSpaces)
    for (const said of ['Option: Solar panels', '€9,000.00 net, outside the total'])
      for (const text of shown) expect(text).toContain(withoutSpaces(said))
    const junior = createPerson(db, { company: client.company, companyRole: 'member', now: client.now })
    giveMandates(junior, 1_300_000)
    const { id } = askToAward(junior, { bidId: cheap, optionIds: [optionOf(cheap, 'Solar panels')] })
    const { text } = await server.ask(`/approvals/${id}`, { cookie })
    for (const said of ['Solar panels: €9,000.00 net, part of the contract', 'Gutters: €1,000.00 net, not chosen'])
      expect(pageText(text)).toContain(said)
  })
})
