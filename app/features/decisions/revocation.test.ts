import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { getBid } from '#app/features/bids/queries.server.ts'
import { draftContract } from '#app/features/contracts/draft-contract.server.ts'
import { countContracts, getContract, listContracts } from '#app/features/contracts/queries.server.ts'
import { notificationListener } from '#app/features/notifications/listen.server.ts'
import { listNotifications } from '#app/features/notifications/queries.server.ts'
import type { Database } from '#db/client.server.ts'
import { startDispatcher } from '#db/event-dispatcher.server.ts'
import { createSubmittedBid } from '#tests/factories/bid.ts'
import { draftedDeal, sentDeal } from '#tests/factories/deal.ts'
import { createPerson } from '#tests/factories/people.ts'
import { giveMandates } from '#tests/factories/permissions.ts'
import { createOpenProject, day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { awardBid } from './award-bid.server.ts'
import { getDecision, listLetters } from './queries.server.ts'
import { revokeStandingAward } from './revoke-standing-award.server.ts'
import { verifyDecisions } from './verify-decisions.server.ts'

let db: Database
let server: TestServer
beforeAll(async () => {
  db = testDatabase()
  server = await startServer()
})
afterAll(() => server.stop())
beforeEach(() => {
  db = testDatabase()
})

/** A project that was awarded to its cheapest bid, with the next as the fallback. */
function awarded() {
  const now = Date.now()
  const owner = createPerson(db, { now })
  const { id: projectId } = createOpenProject(owner, { bidDeadline: now + 10 * day })
  const bid = (euros: number) => {
    const by = createPerson(db, { now })
    return { by, id: createSubmittedBid(by, projectId, euros).id }
  }
  const [cheap, middle, dear] = [bid(81), bid(82), bid(83)]
  closeBidding(owner, { projectId })
  awardBid(owner, { bidId: cheap.id, fallbackBidId: middle.id })
  return { owner, later: { ...owner, now: now + 1 }, projectId, cheap, middle, dear }
}

const corrected = { kind: 'corrected', reason: 'The points were added up wrongly.' } as const
const excluded = {
  kind: 'excluded',
  ground: 'misrepresentation',
  reason: 'The chosen bidder is excluded.',
  details: 'The certificate 55-1 was forged.',
} as const

it('is taken back for all to read, and the bid can be awarded again, in a decision that names the revocation', () => {
  const { owner, later, projectId, cheap, middle, dear } = awarded()
  revokeStandingAward(later, { bidId: cheap.id, ...corrected })
  expect(getBid(owner, cheap.id)).toMatchObject({ status: 'opened', project: { status: 'evaluating' } })
  for (const { by, id } of [cheap, middle, dear]) {
    const [letter] = listLetters(by, id)
    expect(letter?.revokedAt).toBe(later.now)
    expect(letter?.revocation).toContain('The points were added up wrongly.')
  }
  expect(() => revokeStandingAward(later, { bidId: cheap.id, ...corrected })).toThrow('wrongState')
  awardBid({ ...owner, now: owner.now + 2 }, { bidId: cheap.id })
  const digest = db.$client.prepare('SELECT digest FROM award_revocations').pluck().get()
  expect(getDecision(owner, projectId, null)?.text).toContain(digest)
})

it('excludes a bidder for good, which alone reads the ground and what it is based on', async () => {
  const { owner, later, projectId, cheap, middle, dear } = awarded()
  revokeStandingAward(later, { bidId: cheap.id, ...excluded })
  expect(getBid(owner, cheap.id)).toMatchObject({ status: 'rejected', reason: excluded.details })
  expect(() => awardBid(later, { bidId: cheap.id })).toThrow('wrongState')
  const page = async ({ by, id }: { by: CompanyContext; id: string }) =>
    (await server.ask(`/bids/${id}/decision`, { cookie: (await signedIn(by)).cookie })).text
  for (const text of ['forged', 'article 57(4)(h)', 'False or withheld information']) {
    expect(await page(cheap)).toContain(text)
    for (const other of [middle, dear]) expect(await page(other)).not.toContain(text)
  }
  expect(await page(dear)).toContain('excluded this bidder')
  const { cookie } = await signedIn(owner)
  const memo = await server.ask(`/projects/${projectId}/decision`, { cookie })
  expect(memo.text).toContain('forged')
  const pdf = await server.ask(`/bids/${dear.id}/decision.pdf`, { cookie: (await signedIn(dear.by)).cookie })
  expect(pdf.status).toBe(200)
  expect((await server.ask(`/projects/${projectId}/bids`, { cookie })).text).toContain('Award to the fallback')
  awardBid({ ...owner, now: owner.now + 2 }, { bidId: middle.id })
  expect(getBid(owner, middle.id)?.status).toBe('awarded')
})

it('tells every bidder with a letter, the chosen one too', () => {
  const { later, cheap, middle, dear } = awarded()
  const dispatcher = startDispatcher(db, [notificationListener])
  dispatcher.deliver()
  revokeStandingAward(later, { bidId: cheap.id, ...corrected })
  dispatcher.deliver()
  dispatcher.stop()
  for (const { by } of [cheap, middle, dear])
    expect(listNotifications(by).rows.filter(({ textKey }) => textKey === 'awardRevoked')).toHaveLength(1)
})

it('needs a reason, for an exclusion a ground and its proof, and a mandate for the sum of the bid', () => {
  const { owner, later, cheap, middle } = awarded()
  const revoke = (ctx: CompanyContext, terms: Parameters<typeof revokeStandingAward>[1]) => () =>
    revokeStandingAward(ctx, terms)
  expect(revoke(later, { bidId: cheap.id, ...corrected, reason: ' ' })).toThrow('reasonNeeded')
  expect(revoke(later, { bidId: cheap.id, ...excluded, ground: undefined })).toThrow(
    expect.objectContaining({ field: 'ground' }),
  )
  expect(revoke(later, { bidId: cheap.id, ...excluded, details: ' ' })).toThrow(
    expect.objectContaining({ field: 'details' }),
  )
  expect(revoke(later, { bidId: middle.id, ...corrected })).toThrow('wrongState')
  expect(revoke(middle.by, { bidId: cheap.id, ...corrected })).toThrow('errors:notFound')
  expect(revoke(cheap.by, { bidId: cheap.id, ...corrected })).toThrow()
  const junior = createPerson(db, { now: owner.now, company: owner.company, companyRole: 'manager' })
  giveMandates(junior, 100)
  expect(revoke(junior, { bidId: cheap.id, ...corrected })).toThrow(expect.objectContaining({ code: 'forbidden' }))
  expect(getBid(owner, cheap.id)?.status).toBe('awarded')
})

it.each([
  ['a draft, which its provider never sees', draftedDeal, [undefined, 0, {}]],
  ['one that was sent', sentDeal, ['voided', 1, { voided: 1 }]],
])('voids a contract that not both have signed: %s', async (_, make, seen) => {
  const { client, provider, contractId, bidId, projectId } = await make(db)
  const at = (ms: number) => ({ ...client, now: client.now + ms })
  revokeStandingAward(at(1), { bidId, ...corrected })
  expect(getContract(client, contractId)?.status).toBe('voided')
  const listed = listContracts(provider, { status: null, page: 1 })
  expect([getContract(provider, contractId)?.status, listed.length, countContracts(provider)]).toEqual(seen)
  awardBid(at(2), { bidId })
  const plan = { title: 'Work', terms: 'Fixed price.', paymentMethod: 'direct_invoice', retentionBp: 0 } as const
  const whole = { title: 'All', description: '', netCents: 1_000_000, vatRateBp: 2550, dueDate: null }
  expect(draftContract(at(3), { ...plan, projectId, milestones: [whole] }).contractId).not.toBe(contractId)
})

it('is kept as it was written, and verified', () => {
  const { later, cheap } = awarded()
  revokeStandingAward(later, { bidId: cheap.id, ...excluded })
  for (const change of ["UPDATE award_revocations SET text = 'x'", 'DELETE FROM award_revocations'])
    expect(() => db.$client.exec(change)).toThrow('immutable')
  expect(() => db.$client.exec('INSERT OR REPLACE INTO award_revocations SELECT * FROM award_revocations')).toThrow(
    'immutable',
  )
  expect(verifyDecisions(db)).toMatchObject({ revocations: 1, findings: [] })
  db.$client.exec("DROP TRIGGER award_revocations_immutable; UPDATE award_revocations SET notice = notice || 'x'")
  expect(verifyDecisions(db).findings).toEqual([expect.stringContaining('notice')])
})

it('is asked for on a page that keeps what was typed', async () => {
  const { owner, cheap } = awarded()
  const { cookie } = await signedIn(owner)
  expect((await server.ask(`/bids/${cheap.id}`, { cookie })).text).toContain(`/bids/${cheap.id}/revoke`)
  const path = `/bids/${cheap.id}/revoke`
  const page = await server.ask(path, { cookie })
  expect(page.text).toContain('Hear the bidder first')
  const submissionId = /name="submissionId" value="([^"]*)"/.exec(page.text)?.[1] ?? ''
  const form = { submissionId, kind: 'excluded', reason: 'Because.', contact: 'Cleo, 09 123' }
  const refused = await server.ask(path, { cookie, form })
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('Because.')
  const done = await server.ask(path, { cookie, form: { ...form, ground: 'other', details: 'It left the trade.' } })
  expect(done.status).toBe(303)
  expect(getBid(owner, cheap.id)?.status).toBe('rejected')
})
