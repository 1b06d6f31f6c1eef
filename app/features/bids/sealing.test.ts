import { describe, expect, it } from 'vitest'
import type { CompanyContext } from '#app/features/accounts/context.ts'
import { getProject, listProjects } from '#app/features/projects/queries.server.ts'
import { bidInput, createBidDraft, createSubmittedBid } from '#tests/factories/bid.ts'
import { createAdmin, createPerson, testNow } from '#tests/factories/people.ts'
import { createOpenProject, day } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { recorded } from '#tests/setup/events.ts'
import { confirmBid } from './confirm-bid.server.ts'
import { createBid } from './create-bid.server.ts'
import { openDueBids } from './open-due-bids.server.ts'
import { countVisibleBids, getBid, getComparison, getOwnBid, listBids } from './queries.server.ts'
import { listReceived } from './received/received.server.ts'
import { submitBid } from './submit-bid.server.ts'
import { updateBid } from './update-bid.server.ts'
import { withdrawBid } from './withdraw-bid.server.ts'

function world() {
  const db = testDatabase()
  const [owner, bidder, rival] = [createPerson(db), createPerson(db), createPerson(db)]
  const { id: projectId } = createOpenProject(owner)
  return { db, owner, bidder, rival, projectId, admin: createAdmin(db) }
}

describe('before the opening', () => {
  it('nobody but the bidder sees a bid, its bidder, or how many there are', () => {
    const { owner, bidder, rival, projectId, admin } = world()
    const blind = () =>
      [owner, rival, admin].map((ctx) => {
        const project = getProject(ctx, projectId)
        return JSON.stringify([
          { ...project, role: null },
          listProjects(ctx, { scope: 'open', status: null, category: null, q: 'kitchen', sort: 'newest', page: 1 }),
          countVisibleBids(ctx, projectId),
          getOwnBid(ctx, projectId),
          getComparison(ctx, projectId)?.bidders ?? [],
          listReceived(ctx, { page: 1 }),
          listBids(ctx, { status: null, page: 1 }).rows,
        ])
      })
    const before = blind()
    const { id } = createSubmittedBid(bidder, projectId, 77)
    expect(blind()).toEqual(before)
    for (const ctx of [owner, rival, admin]) expect(getBid(ctx, id)).toBeNull()
    expect(getBid(bidder, id)?.role).toBe('bidder')
    withdrawBid(bidder, { bidId: id })
    expect(blind()).toEqual(before)
  })

  it('the event of a submission reveals neither amount nor owner', () => {
    const { db, owner, bidder, projectId } = world()
    const { id } = createSubmittedBid(bidder, projectId, 77)
    const event = recorded(db, 'bid.submitted').find((one) => one.bidId === id)
    expect(Object.keys(event ?? {}).sort()).toEqual(['bidId', 'companyId', 'projectId', 'revision', 'title'])
    expect(JSON.stringify(event)).not.toContain(owner.company.id)
  })

  it('it stays so after the deadline until the opening, and for drafts for good', () => {
    const { db, owner, bidder, rival, projectId } = world()
    const { id } = createSubmittedBid(bidder, projectId)
    const draft = createBidDraft(rival, projectId)
    const late = { ...owner, now: testNow + 11 * day }
    expect(getBid(late, id)).toBeNull()
    openDueBids(db, testNow + 10 * day)
    expect(getBid(late, id)).toMatchObject({ status: 'opened', role: 'owner' })
    expect(getBid(late, draft.id)).toBeNull()
    expect(countVisibleBids(late, projectId)).toBe(1)
  })
})

describe('a request that arrived before the deadline and is processed after it', () => {
  const late = (ctx: CompanyContext, now = testNow + 10 * day) => ({ ...ctx, clock: () => now })

  it('cannot submit, revise or confirm', () => {
    const { bidder, rival, projectId } = world()
    const { id } = createSubmittedBid(bidder, projectId)
    const draft = createBidDraft(rival, projectId)
    const passed = 'conflict: bids:refused.deadlinePassed'
    expect(() => submitBid(late(rival), { bidId: draft.id })).toThrow(passed)
    expect(() => updateBid(late(bidder), { ...bidInput(bidder, projectId), bidId: id })).toThrow(passed)
    expect(() => confirmBid(late(bidder), { bidId: id })).not.toThrow()
    expect(() => withdrawBid(late(bidder), { bidId: id })).toThrow('invalid: bids:refused.reasonNeeded')
    const newcomer = createPerson(bidder.db)
    expect(() => createBid(late(newcomer), { ...bidInput(newcomer, projectId), projectId })).toThrow(passed)
    submitBid(late(rival, testNow + 10 * day - 1), { bidId: draft.id })
  })

  it('cannot hide an opened bid by withdrawing it', () => {
    const { db, owner, bidder, projectId } = world()
    const { id } = createSubmittedBid(bidder, projectId)
    openDueBids(db, testNow + 10 * day)
    // In the same millisecond as the opening, or with a clock that stands still or runs backwards.
    withdrawBid(bidder, { bidId: id, reason: 'Too late' })
    expect(getBid(owner, id)).toMatchObject({ status: 'withdrawn', role: 'owner' })
    expect(getComparison(owner, projectId)?.bidders).toHaveLength(1)
    expect(countVisibleBids(owner, projectId)).toBe(1)
  })

  it('keeps a bid sealed that is withdrawn in the millisecond of the opening', () => {
    const { db, owner, bidder, rival, projectId } = world()
    const { id } = createSubmittedBid(bidder, projectId)
    createSubmittedBid(rival, projectId)
    withdrawBid(late(bidder, testNow + 10 * day + 5), { bidId: id, reason: 'In between' })
    openDueBids(db, testNow + 10 * day)
    expect(getBid(owner, id)).toBeNull()
    expect(countVisibleBids(owner, projectId)).toBe(1)
    expect(listReceived(owner, { page: 1 }).rows).toMatchObject([{ bidCount: 1 }])
  })
})

describe('the opening', () => {
  it('waits for the deadline, opens all bids at once, and happens once', () => {
    const { db, owner, bidder, rival, projectId } = world()
    createSubmittedBid(bidder, projectId)
    createSubmittedBid(rival, projectId, 120)
    expect(openDueBids(db, testNow + 10 * day - 1)).toBe(0)
    expect(openDueBids(db, testNow + 10 * day)).toBe(1)
    expect(openDueBids(db, testNow + 10 * day)).toBe(0)
    const shown = getComparison(owner, projectId)
    expect(shown?.project).toMatchObject({ status: 'evaluating', bidsOpenedAt: testNow + 10 * day })
    expect(shown?.bidders.map((one) => [one.companyName, one.sealIntact])).toEqual([
      [bidder.company.name, true],
      [rival.company.name, true],
    ])
    expect(getComparison(rival, projectId)).toBeNull()
    expect(listReceived(owner, { page: 1 }).rows).toMatchObject([{ projectId, bidCount: 2 }])
  })

  it('detects a bid that was changed after sealing', () => {
    const { db, owner, bidder, projectId } = world()
    const { id } = createSubmittedBid(bidder, projectId)
    db.$client.prepare('UPDATE bid_lines SET unit_price_e4 = 1 WHERE bid_id = ?').run(id)
    openDueBids(db, testNow + 10 * day)
    expect(getBid(owner, id)?.sealIntact).toBe(false)
    expect(getComparison(owner, projectId)?.bidders[0]?.sealIntact).toBe(false)
    expect(() => db.$client.exec('UPDATE bid_seals SET digest = 1')).toThrow('immutable')
  })

  it('compares missing and excluded lines', () => {
    const { db, owner, bidder, rival, projectId } = world()
    createSubmittedBid(bidder, projectId)
    const input = bidInput(rival, projectId)
    const lines = input.lines.slice(0, 1).map((line) => ({ ...line, excluded: true }))
    const extra = {
      projectLineId: null,
      description: 'Crane',
      quantityMilli: 1000,
      unit: 'pcs',
      unitPriceE4: 500,
      excluded: false,
    }
    createBid(rival, { ...input, lines: [...lines, extra], projectId, submit: true })
    openDueBids(db, testNow + 10 * day)
    const { comparison } = getComparison(owner, projectId) ?? {}
    expect(comparison?.totals.map(({ missing, excluded }) => [missing, excluded])).toEqual([
      [1, 1],
      [0, 0],
    ])
    expect(comparison?.rows.at(-1)).toMatchObject({ requested: null, description: 'Crane' })
    expect(comparison?.lowestCompleteCents).toBe(1_210_000)
  })
})
