import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contractParties } from '#db/vocabulary/contracts.ts'
import { finalAccountStatuses, finalItemAnswers } from '#db/vocabulary/final-accounts.ts'
import { delayDamages } from './delay-damages.ts'
import { finalAccountActions, finalAccountMachine, finalTotals } from './final-account.ts'

it('is written by both, signed by one and then by the other, who may return it with a reason', () => {
  const allowed = [false, true].flatMap((hasSigned) =>
    finalAccountStatuses.flatMap((status) =>
      contractParties.flatMap((party) =>
        finalAccountActions
          .filter((action) => finalAccountMachine.next(status, action, party, { hasSigned, reason: 'Why' }).ok)
          .map((action) => `${hasSigned ? 'signed' : 'unsigned'} ${party} ${status} ${action}`),
      ),
    ),
  )
  const draft = (signed: string) =>
    contractParties.flatMap((party) => ['edit', 'propose'].map((action) => `${signed} ${party} draft ${action}`))
  const answers = contractParties.flatMap((party) =>
    ['sign', 'return'].map((action) => `unsigned ${party} proposed ${action}`),
  )
  expect(allowed).toEqual([...draft('unsigned'), ...answers, ...draft('signed')])
  expect(finalAccountMachine.next('proposed', 'return', 'client', { hasSigned: false, reason: ' ' }).ok).toBe(false)
})

it('counts what is agreed and not what is reserved, to the cent', () => {
  const item = fc.record({
    claimant: fc.constantFrom(...contractParties),
    answer: fc.constantFrom(...finalItemAnswers),
    amountCents: fc.integer({ min: 1, max: 10 ** 9 }),
  })
  fc.assert(
    fc.property(fc.array(item), fc.nat(10 ** 9), fc.nat(10 ** 9), (items, gross, paid) => {
      const totals = finalTotals(gross, paid, items)
      let expected = gross
      for (const { claimant, answer, amountCents } of items)
        if (answer === 'agreed') expected += claimant === 'provider' ? amountCents : -amountCents
      expect(totals.totalCents).toBe(expected)
      expect(totals.toPayCents).toBe(expected - paid)
      const reserved = items
        .filter(({ answer }) => answer === 'reserved')
        .reduce((sum, one) => sum + one.amountCents, 0)
      expect(totals.reservedProviderCents + totals.reservedClientCents).toBe(reserved)
    }),
  )
})

const term = { rateBp: 5, days: 'working', maxDays: 50 } as const

// 1 June 2026 is a Monday.
it.each([
  ['on the day', '2026-06-01', '2026-06-01', 'working', 0, 0],
  ['before it', '2026-06-01', '2026-05-20', 'working', 0, 0],
  ['a day late', '2026-06-01', '2026-06-02', 'working', 1, 500],
  ['over a weekend', '2026-06-05', '2026-06-08', 'working', 1, 500],
  ['due on a Sunday', '2026-06-07', '2026-06-08', 'working', 1, 500],
  ['two weeks', '2026-06-01', '2026-06-15', 'working', 10, 5000],
  ['calendar days', '2026-06-05', '2026-06-08', 'calendar', 3, 1500],
  ['no more than the maximum', '2026-01-01', '2026-12-31', 'working', 50, 25_000],
] as const)('computes delay damages: %s', (_what, dueOn, until, days, countedDays, cents) => {
  expect(delayDamages({ ...term, days }, { dueOn, until, netCents: 1_000_000 })).toMatchObject({ countedDays, cents })
})

it('rounds delay damages once', () => {
  const at = { dueOn: '2026-06-01', until: '2026-06-04', netCents: 33_333 }
  // 33 333 × 3 × 0.05 % is 49.9995 cents; 17 cents a day would be 51.
  expect(delayDamages(term, at).cents).toBe(50)
})
