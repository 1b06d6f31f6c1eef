import fc from 'fast-check'
import { it } from 'vitest'
import { percentageOf } from '#app/platform/money.ts'
import {
  depositPosting,
  fundPosting,
  type LedgerPosting,
  matchPosting,
  refundPosting,
  releasePosting,
  retentionReleasePosting,
  reversalPosting,
  suspensePosting,
} from './ledger.ts'

const step = fc.record({
  verb: fc.constantFrom('record', 'fit', 'match', 'split', 'fund', 'release', 'retention', 'refund', 'reverse'),
  cents: fc.integer({ min: 1, max: 1_000_000 }),
  pick: fc.nat(1000),
})
const parties = (index: number) => ({
  contractId: `contract ${index % 3}`,
  clientCompanyId: `client ${index % 2}`,
  providerCompanyId: 'provider',
})
const retentionBp = 500
const feeOn = (payoutCents: number) => percentageOf(payoutCents, 250)

/** What the verbs do to the accounts, refusing as they do what an account does not cover. */
function run(steps: readonly { verb: string; cents: number; pick: number }[]): void {
  const balances = new Map<string, number>()
  const at = (kind: string, owner: string) => -(balances.get(`${kind} ${owner}`) ?? 0)
  const rows: { id: string; cents: number; reversed: boolean; credits: Map<string, number> }[] = []
  const held: { of: ReturnType<typeof parties>; cents: number }[] = []
  const write = ({ entries }: LedgerPosting) => {
    for (const { kind, ownerId, amountCents } of entries) {
      const key = `${kind} ${ownerId}`
      balances.set(key, (balances.get(key) ?? 0) + amountCents)
    }
  }
  for (const { verb, cents, pick } of steps) {
    const of = parties(pick)
    const row = rows[pick % (rows.length || 1)]
    const client = of.clientCompanyId
    if (verb === 'record' || verb === 'fit') {
      const id = `row ${rows.length}`
      const isFit = verb === 'fit'
      write(isFit ? depositPosting(client, cents) : suspensePosting(id, cents))
      const credits = new Map(isFit ? [[client, cents]] : [])
      rows.push({ id, cents, reversed: false, credits })
    } else if ((verb === 'match' || verb === 'split') && row) {
      const open = at('suspense', row.id)
      const part = verb === 'match' ? open : Math.min(open, cents)
      if (part > 0) {
        write(matchPosting(row.id, client, part))
        row.credits.set(client, (row.credits.get(client) ?? 0) + part)
      }
    } else if (verb === 'fund' && at('client_funds', client) >= cents) {
      write(fundPosting(of, cents))
      held.push({ of, cents })
    } else if ((verb === 'release' || verb === 'refund') && held.length > 0) {
      const [taken] = held.splice(pick % held.length, 1)
      if (taken && verb === 'release') {
        const feeCents = feeOn(taken.cents - percentageOf(taken.cents, retentionBp))
        write(releasePosting(taken.of, taken.cents, { retentionBp, feeCents }))
      } else if (taken) write(refundPosting(taken.of, taken.cents))
    } else if (verb === 'retention' && at('retention_held', of.contractId) > 0) {
      const retained = at('retention_held', of.contractId)
      write(retentionReleasePosting(of, retained, feeOn(retained)))
    } else if (verb === 'reverse' && row && !row.reversed) {
      const open = at('suspense', row.id)
      const credits = [...row.credits].map(([ownerId, part]) => ({
        kind: 'client_funds' as const,
        ownerId,
        cents: part,
      }))
      if (credits.every((one) => at('client_funds', one.ownerId) >= one.cents)) {
        write(
          reversalPosting([
            ...credits,
            ...(open > 0 ? [{ kind: 'suspense' as const, ownerId: row.id, cents: open }] : []),
          ]),
        )
        row.reversed = true
      }
    }
    const all = [...balances]
    const liabilities = all.filter(([key]) => key !== 'bank ')
    const bankCents = balances.get('bank ') ?? 0
    const statement = rows.reduce((sum, one) => sum + (one.reversed ? 0 : one.cents), 0)
    if (liabilities.some(([, balance]) => balance > 0)) throw new Error(`${verb}: less than nothing is owed`)
    if (bankCents !== statement) throw new Error(`${verb}: the bank differs from the statement`)
    if (all.reduce((sum, [, balance]) => sum + balance, 0) !== 0) throw new Error(`${verb}: the sum is not zero`)
    const inMilestones = held.reduce((sum, one) => sum + one.cents, 0)
    const inEscrow = liabilities.reduce((sum, [key, balance]) => sum - (key.startsWith('escrow_held') ? balance : 0), 0)
    if (inMilestones !== inEscrow) throw new Error(`${verb}: escrow differs from the milestones`)
  }
}

it('keeps its sums in any order of recording, matching, splitting, funding, releasing, refunding and reversing', () => {
  fc.assert(fc.property(fc.array(step, { maxLength: 60 }), run), { numRuns: 3000 })
})
