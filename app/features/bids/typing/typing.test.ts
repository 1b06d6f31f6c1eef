import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { updateBid } from '#app/features/bids/update-bid.server.ts'
import { withdrawBid } from '#app/features/bids/withdraw-bid.server.ts'
import type { Database } from '#db/client.server.ts'
import { bids, typedBids } from '#db/schema/bids.ts'
import { bidInput, createBidDraft } from '#tests/factories/bid.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createOpenProject, day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { withTyped } from './typed-values.ts'

let db: Database
let server: TestServer
let [owner, bidder, colleague]: CompanyContext[] = []
const cookies: Record<string, string> = {}
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
  const now = Date.now()
  owner = createPerson(db, { now })
  bidder = createPerson(db, { now })
  colleague = createPerson(db, { now, company: bidder.company })
  for (const [name, ctx] of Object.entries({ owner, bidder, colleague })) cookies[name] = (await signedIn(ctx)).cookie
})
afterAll(() => server.stop())

const openProject = () =>
  createOpenProject(owner as CompanyContext, { bidDeadline: Date.now() + 10 * day, mayCloseEarly: true }).id
const at = (ctx: CompanyContext | undefined) => ({ ...ctx, now: Date.now() }) as CompanyContext
const keep = (by: string, projectId: string, form: Record<string, string>) =>
  server.ask(`/projects/${projectId}/bid-typing`, { cookie: cookies[by], form })
const formOf = async (by: string, projectId: string) =>
  (await server.ask(`/bids/new?project=${projectId}`, { cookie: cookies[by] })).text

it('keeps an unfinished form for the bidder’s company alone, and goes on with it until it is saved or discarded', async () => {
  const projectId = openProject()
  const kept = await keep('bidder', projectId, { approach: 'Half a sent', validUntil: '', typedVersion: '0' })
  expect([kept.status, JSON.parse(kept.text)]).toEqual([200, { version: 1, typedAt: expect.any(Number) }])
  expect(db.select().from(bids).all()).toEqual([])
  const shown = await formOf('colleague', projectId)
  for (const text of ['Half a sent', 'It isn’t saved as a bid yet', 'name="typedVersion" value="1"'])
    expect(shown).toContain(text)
  expect((await keep('owner', projectId, { approach: 'Mine', typedVersion: '0' })).status).toBe(404)
  expect(await formOf('owner', projectId)).not.toContain('Half a sent')

  // A colleague's page that is older overwrites nothing, nor does one from before the bid was saved.
  const late = await keep('colleague', projectId, { approach: 'Other words', typedVersion: '0' })
  expect([late.status, JSON.parse(late.text)]).toEqual([409, { refused: 'bidtyping:conflict' }])
  expect((await keep('colleague', projectId, { approach: 'More words', typedVersion: '1' })).status).toBe(200)
  const { id: bidId } = createBidDraft(at(bidder), projectId)
  expect(db.select().from(typedBids).all()).toEqual([])
  const stale = await keep('colleague', projectId, { approach: 'Old words', typedVersion: '0' })
  expect([stale.status, JSON.parse(stale.text)]).toEqual([409, { refused: 'bidtyping:saved' }])

  const [saved] = db.select().from(bids).all()
  const typed = { approach: 'Reworded', expectedVersion: String(saved?.updatedAt), typedVersion: '0' }
  expect((await keep('bidder', projectId, typed)).status).toBe(200)
  const discarded = await keep('bidder', projectId, { forget: 'true' })
  expect([discarded.status, db.select().from(typedBids).all()]).toEqual([303, []])
  await keep('bidder', projectId, typed)
  updateBid(at(bidder), { ...bidInput(at(bidder), projectId, 120), bidId })
  expect(db.select().from(typedBids).all()).toEqual([])
  withdrawBid(at(bidder), { bidId })
})

it('leads to the import of prices with what is typed, complete or not, and without scripts', async () => {
  const projectId = openProject()
  const form = { approach: 'Typed before the import', timelineWeeks: 'many', outcome: 'import', typedVersion: '0' }
  const left = await server.ask(`/bids/new?project=${projectId}`, { cookie: cookies.bidder, form })
  expect([left.status, left.headers.location]).toEqual([303, `/projects/${projectId}/lines/import`])
  expect(await formOf('bidder', projectId)).toContain('Typed before the import')
})

it('keeps an incomplete form by its button, says what is missing, and submits only what is complete', async () => {
  const projectId = openProject()
  const send = (form: Record<string, string>, by = 'bidder') =>
    server.ask(`/bids/new?project=${projectId}`, { cookie: cookies[by], form })
  const typed = () =>
    db
      .select()
      .from(typedBids)
      .all()
      .filter((row) => row.projectId === projectId)
  const refused = await send({ approach: 'Half a sentence', outcome: 'submit', typedVersion: '0' })
  expect([refused.status, typed()]).toEqual([422, []])
  const form = { approach: 'Half a sentence', timelineWeeks: 'many', validUntil: '2030-13', typedVersion: '0' }
  const saved = await send({ ...form, outcome: 'draft' })
  expect(saved.status).toBe(422)
  for (const text of ['Your draft is kept as it is', 'Timeline', 'name="typedVersion" value="1"', 'value="many"'])
    expect(saved.text).toContain(text)
  const again = await formOf('bidder', projectId)
  for (const text of ['Half a sentence', 'value="many"', 'It isn’t saved as a bid yet']) expect(again).toContain(text)
  const project = await server.ask(`/projects/${projectId}`, { cookie: cookies.bidder })
  expect(project.text).toContain('Continue your bid')
  // Pressed once more it is kept anew; a colleague's page from before overwrites nothing, however often it is sent.
  expect((await send({ ...form, approach: 'More', outcome: 'review', typedVersion: '1' })).text).toContain('is kept as')
  for (const _ of [1, 2]) {
    const late = await send({ ...form, approach: 'Old', outcome: 'draft', typedVersion: '1' }, 'colleague')
    expect(late.text).toContain('A colleague is filling in this bid too')
    expect(late.text).toContain('name="typedVersion" value="1"')
  }
  expect(typed()).toMatchObject([{ version: 2, typedBy: bidder?.actor.id }])
  expect(db.select().from(bids).all()).toEqual(expect.not.arrayContaining([expect.objectContaining({ projectId })]))
})

it('is forgotten when bids are opened, and kept no more', async () => {
  const projectId = openProject()
  await keep('bidder', projectId, { approach: 'Too late', typedVersion: '0' })
  closeBidding(at(owner), { projectId })
  expect(
    db
      .select()
      .from(typedBids)
      .all()
      .filter((row) => row.projectId === projectId),
  ).toEqual([])
  expect((await keep('bidder', projectId, { approach: 'Later', typedVersion: '0' })).status).toBe(409)
})

it('fills in what is asked now: prices by the line’s id, lines that are gone left out, own lines as typed', () => {
  const line = { description: 'Walls', quantity: '5', unit: 'm²', unitPrice: '', vatRate: '25.5' }
  const words = { amount: '', approach: 'Saved', timelineWeeks: '8', inclusions: '', exclusions: '', validUntil: '' }
  const values = {
    ...words,
    vatRate: '25.5',
    lines: [
      { ...line, projectLineId: 'a' },
      { ...line, projectLineId: 'b' },
    ],
  }
  const typed = {
    approach: 'Typed',
    lines: [
      { projectLineId: 'gone', unitPrice: '1' },
      { projectLineId: 'b', description: 'Old words', quantity: '99', unitPrice: '12,', excluded: 'on' },
      { description: 'Crane', quantity: '1', unit: 'pcs', unitPrice: '' },
    ],
  }
  expect(withTyped(values, typed)).toEqual({
    ...values,
    approach: 'Typed',
    timelineWeeks: '',
    lines: [
      { ...line, projectLineId: 'a' },
      { ...line, projectLineId: 'b', unitPrice: '12,', excluded: 'on' },
      { description: 'Crane', quantity: '1', unit: 'pcs', unitPrice: '', vatRate: '25.5' },
    ],
  })
})
