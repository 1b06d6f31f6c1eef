import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { getOpening } from '#app/features/bids/opening/opening.server.ts'
import { listContinued } from '#app/features/chain/chain.server.ts'
import { draftContract } from '#app/features/contracts/draft-contract.server.ts'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import { inviteCompanies } from '#app/features/invitations/invite-companies.server.ts'
import { createProject } from '#app/features/projects/create-project.server.ts'
import { publishProject } from '#app/features/projects/publish-project.server.ts'
import { getOwnProject, getProject } from '#app/features/projects/queries.server.ts'
import type { ProjectInput } from '#app/features/projects/schemas.server.ts'
import { setDemanded } from '#app/features/qualifications/set-demanded.server.ts'
import { linesOfRest, restOfWork } from '#app/features/valuations/rest-of-work.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { bids } from '#db/schema/bids.ts'
import { projects } from '#db/schema/projects.ts'
import { bidInput, createSubmittedBid } from '#tests/factories/bid.ts'
import { createParties, type Deal, fund, sendAndSign, terminateContract, withPassword } from '#tests/factories/deal.ts'
import { createInvitation } from '#tests/factories/invitation.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { createOpenProject, day, projectInput } from '#tests/factories/project.ts'
import { agreedSchedule, certified } from '#tests/factories/valuation.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { pageText } from '#tests/setup/page-text.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { acceptRest } from './accept-rest.server.ts'
import { findEarlierBid } from './earlier-bid.server.ts'
import { listNextBidders } from './next-bidders.server.ts'
import { heldPrices } from './own-prices.server.ts'

let db: Database
let server: TestServer
let deal: Deal
let [second, third]: CompanyContext[] = []
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())

const part = { description: '', vatRateBp: 2550, dueDate: null }
function contractOf(
  parties: Pick<Deal, 'client' | 'provider' | 'admin'>,
  projectId: string,
  bidId: string,
  nets: number[],
) {
  const { client } = parties
  closeBidding(client, { projectId })
  awardBid(client, { bidId })
  const { contractId } = draftContract(client, {
    ...{ projectId, title: 'Kitchen', terms: 'All', paymentMethod: 'secure_escrow', retentionBp: 500 },
    milestones: nets.map((netCents, index) => ({ ...part, title: `Part ${index + 1}`, netCents })),
  })
  const milestoneIds = db.$client
    .prepare<[string], string>('SELECT id FROM contract_milestones WHERE contract_id = ? ORDER BY position')
    .pluck()
    .all(contractId)
  return { ...parties, projectId, bidId, contractId, milestoneIds }
}
const lapses = new Date(testNow + 100 * day).toISOString().slice(0, 10)
/** 120 m² and 1 pcs at 100.00; others had bid 120.00 and 110.00. A quarter of the first line is certified. */
beforeEach(async () => {
  const parties = await createParties(db)
  const { client, provider } = parties
  ;[second, third] = [await withPassword(createPerson(db)), createPerson(db)]
  const { id: projectId } = createOpenProject(client)
  const { id: bidId } = createSubmittedBid(provider, projectId)
  createBid(second, { ...bidInput(second, projectId, 120, { validUntil: lapses }), projectId, submit: true })
  createSubmittedBid(third, projectId, 110)
  deal = contractOf(parties, projectId, bidId, [1_200_000, 10_000])
  await sendAndSign(deal)
  const [milestoneId = ''] = deal.milestoneIds
  fund(deal, milestoneId)
  agreedSchedule(deal, milestoneId, [
    { description: 'Demolition', netCents: 1_200_000, basis: 'quantity', whole: 120_000, unit: 'm²' },
  ])
  await certified(deal, milestoneId, [30_000])
  terminateContract(client, { contractId: deal.contractId, reason: 'Bankrupt' })
})

const rest = () => restOfWork(db, deal.contractId)
const next = (ctx = deal.client) => listNextBidders(ctx, deal.projectId, rest().lines)
function tenderRest(
  invitedOnly: boolean,
  client = deal.client,
  change: Partial<ProjectInput> = {},
  prepare: (projectId: string) => void = () => {},
) {
  const lines = linesOfRest(getOwnProject(deal.client, deal.projectId)?.lines ?? [], rest())
  const asked = lines.map((line) => ({ ...line, id: null }))
  const { id } = createProject(client, {
    ...projectInput({ invitedOnly, lines: asked, bidDeadline: client.now + 10 * day, ...change }),
    continuesProjectId: deal.projectId,
  })
  prepare(id)
  publishProject(client, { projectId: id })
  return id
}
const earlier = (ctx: CompanyContext | undefined, id: string) => {
  const project = ctx && getProject(ctx, id)
  return project ? findEarlierBid(ctx, project) : null
}

it('lists the other bidders by what the rest costs at their prices, for the client alone', () => {
  expect(next()).toMatchObject([
    { company: third?.company.name, netCents: 91 * 11_000, missing: 0, isExpired: false },
    { company: second?.company.name, netCents: 91 * 12_000, missing: 0, isExpired: false },
  ])
  expect(next(deal.provider)).toEqual([])
  const later = { ...deal.client, now: deal.client.now + 800 * day }
  expect(next(later).every(({ isExpired, boundUntil }) => isExpired === (boundUntil !== null))).toBe(true)
})

it('begins the form of whoever is invited with the prices of its bid, and of nobody else', async () => {
  // The page is asked for at the time of the clock.
  const client = { ...deal.client, now: Date.now() }
  const id = tenderRest(true, client)
  createInvitation(client, id, second as CompanyContext)
  expect(earlier(second, id)?.bid.lines.map(({ unitPriceE4 }) => unitPriceE4)).toEqual([1_200_000, 1_200_000])
  expect([earlier(third, id), earlier(deal.provider, id)]).toEqual([null, null])
  const { cookie } = await signedIn(second as CompanyContext)
  const page = (await server.ask(`/bids/new?project=${id}`, { cookie })).text
  expect(pageText(page)).toContain('The prices and words of your bid')
  expect(page).toMatch(/<input(?=[^>]*name="lines\[0\]\.unitPrice")[^>]*value="120"/)
  expect(page).toMatch(/<input(?=[^>]*name="lines\[0\]\.quantity")[^>]*value="90"/)
  const open = tenderRest(false)
  expect(earlier(second, open)).toBeNull()
})

it('links the new contract with the terminated one, for the client', async () => {
  const id = tenderRest(true)
  createInvitation(deal.client, id, second as CompanyContext)
  const provider = second as CompanyContext
  const { id: bidId } = createSubmittedBid(provider, id, 120)
  const again = contractOf({ ...deal, provider }, id, bidId, [91 * 12_000])
  expect(listContinued(deal.client, deal.contractId)).toEqual([])
  await sendAndSign(again)
  const links = (ctx: CompanyContext, contractId: string) =>
    listContinued(ctx, contractId).map((one) => [one.id, one.side])
  expect(links(deal.client, again.contractId)).toEqual([[deal.contractId, 'before']])
  expect(links(deal.client, deal.contractId)).toEqual([[again.contractId, 'after']])
  expect([...links(provider, again.contractId), ...links(deal.provider, deal.contractId)]).toEqual([])
  const { cookie } = await signedIn(deal.client)
  const page = (await server.ask(`/contracts/${again.contractId}/chain`, { cookie })).text
  expect(page).toContain(`/contracts/${deal.contractId}/chain`)
  const form = pageText((await server.ask(`/projects/new?continues=${deal.projectId}`, { cookie })).text)
  for (const said of ['Who else had bid', provider.company.name, 'Tender it by invitation'])
    expect(form).toContain(said)
})

/** The rest, offered to the second bidder alone. */
function offered(change: Partial<ProjectInput> = {}, client = deal.client) {
  const projectId = tenderRest(true, client, change)
  createInvitation(client, projectId, second as CompanyContext)
  return { projectId, holdsPrices: false }
}
const bidOf = (id: string) => db.select().from(bids).where(eq(bids.id, id)).get()
const statusOf = (id: string) => db.select().from(projects).where(eq(projects.id, id)).get()?.status

it('is accepted at the prices of the earlier bid in one step, which leads to an award and a contract as any bid', async () => {
  const offer = offered()
  const provider = second as CompanyContext
  const submissionId = newId()
  const { id } = acceptRest(provider, { ...offer, submissionId })
  expect(acceptRest(provider, { ...offer, submissionId }).id).toBe(id)
  expect(bidOf(id)).toMatchObject({ status: 'opened', netCents: 91 * 12_000, companyId: provider.company.id })
  expect(statusOf(offer.projectId)).toBe('evaluating')
  expect(getOpening(deal.client, offer.projectId)).toMatchObject({ openedBy: null, isEarly: true })
  expect(heldPrices(deal.client, id)).toMatchObject({ beforeCents: 91 * 12_000, nowCents: 91 * 12_000, missing: 0 })
  expect(heldPrices(deal.provider, id)).toBeNull()
  awardBid(deal.client, { bidId: id })
  const { contractId } = draftContract(deal.client, {
    ...{ projectId: offer.projectId, title: 'Rest', terms: 'All', paymentMethod: 'secure_escrow', retentionBp: 0 },
    milestones: [{ ...part, title: 'Rest', netCents: 91 * 12_000 }],
  })
  await sendAndSign({ ...deal, provider, contractId })
  expect(statusOf(offer.projectId)).toBe('active')
})

it('tells the client what the same lines cost before, when they are priced anew', () => {
  const { projectId } = offered()
  const { id } = createSubmittedBid(second as CompanyContext, projectId, 150)
  expect(heldPrices(deal.client, id)).toBeNull()
  closeBidding(deal.client, { projectId })
  expect(heldPrices(deal.client, id)).toMatchObject({ beforeCents: 91 * 12_000, nowCents: 91 * 15_000 })
})

it('is accepted by nobody but a bidder that is invited', () => {
  const offer = offered()
  for (const ctx of [third as CompanyContext, deal.provider, createPerson(db)])
    expect(() => acceptRest(ctx, offer)).toThrow('errors:notFound')
  expect(() => acceptRest(deal.client, offer)).toThrow('bids:refused.ownProject')
})

it('asks a bidder whose bid has lapsed to say that its prices hold', () => {
  const late = 200 * day
  const client = { ...deal.client, now: deal.client.now + late }
  const provider = { ...(second as CompanyContext), now: client.now }
  const offer = offered({ bidDeadline: client.now + 10 * day }, client)
  expect(() => acceptRest(provider, offer)).toThrow(expect.objectContaining({ field: 'holdsPrices' }))
  expect(statusOf(offer.projectId)).toBe('open')
  expect(bidOf(acceptRest(provider, { ...offer, holdsPrices: true }).id)).toMatchObject({ netCents: 91 * 12_000 })
})

it('stays sealed until the deadline where another company is or was invited', () => {
  const offer = offered()
  createInvitation(deal.client, offer.projectId, third as CompanyContext)
  const { id } = acceptRest(second as CompanyContext, offer)
  expect([bidOf(id)?.status, statusOf(offer.projectId)]).toEqual(['submitted', 'open'])
})

it('is priced in the form where a line has no price, or more is asked than prices', () => {
  const added = { id: null, description: 'Scaffold', quantityMilli: 1000, unit: 'pcs' }
  const offer = offered({ lines: [...(projectInput().lines ?? []), added] })
  expect(() => acceptRest(second as CompanyContext, offer)).toThrow('restoffer:refused.unpriced')
  const [asked] = projectInput().lines
  for (const lines of [[], asked ? [{ ...asked, priceForm: 'day_work' as const }, added] : []]) {
    const other = offered({ lines })
    expect(() => acceptRest(second as CompanyContext, other)).toThrow('restoffer:refused.unpriced')
  }
  const asking = tenderRest(true, deal.client, {}, (draft) =>
    setDemanded(deal.client, { projectId: draft, demanded: [{ kind: 'tax_debt', label: null, minSumCents: null }] }),
  )
  createInvitation(deal.client, asking, second as CompanyContext)
  expect(() => acceptRest(second as CompanyContext, { projectId: asking, holdsPrices: false })).toThrow(
    'restoffer:refused.asked',
  )
})

it('has a page for the invited bidder, whose form keeps what is wrong', async () => {
  const client = { ...deal.client, now: Date.now() }
  const { projectId } = offered({}, client)
  const { cookie } = await signedIn(second as CompanyContext)
  const page = await server.ask(`/projects/${projectId}/rest`, { cookie })
  expect(pageText(page.text)).toContain('Accept the rest at these prices')
  expect(pageText(page.text)).toContain('10,920.00')
  expect(pageText((await server.ask(`/projects/${projectId}`, { cookie })).text)).toContain('Accept at your prices')
  const other = await signedIn(third as CompanyContext)
  expect((await server.ask(`/projects/${projectId}/rest`, { cookie: other.cookie })).status).toBe(404)
})

it('invites a bidder of the terminated project that is not in the directory', async () => {
  const projectId = tenderRest(true)
  const [known, stranger] = [third as CompanyContext, createPerson(db)]
  inviteCompanies(deal.client, { projectId, companyIds: [known.company.id] })
  expect(() => inviteCompanies(deal.client, { projectId, companyIds: [stranger.company.id] })).toThrow(
    'invitations:refused.notListed',
  )
  const elsewhere = createOpenProject(deal.client).id
  expect(() => inviteCompanies(deal.client, { projectId: elsewhere, companyIds: [known.company.id] })).toThrow(
    'invitations:refused.notListed',
  )
  const live = tenderRest(true, { ...deal.client, now: Date.now() })
  const { cookie } = await signedIn(deal.client)
  const page = pageText((await server.ask(`/projects/${live}/invitations`, { cookie })).text)
  expect(page).toContain('had bid on the terminated project')
})
