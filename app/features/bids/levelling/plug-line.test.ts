import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { comparisonRows } from '#app/features/bids/comparison-export.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { getBid, getComparison } from '#app/features/bids/queries.server.ts'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import { listProjectLines } from '#app/features/projects/project-lines.server.ts'
import { AppError } from '#app/platform/errors.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { bidPlugs } from '#db/schema/bids.ts'
import { bidInput, createSubmittedBid } from '#tests/factories/bid.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createOpenProject } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { plugLine } from './plug-line.server.ts'

let db: Database
let server: TestServer
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())

/** A whole bid of 12,100 net, and one of 6,000 that leaves the second line out. */
function world({ closed = true } = {}) {
  const [owner, bidder, gappy] = [createPerson(db), createPerson(db), createPerson(db)]
  const { id: projectId } = createOpenProject(owner)
  const whole = createSubmittedBid(bidder, projectId).id
  const { lines, ...input } = bidInput(gappy, projectId, 50)
  const bidId = createBid(gappy, { ...input, lines: lines.slice(0, 1), projectId, submit: true }).id
  if (closed) closeBidding(owner, { projectId })
  const [priced = '', missing = ''] = listProjectLines(db, projectId).map(({ id }) => id)
  const plug = (ctx: CompanyContext, netCents: number | null, projectLineId = missing, reason = 'As the other bid') =>
    plugLine(ctx, { bidId, projectLineId, netCents, reason })
  return { owner, bidder, gappy, projectId, whole, bidId, priced, missing, plug }
}

function refusal(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof AppError) return `${error.code} ${error.text.key}`
    throw error
  }
  return 'done'
}

it('levels a bid by what its client reckons for a gap, with each amount a row of its own, and leaves the bid alone', () => {
  const { owner, gappy, projectId, bidId, whole, plug } = world()
  const before = getBid(gappy, bidId)
  const ranks = () =>
    getComparison(owner, projectId)?.levelling.map(({ bidId: id, netCents, rank }) => [id, netCents, rank])
  expect(ranks()).toEqual([
    [bidId, 600_000, null],
    [whole, 1_210_000, 1],
  ])
  plug(owner, 700_000)
  expect(ranks()?.[0]).toEqual([bidId, 1_300_000, 2])
  plug(owner, 50_000)
  expect(ranks()?.[0]).toEqual([bidId, 650_000, 1])
  plug(owner, null)
  expect(ranks()?.[0]).toEqual([bidId, 600_000, null])
  expect(getBid(gappy, bidId)).toEqual(before)
  const kept = db.select().from(bidPlugs).all()
  expect(kept.filter((row) => row.bidId === bidId).map(({ netCents }) => netCents)).toEqual([700_000, 50_000, null])
})

it('exports the levelled net, the second ranking, and each amount with its reason and who reckoned it', () => {
  const { owner, gappy, projectId, plug } = world()
  plug(owner, 700_000)
  const shown = getComparison(owner, projectId)
  const rows = shown ? comparisonRows(shown, 'en') : []
  expect(rows.find(([label]) => label === 'Levelled net')?.slice(3, 5)).toEqual([13_000, 12_100])
  expect(rows.find(([label]) => label === 'Rank by levelled net')?.slice(3, 5)).toEqual([2, 1])
  const line = `Reckon “Kitchen equipment” for ${gappy.company.name}`
  expect(rows.at(-1)?.slice(0, 4)).toEqual([line, 'As the other bid', owner.actor.name, 7000])
})

it('is for the client alone, while it evaluates, with a reason, and for gaps only', () => {
  const { owner, bidder, gappy, bidId, priced, plug } = world()
  const nothing = 'not_found errors:notFound'
  const notEvaluating = 'conflict bids:refused.notEvaluating'
  for (const ctx of [createPerson(db), bidder, gappy]) expect(refusal(() => plug(ctx, 1))).toBe(nothing)
  const reader = {
    ...owner,
    actor: { ...owner.actor, companyRole: 'member' as const, modules: { bids: 'read' as const } },
  }
  expect(refusal(() => plug(reader, 1))).toBe('forbidden errors:moduleReadOnly')
  expect(refusal(() => plug(owner, 1, priced))).toBe('invalid bids:refused.lineIsPriced')
  expect(refusal(() => plug(owner, 1, newId()))).toBe(nothing)
  expect(refusal(() => plug(owner, 1, undefined, '  '))).toBe('invalid bids:refused.reasonNeeded')
  awardBid(owner, { bidId, reason: 'It fits best.' })
  expect(refusal(() => plug(owner, 1))).toBe(notEvaluating)
  const sealed = world({ closed: false })
  expect(refusal(() => sealed.plug(sealed.owner, 1))).toBe(nothing)
})

it('shows the levelled bid beside the submitted one, the reason, and what a bid does not price before its award', async () => {
  const { owner, gappy, projectId, bidId, missing } = world()
  const { cookie } = await signedIn(owner)
  const page = async (path: string) => (await server.ask(path, { cookie })).text
  const form = `/bids/${bidId}/lines/${missing}/plug`
  expect(await page(`/projects/${projectId}/bids`)).toContain(`href="${form}"`)
  expect(await page(`/bids/${bidId}/award`)).toMatch(/doesn’t price 1 line as requested.*Kitchen equipment: Missing/s)
  expect(await page(form)).toContain(`Reckon “Kitchen equipment” for ${gappy.company.name}`)
  const submit = (fields: Record<string, string>) =>
    server.ask(form, { cookie, form: { submissionId: newId(), ...fields } })
  expect((await submit({ amount: '7 000' })).status).toBe(422)
  expect((await submit({ amount: '7 000', reason: 'As the other bid' })).headers.location).toBe(
    `/projects/${projectId}/bids`,
  )
  expect(await page(`/projects/${projectId}/bids`)).toMatch(/Levelled.*€7,000\.00.*€13,000\.00.*As the other bid/s)
  expect(await page(`/bids/${bidId}/award`)).toContain('You reckon €7,000.00 for it.')
  for (const other of [gappy, createPerson(db)]) {
    const { cookie: theirs } = await signedIn(other)
    expect((await server.ask(form, { cookie: theirs })).status).toBe(404)
  }
  expect((await server.ask(`/bids/${bidId}/lines/${newId()}/plug`, { cookie })).status).toBe(404)
})
