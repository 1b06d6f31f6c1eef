import { describe, expect, it } from 'vitest'
import { dataVersionRule, findingsOf } from './data-version.mjs'

const file = 'app/features/bids/award-bid.server.ts'
const outside = [expect.stringContaining('outside transact')]

describe('the data version', () => {
  it.each([
    'transact(ctx.db, (tx) => tx.update(bids).run())',
    'tx\n  .insert(bids)',
    'award.run(tx, { id })',
    'known.delete(key)',
    '// ctx.db.update(bids)',
    "db.$client.prepare('SELECT 1')",
  ])('lets pass what is written in a transaction, and what is no write: %s', (code) => {
    expect(findingsOf(file, code)).toEqual([])
  })

  it.each([
    'ctx.db\n  .update(bids)',
    'database().insert(bids)',
    'db.delete(bids)',
    'award.run(ctx.db, { id })',
    "sqlite.prepare('DELETE FROM bids')",
    'sqlite.prepare<[number]>(`\n  INSERT INTO bids`)',
  ])('finds a write outside: %s', (code) => {
    expect(findingsOf(file, code)).toEqual(outside)
  })

  it('accepts an exemption with a reason, and none without', () => {
    expect(findingsOf(file, '// data-version: sessions show on no page\ndb.delete(sessions)')).toEqual([])
    expect(findingsOf(file, '// data-version: no\ndb.delete(sessions)')).toEqual([expect.stringContaining('reason')])
  })

  it('holds in this repository', () => {
    expect(dataVersionRule()).toEqual([])
  })
})
