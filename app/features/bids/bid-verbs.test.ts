import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { draftContract } from '#app/features/contracts/draft-contract.server.ts'
import { getContract } from '#app/features/contracts/queries.server.ts'
import { sendContract } from '#app/features/contracts/send-contract.server.ts'
import { awardBid } from '#app/features/decisions/award-bid.server.ts'
import { addAddendum } from '#app/features/projects/add-addendum.server.ts'
import { cancelProject } from '#app/features/projects/cancel-project.server.ts'
import { listProjectLines } from '#app/features/projects/project-lines.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { newId } from '#db/ids.ts'
import { companies } from '#db/schema/accounts.ts'
import { contractInput } from '#tests/factories/award.ts'
import { bidInput, createBidDraft, createSubmittedBid } from '#tests/factories/bid.ts'
import { createPerson, testNow } from '#tests/factories/people.ts'
import { createDraft, createOpenProject, day, projectInput } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { closeBidding } from './close-bidding.server.ts'
import { confirmBid } from './confirm-bid.server.ts'
import { createBid } from './create-bid.server.ts'
import { openDueBids } from './open-due-bids.server.ts'
import { getBid } from './queries.server.ts'
import { rejectBid } from './reject-bid.server.ts'
import { shortlistBid } from './shortlist-bid.server.ts'
import { submitBid } from './submit-bid.server.ts'
import { updateBid } from './update-bid.server.ts'
import { withdrawBid } from './withdraw-bid.server.ts'

function world() {
  const db = testDatabase()
  const [owner, bidder, other] = [createPerson(db), createPerson(db), createPerson(db)]
  return { db, owner, bidder, other, projectId: createOpenProject(owner).id }
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

const nothing = 'not_found errors:notFound'
const later = (ctx: CompanyContext, days: number): CompanyContext => ({ ...ctx, now: testNow + days * day })

describe('createBid', () => {
  it('saves a draft, or submits and seals it at once; once per form', () => {
    const { db, bidder, projectId } = world()
    const input = { ...bidInput(bidder, projectId), projectId, submit: true, submissionId: newId() }
    const { id } = createBid(bidder, input)
    expect(createBid(bidder, input)).toEqual({ id })
    expect(db.$client.prepare('SELECT count(*) FROM bids').pluck().get()).toBe(1)
    const bid = getBid(bidder, id)
    expect(bid).toMatchObject({
      status: 'submitted',
      revision: 1,
      sealIntact: true,
      netCents: 1_210_000,
      grossCents: 1_518_550,
    })
    expect(bid?.seals[0]?.digest).toMatch(/^[0-9a-f]{64}$/)
  })

  it('accepts a single amount for a project without lines', () => {
    const { owner, bidder } = world()
    const projectId = createOpenProject(owner, { lines: [] }).id
    const { id } = createBid(bidder, { ...bidInput(bidder, projectId), amount: 500_000, lines: [], projectId })
    expect(getBid(bidder, id)).toMatchObject({ netCents: 500_000, lines: [{ unit: 'LS', quantityMilli: 1000 }] })
  })

  it('takes description, quantity and unit of answered lines from the project, whatever the form says', () => {
    const { bidder, projectId } = world()
    const input = bidInput(bidder, projectId)
    const lines = input.lines.map((line) => ({ ...line, description: 'Something else', quantityMilli: 1, unit: 'x' }))
    const { id } = createBid(bidder, { ...input, lines, projectId })
    const requested = listProjectLines(bidder.db, projectId).map(({ id, position, ...line }) => line)
    expect(getBid(bidder, id)?.lines).toMatchObject(requested)
  })

  it('is refused on the company’s own project, twice, after the deadline, unless open, and with foreign lines', () => {
    const { owner, bidder, other, projectId } = world()
    const bid = (ctx: CompanyContext, on = projectId) =>
      refusal(() => createBid(ctx, { ...bidInput(ctx, on), projectId: on }))
    expect(bid(owner)).toBe('conflict bids:refused.ownProject')
    expect(bid(bidder)).toBe('done')
    expect(bid(bidder)).toBe('conflict bids:refused.oneBidPerCompany')
    expect(bid(later(other, 10))).toBe('conflict bids:refused.deadlinePassed')
    expect(bid(other, createDraft(owner).id)).toBe(nothing)
    expect(bid(other, newId())).toBe(nothing)
    const cancelled = createOpenProject(owner).id
    cancelProject(owner, { projectId: cancelled, reason: 'x' })
    expect(bid(other, cancelled)).toBe('conflict bids:refused.projectNotOpen')
    const foreign = { ...bidInput(other, createOpenProject(owner).id), projectId }
    expect(refusal(() => createBid(other, foreign))).toBe('invalid bidform:linesChanged')
  })
})

describe('submitBid and updateBid', () => {
  it('submits a draft, revises it with a new seal, and refuses both after the deadline', () => {
    const { bidder, projectId } = world()
    const { id } = createBidDraft(bidder, projectId)
    updateBid(bidder, { ...bidInput(bidder, projectId, 90), bidId: id })
    expect(getBid(bidder, id)).toMatchObject({ status: 'draft', revision: 0, netCents: 1_089_000, seals: [] })
    expect(refusal(() => submitBid(later(bidder, 10), { bidId: id }))).toBe('conflict bids:refused.deadlinePassed')
    submitBid(bidder, { bidId: id })
    expect(refusal(() => submitBid(bidder, { bidId: id }))).toBe('conflict bids:refused.wrongState')
    updateBid(bidder, { ...bidInput(bidder, projectId, 80), bidId: id })
    const bid = getBid(bidder, id)
    expect(bid).toMatchObject({ status: 'submitted', revision: 2, netCents: 968_000, sealIntact: true })
    expect(new Set(bid?.seals.map((seal) => seal.digest)).size).toBe(2)
    const late = { ...bidInput(bidder, projectId, 1), bidId: id }
    expect(refusal(() => updateBid(later(bidder, 10), late))).toBe('conflict bids:refused.deadlinePassed')
  })

  it('submits no draft from before an addendum, until its form has shown what is asked now', () => {
    const { db, owner, bidder, projectId } = world()
    const { id } = createBidDraft(bidder, projectId)
    const input = { ...bidInput(bidder, projectId), bidId: id }
    addAddendum(owner, { ...projectInput({ lines: listProjectLines(db, projectId) }), projectId, summary: 'x' })
    const behind = 'conflict bids:refused.draftBehind'
    expect(refusal(() => submitBid(bidder, { bidId: id }))).toBe(behind)
    // Saved from a form that was opened before the addendum.
    updateBid(bidder, { ...bidInput(bidder, projectId), bidId: id, expectedProjectVersion: 1 })
    expect(refusal(() => submitBid(bidder, { bidId: id }))).toBe(behind)
    expect(refusal(() => updateBid(bidder, { ...input, submit: true, expectedProjectVersion: 1 }))).toBe(
      'conflict bids:refused.newAddendum',
    )
    updateBid(bidder, { ...bidInput(bidder, projectId), bidId: id, expectedProjectVersion: 2 })
    submitBid(bidder, { bidId: id })
    expect(getBid(bidder, id)).toMatchObject({ status: 'submitted', projectVersion: 2 })
  })

  it('refuses an outdated form, and repeats nothing', () => {
    const { bidder, projectId } = world()
    const { id } = createSubmittedBid(bidder, projectId)
    const expectedVersion = getBid(bidder, id)?.updatedAt
    const input = { ...bidInput(bidder, projectId, 80), bidId: id, expectedVersion, submissionId: newId() }
    updateBid(later(bidder, 1), input)
    updateBid(later(bidder, 1), input)
    expect(getBid(bidder, id)?.revision).toBe(2)
    expect(refusal(() => updateBid(bidder, { ...input, submissionId: newId() }))).toBe('conflict errors:editConflict')
  })

  it('is refused to other companies', () => {
    const { owner, bidder, other, projectId } = world()
    const { id } = createBidDraft(bidder, projectId)
    for (const ctx of [owner, other]) {
      expect(refusal(() => submitBid(ctx, { bidId: id }))).toBe(nothing)
      expect(refusal(() => updateBid(ctx, { ...bidInput(ctx, projectId), bidId: id }))).toBe(nothing)
      expect(refusal(() => withdrawBid(ctx, { bidId: id }))).toBe(nothing)
    }
  })
})

describe('confirmBid', () => {
  it('confirms the bid for the new version with a new seal, and does nothing without an addendum', () => {
    const { db, owner, bidder, projectId } = world()
    const { id } = createSubmittedBid(bidder, projectId)
    confirmBid(bidder, { bidId: id })
    expect(getBid(bidder, id)?.revision).toBe(1)
    addAddendum(owner, { ...projectInput({ lines: listProjectLines(db, projectId) }), projectId, summary: 'x' })
    confirmBid(bidder, { bidId: id })
    expect(getBid(bidder, id)).toMatchObject({ revision: 2, projectVersion: 2, sealIntact: true })
    expect(refusal(() => confirmBid(owner, { bidId: id }))).toBe(nothing)
  })
})

describe('an addendum that changes the lines', () => {
  it('asks for a new price: neither a confirmation nor an old draft stands for it, and nothing else is awarded', () => {
    const { db, owner, bidder, other, projectId } = world()
    const [stale, revised] = [createSubmittedBid(bidder, projectId), createSubmittedBid(other, projectId)]
    const slow = createPerson(db)
    const draft = createBidDraft(slow, projectId)
    const more = listProjectLines(db, projectId).map((line, index) =>
      index === 0 ? { ...line, quantityMilli: line.quantityMilli * 2 } : line,
    )
    addAddendum(owner, { ...projectInput({ lines: more }), projectId, summary: 'Twice as much to demolish' })
    expect(refusal(() => confirmBid(bidder, { bidId: stale.id }))).toBe('conflict bids:refused.requestChanged')
    expect(refusal(() => submitBid(slow, { bidId: draft.id }))).toBe('conflict bids:refused.draftBehind')
    updateBid(other, { ...bidInput(other, projectId), bidId: revised.id })
    updateBid(slow, { ...bidInput(slow, projectId), bidId: draft.id })
    expect(refusal(() => submitBid(slow, { bidId: draft.id }))).toBe('done')
    closeBidding(owner, { projectId })
    expect(refusal(() => awardBid(owner, { bidId: stale.id }))).toBe('conflict bids:refused.notConfirmed')
    expect(refusal(() => awardBid(owner, { bidId: revised.id, reason: 'It fits best.' }))).toBe('done')
  })
})

describe('withdrawBid', () => {
  it('is free until the deadline and allows a new bid; needs a reason afterwards; is refused after the award', () => {
    const { db, owner, bidder, other, projectId } = world()
    const first = createSubmittedBid(bidder, projectId)
    withdrawBid(bidder, { bidId: first.id })
    const second = createSubmittedBid(bidder, projectId)
    const third = createSubmittedBid(other, projectId)
    openDueBids(db, testNow + 10 * day)
    const after = later(bidder, 11)
    expect(refusal(() => withdrawBid(after, { bidId: second.id }))).toBe('invalid bids:refused.reasonNeeded')
    withdrawBid(after, { bidId: second.id, reason: 'A mistake in the sums' })
    expect(getBid(owner, second.id)).toMatchObject({ status: 'withdrawn', reason: 'A mistake in the sums' })
    expect(getBid(owner, first.id)).toBeNull()
    awardBid(later(owner, 11), { bidId: third.id })
    expect(refusal(() => withdrawBid(later(other, 12), { bidId: third.id, reason: 'x' }))).toBe(
      'conflict bids:refused.wrongState',
    )
  })
})

describe('the address that the contract will name', () => {
  const without = (ctx: CompanyContext) =>
    ctx.db.update(companies).set({ street: null, city: null }).where(eq(companies.id, ctx.company.id)).run()

  it('is asked before a bid is submitted, so that it is there when the contract is sent', () => {
    const { owner, bidder, projectId } = world()
    without(bidder)
    const input = { ...bidInput(bidder, projectId), projectId }
    expect(() => createBid(bidder, { ...input, submit: true })).toThrow(expect.objectContaining({ field: 'street' }))
    const { id } = createBid(bidder, input)
    expect(refusal(() => submitBid(bidder, { bidId: id }))).toBe('conflict bids:refused.addressMissing')
    const half = { ...input, bidId: id, street: 'Rakentajantie 1' }
    expect(() => updateBid(bidder, half)).toThrow(expect.objectContaining({ field: 'city' }))
    updateBid(bidder, { ...half, city: 'Vantaa', submit: true })
    closeBidding(owner, { projectId })
    awardBid(owner, { bidId: id })
    const { milestones, ...contract } = contractInput(projectId)
    const whole = milestones.slice(0, 1).map((one) => ({ ...one, netCents: getBid(bidder, id)?.netCents ?? 0 }))
    const { contractId } = draftContract(owner, { ...contract, milestones: whole })
    sendContract(owner, { contractId })
    expect(getContract(owner, contractId)?.provider).toMatchObject({ street: 'Rakentajantie 1', city: 'Vantaa' })
  })

  it('is asked when a bid is revised that was submitted without one', () => {
    const { bidder, projectId } = world()
    const { id } = createSubmittedBid(bidder, projectId)
    without(bidder)
    const input = { ...bidInput(bidder, projectId), bidId: id }
    expect(() => updateBid(bidder, input)).toThrow(expect.objectContaining({ field: 'street' }))
    updateBid(bidder, { ...input, street: 'Rakentajantie 1', city: 'Vantaa' })
    expect(getBid(bidder, id)?.revision).toBe(2)
  })
})

describe('the owner’s decisions', () => {
  it('close the bidding before the deadline only where that was announced', () => {
    const { owner } = world()
    const { id: projectId } = createOpenProject(owner, { mayCloseEarly: false })
    expect(refusal(() => closeBidding(owner, { projectId }))).toBe('conflict projects:refused.closesAtDeadline')
    expect(refusal(() => closeBidding(later(owner, 10), { projectId }))).toBe('done')
  })

  it('shortlist, reject with a reason and award, only once the bids are open', () => {
    const { owner, bidder, other, projectId } = world()
    const [a, b] = [createSubmittedBid(bidder, projectId), createSubmittedBid(other, projectId)]
    expect(refusal(() => awardBid(owner, { bidId: a.id }))).toBe(nothing)
    closeBidding(owner, { projectId })
    expect(refusal(() => closeBidding(owner, { projectId }))).toBe('conflict projects:refused.wrongState')
    shortlistBid(owner, { bidId: a.id })
    expect(refusal(() => rejectBid(owner, { bidId: b.id, reason: ' ' }))).toBe('invalid bids:refused.reasonNeeded')
    rejectBid(owner, { bidId: b.id, reason: 'Too dear' })
    expect(refusal(() => awardBid(owner, { bidId: b.id }))).toBe('conflict bids:refused.wrongState')
    expect(refusal(() => awardBid(bidder, { bidId: a.id }))).toBe('forbidden bids:refused.forbiddenRole')
    expect(refusal(() => awardBid(other, { bidId: a.id }))).toBe(nothing)
    const submissionId = newId()
    awardBid(owner, { bidId: a.id, submissionId })
    expect(awardBid(owner, { bidId: a.id, submissionId })).toEqual({ id: a.id, projectId })
    expect(getBid(bidder, a.id)?.status).toBe('awarded')
    expect(getBid(other, b.id)).toMatchObject({ status: 'rejected', reason: 'Too dear' })
  })

  it('are refused to strangers', () => {
    const { db, owner, bidder, projectId } = world()
    const { id } = createSubmittedBid(bidder, projectId)
    closeBidding(owner, { projectId })
    const stranger = createPerson(db)
    for (const run of [
      () => shortlistBid(stranger, { bidId: id }),
      () => rejectBid(stranger, { bidId: id, reason: 'x' }),
      () => awardBid(stranger, { bidId: id }),
      () => closeBidding(stranger, { projectId }),
    ])
      expect(refusal(run)).toBe(nothing)
  })
})
