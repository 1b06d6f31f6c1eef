import { describe, expect, it } from 'vitest'
import { findingsOf, verbRule } from './verb-rule.mjs'

const file = 'app/features/bids/award-bid.server.ts'
const verb = `
export function awardBid(ctx, input) {
  requireRight(ctx, 'bids.award')
  return transact(ctx.db, (tx) => {
    appendAudit(tx, ctx, { action: 'bid.award' })
  })
}`

describe('the verb rule', () => {
  it('passes a verb that checks, writes and audits', () => {
    expect(findingsOf(file, verb)).toEqual([])
  })

  it('ignores functions that do not write', () => {
    expect(findingsOf('app/features/bids/bid-pdf.server.ts', 'export function anything() {}')).toEqual([])
  })

  it('finds a missing right, also one that is only a comment or asked of a condition', () => {
    const found = expect.stringContaining('no requireRight')
    expect(findingsOf(file, verb.replace(/requireRight.*/, ''))).toEqual([found])
    expect(findingsOf(file, verb.replace('requireRight', '// requireRight'))).toEqual([found])
    expect(findingsOf(file, verb.replace(/requireRight.*/, '/* requireRight(ctx, a) */'))).toEqual([found])
    expect(findingsOf(file, verb.replace('requireRight(ctx', 'canAward(ctx'))).toEqual([found])
  })

  it('finds a missing audit row', () => {
    expect(findingsOf(file, verb.replace(/appendAudit.*/, ''))).toEqual([expect.stringContaining('no appendAudit')])
  })

  it('finds a verb that is not named like its file', () => {
    expect(findingsOf(file, verb.replace('awardBid', 'award'))).toEqual([
      expect.stringContaining('exports no awardBid'),
    ])
  })

  it('accepts an exemption with a reason, and none without', () => {
    const bare = verb.replace(/requireRight.*/, '').replace(/appendAudit.*/, '')
    expect(findingsOf(file, `// verb-rule: whoever signs up has no account yet${bare}`)).toEqual([])
    expect(findingsOf(file, `// verb-rule: exempt${bare}`)).toEqual([expect.stringContaining('needs the reason')])
    expect(findingsOf(file, `${bare}${'\n'.repeat(12)}// verb-rule: too late to be seen here`)).toHaveLength(2)
  })

  it('finds queries that write', () => {
    const queries = 'app/features/bids/queries.server.ts'
    expect(findingsOf(queries, 'export const x = (ctx) => ctx.db.select()')).toEqual([])
    expect(findingsOf(queries, 'export const x = (ctx) => ctx.db.update(bids)')).toHaveLength(1)
    expect(findingsOf(queries, 'transact(ctx.db, () => 1)')).toHaveLength(1)
  })

  it('holds in this repository', () => {
    expect(verbRule()).toEqual([])
  })
})
