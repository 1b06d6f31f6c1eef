// Unit prices with up to four decimals, from the form to the contract: a line is rounded to the cent once, and every total is the sum of its lines.
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import { canonicalBid } from '#app/features/bids/bid-seal.ts'
import { calculateBidTotals, lineNetCents } from '#app/features/bids/bid-totals.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { compareBids } from '#app/features/bids/comparison.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { levelBids } from '#app/features/bids/levelling/levelling.ts'
import { getBid } from '#app/features/bids/queries.server.ts'
import { canonicalChangeOrder } from '#app/features/change-orders/change-order-document.ts'
import { changeTotals } from '#app/features/change-orders/change-order-totals.ts'
import { contractTotals, priceMilestones, suggestMilestones } from '#app/features/contracts/milestone-plan.ts'
import { maxCents } from '#app/platform/forms/field-schemas.ts'
import { parseAmount } from '#app/platform/money.ts'
import { type CanonicalRecord, readCanonicalText } from '#app/platform/text/canonical-text.ts'
import { newId } from '#db/ids.ts'
import { bids } from '#db/schema/bids.ts'
import { bidInput } from '#tests/factories/bid.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createOpenProject, day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'

const sum = (cents: readonly number[]) => cents.reduce((total, one) => total + one, 0)
const line = fc.record({
  quantityMilli: fc.integer({ min: 1, max: 10 ** 8 }),
  unitPriceE4: fc.integer({ min: 0, max: 10 ** 8 }),
  vatRateBp: fc.constantFrom(2550, 1350, 0),
})

/** The nets of the lines that a canonical text names, and its total, in cents. */
function netsOf(text: string) {
  const { fields } = readCanonicalText(text)
  const cents = (record: CanonicalRecord) => {
    const net = String(record.get('net'))
    return (parseAmount(net.replace('-', ''), '.') ?? Number.NaN) * (net.startsWith('-') ? -1 : 1)
  }
  return { lines: (fields.get('lines') as readonly CanonicalRecord[]).map(cents), total: cents(fields) }
}

test('the total is the sum of the rounded lines: in the sealed text, the comparison, the levelled bid and the contract', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 5 }), (priced, parts) => {
      const described = priced.map((one, position) => ({
        ...{ ...one, position, id: String(position), projectLineId: String(position), unit: 'm' },
        ...{ description: `Line ${position}`, vatCategory: 'S' as const },
      }))
      const { netCents, grossCents, vatGroups } = calculateBidTotals(described)
      expect(netCents).toBe(sum(described.map(lineNetCents)))
      const ids = { id: 'b', projectId: 'p', projectVersion: 1, companyId: 'c', revision: 1, currency: 'EUR' }
      const text = netsOf(canonicalBid({ ...ids, approach: 'a', timelineWeeks: 1, lines: described }))
      expect([text.total, sum(text.lines)]).toEqual([netCents, netCents])
      const compared = [{ id: 'b', isConfirmed: true, lines: described }]
      const comparison = compareBids(described, compared, { basis: 'net' })
      const cells = comparison.rows.map(({ cells: [cell] }) => cell?.netCents ?? Number.NaN)
      expect([comparison.totals[0]?.netCents, sum(cells)]).toEqual([netCents, netCents])
      expect(levelBids(comparison, [])[0]?.netCents).toBe(netCents)
      const milestones = suggestMilestones(vatGroups, parts).map((one) => ({
        ...{ ...one, title: 'Part', description: '', dueDate: null },
      }))
      expect(contractTotals(priceMilestones(milestones))).toMatchObject({ netCents, grossCents })
    }),
  )
})

test('so it is in a change order, with deductions', () => {
  const signed = fc.tuple(line, fc.boolean()).map(([one, adds]) => ({
    ...one,
    quantityMilli: adds ? one.quantityMilli : -one.quantityMilli,
  }))
  fc.assert(
    fc.property(fc.array(signed, { minLength: 1, maxLength: 12 }), (priced) => {
      const totals = changeTotals(priced, 2550)
      const party = { name: 'A', businessId: null, street: null, postalCode: null, city: null }
      const text = canonicalChangeOrder({
        ...{ number: 1, contractNumber: 'C', contractDigest: 'd', proposer: 'client', title: 't', reason: 'other' },
        ...{ parties: { client: party, provider: party }, description: 'd', currency: 'EUR', ...totals },
        ...{
          vatRateBp: 2550,
          vatCategory: 'S',
          vatGround: null,
          extensionDays: 0,
          extendedMilestone: null,
          milestone: null,
          files: [],
        },
        lines: priced.map((one, position) => ({ ...one, position, contractLine: null, description: 'd', unit: 'h' })),
      })
      const nets = netsOf(text)
      expect([nets.total, sum(nets.lines)]).toEqual([totals.netCents, totals.netCents])
      const fine = priced.some(({ unitPriceE4 }) => unitPriceE4 % 100 !== 0)
      expect(text.startsWith(`groundwork-change-order ${fine ? 2 : 1}\n`)).toBe(true)
    }),
  )
})

describe('a line of a bid', () => {
  function world() {
    const db = testDatabase()
    const [owner, bidder] = [createPerson(db), createPerson(db)]
    const wanted = { id: null, description: 'Cable', quantityMilli: 10_000_000_000, unit: 'm' }
    const { id: projectId } = createOpenProject(owner, { lines: [wanted] })
    return { bidder, projectId, input: bidInput(bidder, projectId) }
  }

  it('that costs too much is refused by the asked quantity before anything overflows, whatever the form says', () => {
    const { bidder, projectId, input } = world()
    const lines = input.lines.map((one) => ({ ...one, quantityMilli: 1, unitPriceE4: maxCents * 100 }))
    expect(() => createBid(bidder, { ...input, lines, projectId, submit: true })).toThrow(
      expect.objectContaining({ text: { key: 'validation:tooLarge' }, field: 'lines[0].unitPrice' }),
    )
    const most = input.lines.map((one) => ({ ...one, unitPriceE4: 10_000_000 }))
    const { id } = createBid(bidder, { ...input, lines: most, projectId, submit: true })
    expect(getBid(bidder, id)?.netCents).toBe(1_000_000_000_000)
  })

  it('may cost less than half a cent, but not all of them', () => {
    const { bidder, projectId, input } = world()
    const crumb = { projectLineId: null, description: 'Crumb', quantityMilli: 1000, unit: 'pcs', excluded: false }
    const lines = [{ ...crumb, unitPriceE4: 49 }]
    expect(() => createBid(bidder, { ...input, lines, projectId, submit: true })).toThrow(
      expect.objectContaining({ text: { key: 'validation:amountPositive' }, field: 'lines' }),
    )
    const { id } = createBid(bidder, { ...input, lines: [...lines, ...input.lines], projectId, submit: true })
    expect(getBid(bidder, id)?.netCents).toBe(100_000_000_000)
  })
})

test('what is typed with a comma or a point is shown with four decimals in every language, on every page and in the sealed text', async () => {
  const db = testDatabase()
  const server = await startServer()
  onTestFinished(() => server.stop())
  const [owner, bidder] = [createPerson(db), createPerson(db)]
  const wanted = { id: null, description: 'Cable', quantityMilli: 12_500, unit: 'm' }
  const { id: projectId } = createOpenProject(owner, { bidDeadline: Date.now() + 10 * day, lines: [wanted] })
  const [{ cookie }, { cookie: client }] = await Promise.all([signedIn(bidder), signedIn(owner)])
  const headers = { 'accept-language': 'fi' }
  const address = `/bids/new?project=${projectId}`
  const form = (await server.ask(address, { cookie, headers })).text
  const typed = {
    submissionId: newId(),
    'lines[0].projectLineId': /name="lines\[0\]\.projectLineId" value="([^"]+)"/.exec(form)?.[1] ?? '',
    'lines[0].unitPrice': '1,23456',
    ...{ approach: 'By hand.', timelineWeeks: '8', outcome: 'review' },
  }
  const refused = await server.ask(address, { cookie, headers, form: typed })
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('enintään neljä desimaalia')
  await server.ask(address, { cookie, headers, form: { ...typed, 'lines[0].unitPrice': '1,2345' } })
  const id = db.select().from(bids).get()?.id ?? ''
  expect((await server.ask(`/bids/${id}/edit`, { cookie, headers })).text).toContain('value="1,2345"')
  const review = (await server.ask(`/bids/${id}/review`, { cookie, headers })).text
  for (const text of ['1,2345', '15,43']) expect(review).toContain(text)
  const version = /name="expectedVersion" value="(\d+)"/.exec(review)?.[1] ?? ''
  await server.ask(`/bids/${id}/submit`, { cookie, form: { submissionId: newId(), expectedVersion: version } })
  const receipt = (await server.ask(`/bids/${id}/receipt`, { cookie })).text
  for (const text of ['groundwork-bid 5', '| 1.2345', '| 15.43']) expect(receipt).toContain(text)
  closeBidding({ ...owner, now: Date.now() }, { projectId })
  for (const [language, price] of [
    ['en', '€1.2345'],
    ['fi', '1,2345'],
    ['sq', '1,2345'],
  ]) {
    const page = (
      await server.ask(`/projects/${projectId}/bids`, { cookie: client, headers: { 'accept-language': language } })
    ).text
    expect(page).toContain(price)
  }
})
