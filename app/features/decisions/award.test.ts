import { describe, expect, it } from 'vitest'
import { getAwardedBid } from '#app/features/bids/award-queries.server.ts'
import { closeBidding } from '#app/features/bids/close-bidding.server.ts'
import { getBid } from '#app/features/bids/queries.server.ts'
import { revokeAward } from '#app/features/bids/revoke-award.server.ts'
import { settleBids } from '#app/features/bids/settle-bids.server.ts'
import { getProject } from '#app/features/projects/queries.server.ts'
import { transitionProject } from '#app/features/projects/transition-project.server.ts'
import { AppError } from '#app/platform/errors.ts'
import { verifyAudit } from '#db/audit.server.ts'
import { type Database, openDatabase, transact } from '#db/client.server.ts'
import { createSubmittedBid } from '#tests/factories/bid.ts'
import { createPerson } from '#tests/factories/people.ts'
import { createOpenProject } from '#tests/factories/project.ts'
import { testDatabase, testDatabaseFile } from '#tests/setup/database.ts'
import { awardBid } from './award-bid.server.ts'

const reason = 'It fits best.'

function opened(db: Database, count: number) {
  const owner = createPerson(db)
  const { id: projectId } = createOpenProject(owner)
  const bidders = Array.from({ length: count }, (_, index) => {
    const ctx = createPerson(db)
    return { ctx, id: createSubmittedBid(ctx, projectId, 100 + index).id }
  })
  closeBidding(owner, { projectId })
  return { owner, projectId, bidders }
}

describe('fifty concurrent awards', () => {
  it('have one winner, over two connections to one file', async () => {
    const { db: first, file, remove } = testDatabaseFile()
    const second = openDatabase(file)
    const { owner, projectId, bidders } = opened(first, 5)
    const attempts = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        await new Promise((next) => setImmediate(next))
        try {
          awardBid({ ...owner, db: index % 2 ? first : second }, { bidId: bidders[index % 5]?.id ?? '', reason })
          return 'won'
        } catch (error) {
          if (error instanceof AppError) return error.code
          throw error
        }
      }),
    )
    expect(attempts.filter((one) => one === 'won')).toHaveLength(1)
    expect(attempts.filter((one) => one === 'conflict')).toHaveLength(49)
    expect(first.$client.prepare('SELECT count(*) FROM awards').pluck().get()).toBe(1)
    expect(first.$client.prepare(`SELECT count(*) FROM bids WHERE status = 'awarded'`).pluck().get()).toBe(1)
    expect(getAwardedBid(second, projectId)?.lines).toHaveLength(2)
    expect(verifyAudit(first).brokenAt).toBeNull()
    second.$client.close()
    remove()
  })

  it('are also prevented by the database, if a check were bypassed', () => {
    const db = testDatabase()
    const { owner, bidders } = opened(db, 2)
    awardBid(owner, { bidId: bidders[0]?.id ?? '', reason })
    const again = db.$client.prepare(
      `INSERT INTO awards SELECT 'x', project_id, ?, awarded_by, awarded_at, revoked_at, revoked_reason FROM awards`,
    )
    expect(() => again.run(bidders[1]?.id)).toThrow('immutable')
  })
})

describe('after the award', () => {
  it('failed signing returns the bids to evaluation, and another one can be awarded', () => {
    const db = testDatabase()
    const { owner, projectId, bidders } = opened(db, 2)
    const [a, b] = bidders
    awardBid(owner, { bidId: a?.id ?? '', reason })
    expect(transact(db, (tx) => revokeAward(tx, owner, projectId, 'Declined'))).toMatchObject({
      bidId: a?.id,
      companyId: a?.ctx.company.id,
    })
    expect(getProject(owner, projectId)?.status).toBe('evaluating')
    expect(getBid(owner, a?.id ?? '')?.status).toBe('opened')
    expect(getAwardedBid(db, projectId)).toBeNull()
    expect(() => transact(db, (tx) => revokeAward(tx, owner, projectId, 'x'))).toThrow(AppError)
    awardBid(owner, { bidId: b?.id ?? '', reason })
    expect(getAwardedBid(db, projectId)?.bid.id).toBe(b?.id)
    expect(db.$client.prepare('SELECT revoked_reason FROM awards ORDER BY awarded_at, rowid').pluck().all()).toEqual([
      'Declined',
      null,
    ])
  })

  it('an active contract settles the bids', () => {
    const db = testDatabase()
    const { owner, projectId, bidders } = opened(db, 3)
    expect(() => transact(db, (tx) => settleBids(tx, owner, projectId))).toThrow(AppError)
    awardBid(owner, { bidId: bidders[1]?.id ?? '', reason })
    const settled = transact(db, (tx) => {
      transitionProject(tx, owner, projectId, 'activate')
      return settleBids(tx, owner, projectId)
    })
    expect(settled.wonBidId).toBe(bidders[1]?.id)
    expect(settled.notSelected.map((one) => one.bidId).sort()).toEqual([bidders[0]?.id, bidders[2]?.id].sort())
    expect(bidders.map(({ ctx, id }) => getBid(ctx, id)?.status)).toEqual(['not_selected', 'won', 'not_selected'])
    expect(getProject(bidders[1]?.ctx ?? owner, projectId)).toMatchObject({ status: 'active', role: 'provider' })
    expect(getAwardedBid(db, projectId)?.bid.status).toBe('won')
  })
})
