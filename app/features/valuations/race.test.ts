// Fifty concurrent certificates over several connections to one file.
import { expect, it, onTestFinished } from 'vitest'
import { checkLedger } from '#app/features/escrow/check-ledger.server.ts'
import { signedDeal } from '#tests/factories/deal.ts'
import { valuedDeal } from '#tests/factories/valuation.ts'
import { testDatabaseFile } from '#tests/setup/database.ts'
import { race, refusals, rounds, won } from '#tests/setup/race.ts'

it('a valuation is certified once, however many certify it at once, and released by one posting', rounds, async () => {
  const { db, file, remove } = testDatabaseFile()
  onTestFinished(remove)
  const count = (sql: string) => db.$client.prepare(sql).pluck().get()
  const deal = await signedDeal(db)
  const { claimedId } = await valuedDeal(deal)
  const input = { valuationId: claimedId, lines: [] }
  const calls = Array.from({ length: 50 }, () => ({ ctx: deal.client, input }))
  const outcomes = await race(file, '#app/features/valuations/certify-valuation.server.ts', 'certifyValuation', calls)
  expect(won(outcomes)).toHaveLength(1)
  expect(refusals(outcomes)).toEqual({ conflict: 49 })
  expect(count('SELECT count(*) FROM payment_certificates')).toBe(2)
  expect(count("SELECT count(*) FROM ledger_postings WHERE kind = 'release'")).toBe(2)
  expect(count("SELECT count(*) FROM audit_log WHERE action = 'milestone.certified'")).toBe(2)
  expect(checkLedger(db).findings).toEqual([])
})
