import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { revokeAward } from '#app/features/bids/revoke-award.server.ts'
import { draftContract } from '#app/features/contracts/draft-contract.server.ts'
import { getContract } from '#app/features/contracts/queries.server.ts'
import { sendContract } from '#app/features/contracts/send-contract.server.ts'
import { addAddendum } from '#app/features/projects/add-addendum.server.ts'
import { cancelProject } from '#app/features/projects/cancel-project.server.ts'
import { getProject } from '#app/features/projects/queries.server.ts'
import { findStandstill, runningStandstill } from '#app/features/standstill/find-standstill.server.ts'
import { standstillEnd } from '#app/features/standstill/standstill.ts'
import { formatFor } from '#app/i18n/format.ts'
import { type Database, transact } from '#db/client.server.ts'
import { awardDecisions } from '#db/schema/decisions.ts'
import { tenderSets } from '#db/schema/tenders.ts'
import { contractInput } from '#tests/factories/award.ts'
import { createSubmittedBid } from '#tests/factories/bid.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createOpenProject, day, projectInput } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { startServer, type TestServer } from '#tests/setup/server.ts'
import { signedIn } from '#tests/setup/sign-in.ts'
import { awardBid } from './award-bid.server.ts'
import { revokeStandingAward } from './revoke-standing-award.server.ts'

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

/** A project of three bids, the cheapest of which has just been awarded. */
function decided(standstillDays: number) {
  const now = Date.now()
  const [client, winner, loser] = [createPerson(db, { now }), createPerson(db, { now }), createPerson(db, { now })]
  const { id: projectId } = createOpenProject(client, { bidDeadline: now + 10 * day, standstillDays })
  const { id: bidId } = createSubmittedBid(winner, projectId, 81)
  const { id: losingBidId } = createSubmittedBid(loser, projectId, 82)
  closeBidding(client, { projectId })
  awardBid(client, { bidId })
  const endsAt = standstillEnd(now, 14, 'Europe/Helsinki')
  return { client, winner, loser, projectId, bidId, losingBidId, endsAt }
}

const draft = ({ client, projectId }: ReturnType<typeof decided>) =>
  draftContract(client, { ...contractInput(projectId), ...milestonesOf(projectId) }).contractId

/** Milestones that add up to the awarded bid. */
const milestonesOf = (projectId: string) => {
  const bid = db.$client.prepare("SELECT net_cents AS net FROM bids WHERE project_id = ? AND status = 'awarded'")
  const { net } = bid.get(projectId) as { net: number }
  return {
    milestones: [{ title: 'All', description: '', netCents: net, vatRateBp: 2550, dueDate: null }],
  }
}

describe('a standstill', () => {
  it('keeps the contract from being sent until it has ended', () => {
    const award = decided(14)
    const { client, projectId, endsAt } = award
    const contractId = draft(award)
    const early = { ...client, now: endsAt - 1 }
    expect(getContract(early, contractId)).toMatchObject({ actions: ['edit'] })
    expect(runningStandstill(early, projectId)).toEqual({ days: 14, endsAt, timeZone: 'Europe/Helsinki' })
    expect(() => sendContract(early, { contractId })).toThrow(
      expect.objectContaining({ code: 'conflict', text: { key: 'contracts:refused.standstill' } }),
    )
    const past = `UPDATE contracts SET status = 'sent', sent_at = ${endsAt - 1}, document_text = 'x', document_hash = 'x'`
    expect(() => db.$client.exec(past)).toThrow('the standstill after the award is not over')
    const after = { ...client, now: endsAt }
    expect(getContract(after, contractId)).toMatchObject({ actions: ['edit', 'send'] })
    expect(runningStandstill(after, projectId)).toBeNull()
    sendContract(after, { contractId })
    expect(getContract(after, contractId)).toMatchObject({ status: 'sent', expiresAt: endsAt + 30 * day })
  })

  it('is none unless it was announced', () => {
    const award = decided(0)
    const [frozen, set] = [db.select().from(awardDecisions).get(), db.select().from(tenderSets).get()]
    expect(frozen).toMatchObject({ standstillDays: null, standstillEndsAt: null, standstillZone: null })
    for (const text of [frozen?.text, set?.text]) expect(text).not.toContain('standstill')
    expect(set?.text).toMatch(/^groundwork-tender-set 3\n/)
    expect(frozen?.text).toMatch(/^groundwork-award-decision 2\n/)
    sendContract(award.client, { contractId: draft(award) })
  })

  it('is frozen with the tender set, the decision and the letters', () => {
    const { projectId, endsAt } = decided(14)
    expect(findStandstill(db, projectId)).toEqual({ days: 14, endsAt, timeZone: 'Europe/Helsinki' })
    const set = db.select().from(tenderSets).get()
    expect(set?.text).toMatch(/^groundwork-tender-set 5\n/)
    expect(set?.text).toContain('standstill, calendar days: 14\n')
    const frozen = db.select().from(awardDecisions).get()
    expect(frozen?.text).toContain(new Date(endsAt).toISOString())
    expect(() => db.$client.exec('UPDATE award_decisions SET standstill_ends_at = 1')).toThrow('immutable')
    expect(() => db.$client.exec('UPDATE projects SET standstill_days = 0')).toThrow('immutable')
  })

  it('ends with the award that it follows, and begins again with the next one', () => {
    const { client, projectId, losingBidId, endsAt } = decided(14)
    transact(db, (tx) => revokeAward(tx, client, projectId, 'No contract came about.'))
    expect(findStandstill(db, projectId)).toBeNull()
    const later = { ...client, now: client.now + 7 * day }
    awardBid(later, { bidId: losingBidId, reason: 'The next one.' })
    expect(findStandstill(db, projectId)?.endsAt).toBeGreaterThan(endsAt)
  })

  it('is refused by the database in a decision that has another than was announced', () => {
    const { projectId } = decided(14)
    const copy = (days: string, ends: string) =>
      db.$client.exec(`INSERT INTO award_decisions (id, award_id, text, digest, standstill_days, standstill_ends_at, standstill_zone)
        SELECT 'other', id, 'x', 'x', ${days}, ${ends}, 'Europe/Helsinki' FROM awards WHERE project_id = '${projectId}'`)
    expect(() => copy('10', 'awarded_at + 20 * 86400000')).toThrow('another standstill')
    expect(() => copy('14', 'NULL')).toThrow('another standstill')
    expect(() => copy('14', 'awarded_at + 13 * 86400000')).toThrow('another standstill')
  })

  it('is not changed by an addendum', () => {
    const now = Date.now()
    const client = createPerson(db, { now })
    const { id: projectId } = createOpenProject(client, { bidDeadline: now + 10 * day, standstillDays: 14 })
    const input = projectInput({ bidDeadline: now + 10 * day, standstillDays: 0, title: 'New title' })
    addAddendum(client, { ...input, projectId, summary: 'Another title.' })
    expect(getProject(client, projectId)).toMatchObject({ standstillDays: 14, title: 'New title' })
  })
})

describe('the pages', () => {
  const page = async (as: CompanyContext, path: string) => {
    const { cookie } = await signedIn(as)
    return (await server.ask(path, { cookie })).text
  }

  it('say until when, to the client and to every bidder, and offer no sending', async () => {
    const award = decided(14)
    const { client, winner, loser, projectId, bidId, losingBidId } = award
    const contractId = draft(award)
    const until = formatFor('en', 'Europe/Helsinki').deadline(award.endsAt)
    for (const [as, path] of [
      [client, `/contracts/${contractId}`],
      [client, `/projects/${projectId}/bids`],
      [winner, `/bids/${bidId}`],
      [loser, `/bids/${losingBidId}`],
    ] as const)
      expect(await page(as, path)).toContain(`Standstill until ${until}`)
    for (const [as, path] of [
      [winner, `/bids/${bidId}/decision`],
      [loser, `/bids/${losingBidId}/decision`],
      [client, `/projects/${projectId}/decision`],
    ] as const)
      expect(await page(as, path)).toContain(`No contract is sent before ${until}`)
    expect(await page(client, `/contracts/${contractId}`)).not.toContain(`/contracts/${contractId}/send`)
    const { cookie } = await signedIn(client)
    expect((await server.ask(`/contracts/${contractId}/send`, { cookie })).status).toBe(302)
    expect(await page(loser, `/projects/${projectId}`)).toContain('Standstill (calendar days)')
  })

  it('begin a project that is tendered again with the same', async () => {
    const client = createPerson(db, { now: Date.now() })
    const { id } = createOpenProject(client, { bidDeadline: client.now + 10 * day, standstillDays: 21 })
    cancelProject(client, { projectId: id, reason: 'Too early.' })
    expect(await page(client, `/projects/new?continues=${id}`)).toMatch(
      /<input[^>]*name="standstillDays"[^>]*value="21"/,
    )
  })

  it('take 0, or 10 to 30 days', async () => {
    const client = createPerson(db, { now: Date.now() })
    const { cookie } = await signedIn(client)
    const form = await page(client, '/projects/new')
    expect(form).toMatch(/<input[^>]*name="standstillDays"[^>]*value="0"/)
    for (const [days, isRefused] of [
      ['9', true],
      ['31', true],
      ['10', false],
      ['0', false],
    ] as const) {
      const answer = await server.ask('/projects/new', { cookie, form: { standstillDays: days } })
      expect(answer.text.includes('Please enter 0, or between 10 and 30 days')).toBe(isRefused)
    }
  })
})

it('a drafted contract is void when its award is corrected during the standstill, and the fallback has one of its own', () => {
  const shown = decided(14)
  const { client, bidId, losingBidId, projectId } = shown
  const contractId = draft(shown)
  const later = { ...client, now: client.now + day }
  const correction = { kind: 'corrected', reason: 'A line was read wrongly.', contact: 'Cleo' } as const
  revokeStandingAward(later, { bidId, ...correction })
  expect(getContract(later, contractId)?.status).toBe('voided')
  awardBid({ ...client, now: client.now + 2 * day }, { bidId: losingBidId, reason: 'The next one.' })
  const endsAt = standstillEnd(client.now + 2 * day, 14, 'Europe/Helsinki')
  expect(findStandstill(db, projectId)).toMatchObject({ endsAt })
})
