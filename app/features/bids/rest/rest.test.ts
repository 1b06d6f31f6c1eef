import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { listContinued } from '#app/features/chain/chain.server.ts'
import { draftContract } from '#app/features/contracts/draft-contract.server.ts'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import { createProject } from '#app/features/projects/create-project.server.ts'
import { publishProject } from '#app/features/projects/publish-project.server.ts'
import { getOwnProject, getProject } from '#app/features/projects/queries.server.ts'
import { linesOfRest, restOfWork } from '#app/features/valuations/rest-of-work.server.ts'
import type { Database } from '#db/client.server.ts'
import { createSubmittedBid } from '#tests/factories/bid.ts'
import { createParties, type Deal, fund, sendAndSign, terminateContract, withPassword } from '#tests/factories/deal.ts'
import { createInvitation } from '#tests/factories/invitation.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createOpenProject, day, projectInput } from '#tests/factories/project.ts'
import { agreedSchedule, certified } from '#tests/factories/valuation.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { pageText } from '#tests/setup/page-text.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { findEarlierBid } from './earlier-bid.server.ts'
import { listNextBidders } from './next-bidders.server.ts'

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
/** 120 m² and 1 pcs at 100.00; others had bid 120.00 and 110.00. A quarter of the first line is certified. */
beforeEach(async () => {
  const parties = await createParties(db)
  const { client, provider } = parties
  ;[second, third] = [await withPassword(createPerson(db)), createPerson(db)]
  const { id: projectId } = createOpenProject(client)
  const { id: bidId } = createSubmittedBid(provider, projectId)
  createSubmittedBid(second, projectId, 120)
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
function tenderRest(invitedOnly: boolean, client = deal.client) {
  const lines = linesOfRest(getOwnProject(deal.client, deal.projectId)?.lines ?? [], rest())
  const asked = lines.map((line) => ({ ...line, id: null }))
  const { id } = createProject(client, {
    ...projectInput({ invitedOnly, lines: asked, bidDeadline: client.now + 10 * day }),
    continuesProjectId: deal.projectId,
  })
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
