// Fifty concurrent closings, awards and signatures over several connections to one file: one winner each.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { createBid } from '#app/features/bids/create-bid.server.ts'
import { verifyDatabase } from '#app/features/chain/verify-database.server.ts'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import { claimTermination } from '#app/features/terminations/claim-termination.server.ts'
import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'
import { approved, bidInput, password, sentDeal, signedDeal, withPassword } from '#tests/factories/deal.ts'
import { createAdmin, createPerson } from '#tests/factories/people.ts'
import { createOpenProject } from '#tests/factories/project.ts'
import { offeredRest } from '#tests/factories/rest.ts'
import { testDatabaseFile } from '#tests/setup/database.ts'
import { race, refusals, rounds, won } from '#tests/setup/race.ts'

const many = 50
let file: string
let db: Database
let remove: () => void
beforeEach(() => {
  ;({ db, file, remove } = testDatabaseFile())
})
afterEach(() => {
  const findings = [...verifyDatabase(db)].flatMap((one) => one.findings)
  remove()
  expect(findings).toEqual([])
})

const count = (sql: string) => db.$client.prepare(sql).pluck().get()

it('bidding is closed once, and every bid is opened once', rounds, async () => {
  const owner = createPerson(db)
  const { id: projectId } = createOpenProject(owner)
  for (const _ of [1, 2, 3]) createBid(createPerson(db), { ...bidInput, projectId, submit: true })
  const outcomes = await race(
    file,
    '#app/features/bids/close-bidding.server.ts',
    'closeBidding',
    Array.from({ length: many }, () => ({ ctx: owner, input: { projectId } })),
  )
  expect(won(outcomes)).toHaveLength(1)
  expect(refusals(outcomes)).toEqual({ conflict: many - 1 })
  expect(count("SELECT count(*) FROM audit_log WHERE action = 'bid.open'")).toBe(3)
})

it('a project is awarded once, whichever of ten bidders is chosen', rounds, async () => {
  const owner = createPerson(db)
  const { id: projectId } = createOpenProject(owner)
  const bids = Array.from(
    { length: 10 },
    () => createBid(createPerson(db), { ...bidInput, projectId, submit: true }).id,
  )
  closeBidding(owner, { projectId })
  const outcomes = await race(
    file,
    '#app/features/decisions/award-bid.server.ts',
    'awardBid',
    Array.from({ length: many }, (_, index) => ({
      ctx: owner,
      input: { bidId: bids[index % 10], reason: 'It fits best.', submissionId: newId() },
    })),
  )
  expect(won(outcomes)).toHaveLength(1)
  expect(refusals(outcomes)).toEqual({ conflict: many - 1 })
  expect(count('SELECT count(*) FROM awards')).toBe(1)
  expect(count("SELECT count(*) FROM bids WHERE status = 'awarded'")).toBe(1)
})

it('an award is revoked once', rounds, async () => {
  const owner = createPerson(db)
  const { id: projectId } = createOpenProject(owner)
  const { id: bidId } = createBid(createPerson(db), { ...bidInput, projectId, submit: true })
  closeBidding(owner, { projectId })
  awardBid(owner, { bidId })
  const outcomes = await race(
    file,
    '#app/features/decisions/revoke-standing-award.server.ts',
    'revokeStandingAward',
    Array.from({ length: many }, (_, index) => ({
      ctx: owner,
      input: {
        bidId,
        kind: 'excluded',
        ground: 'other',
        reason: 'Excluded.',
        details: `${index}`,
        submissionId: newId(),
      },
    })),
  )
  expect(won(outcomes)).toHaveLength(1)
  expect(refusals(outcomes)).toEqual({ conflict: many - 1 })
  expect(count('SELECT count(*) FROM award_revocations')).toBe(1)
  expect(count('SELECT count(*) FROM awards WHERE revoked_at IS NULL')).toBe(0)
})

it('a party signs a contract once, whichever of five people signs it', rounds, async () => {
  const { client, contractId } = await sentDeal(db)
  const signers = await Promise.all(
    [1, 2, 3, 4, 5].map(() => withPassword(createPerson(db, { company: client.company, companyRole: 'owner' }))),
  )
  const outcomes = await race(
    file,
    '#app/features/contracts/sign-contract.server.ts',
    'signContract',
    Array.from({ length: many }, (_, index) => {
      const ctx = signers[index % 5] ?? client
      return { ctx, input: { contractId, password, typedName: ctx.actor.name } }
    }),
  )
  expect(won(outcomes)).toHaveLength(1)
  const { conflict = 0, rate_limited: limited = 0 } = refusals(outcomes)
  expect(conflict + limited).toBe(many - 1)
  expect(count("SELECT count(*) FROM contract_signatures WHERE party = 'client'")).toBe(1)
  expect(count("SELECT count(*) FROM audit_log WHERE action = 'contract.sign'")).toBe(1)
})

it('a contract ends once, whether its notice is accepted or withdrawn', rounds, async () => {
  const { client, provider, contractId } = await signedDeal(db)
  claimTermination(client, { contractId, ground: 'agreement', facts: 'Both want to.' })
  const outcomes = await race(
    file,
    '#app/features/terminations/change-termination.server.ts',
    'changeTermination',
    Array.from({ length: many }, (_, index) =>
      index % 2
        ? { ctx: client, input: { contractId, action: 'withdraw' } }
        : { ctx: provider, input: { contractId, action: 'accept' } },
    ),
  )
  expect(won(outcomes)).toHaveLength(1)
  const ended = count("SELECT count(*) FROM contract_events WHERE action = 'terminate'")
  const withdrawn = count("SELECT count(*) FROM contract_events WHERE action = 'withdraw_termination'")
  expect([ended, withdrawn].sort()).toEqual([0, 1])
})

it('the handover of a part is called once, and its milestones are in one handover', rounds, async () => {
  const deal = await signedDeal(db)
  const { client, provider, contractId } = deal
  const [first = '', second = ''] = deal.milestoneIds
  approved(deal, first)
  approved(deal, second)
  const outcomes = await race(
    file,
    '#app/features/handover/call-handover.server.ts',
    'callHandover',
    Array.from({ length: many }, (_, index) => ({
      ctx: index % 2 === 0 ? client : provider,
      input: { contractId, milestoneIds: [first], submissionId: newId() },
    })),
  )
  expect(won(outcomes)).toHaveLength(1)
  expect(refusals(outcomes)).toEqual({ conflict: many - 1 })
  expect(count('SELECT count(*) FROM handover_parts')).toBe(1)
})

it('the rest of a terminated contract is accepted once, and its bidding closed once', rounds, async () => {
  const owner = await withPassword(createPerson(db))
  const bidder = await withPassword(createPerson(db))
  const projectId = await offeredRest({ client: owner, provider: bidder, admin: createAdmin(db) })
  const outcomes = await race(
    file,
    '#app/features/bids/rest/accept-rest.server.ts',
    'acceptRest',
    Array.from({ length: many }, () => ({
      ctx: bidder,
      input: { projectId, holdsPrices: false, submissionId: newId() },
    })),
  )
  expect(won(outcomes)).toHaveLength(1)
  expect(refusals(outcomes)).toEqual({ conflict: many - 1 })
  expect(count(`SELECT count(*) FROM bids WHERE project_id = '${projectId}'`)).toBe(1)
  expect(
    count(`SELECT count(*) FROM audit_log WHERE action = 'project.close_bidding' AND subject_id = '${projectId}'`),
  ).toBe(1)
})
