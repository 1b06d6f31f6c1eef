import { expect, it } from 'vitest'
import { coverFrom, suspenseReason } from './suspense.ts'

const transfer = { reference: '1234561', amountCents: 12_550, currency: 'EUR', paidOn: '2026-06-01' }
const due = {
  status: 'planned' as const,
  amountCents: 12_550,
  currency: 'EUR',
  contractStatus: 'active' as const,
  from: '2026-05-31',
}

it.each([
  [{}, {}, null],
  [{ reference: '' }, {}, 'no_reference'],
  [{ amountCents: 10_000 }, {}, 'too_little'],
  [{ amountCents: 12_549 }, {}, 'too_little'],
  [{ amountCents: 12_551 }, {}, 'too_much'],
  [{ amountCents: 13_000 }, {}, 'too_much'],
  [{ currency: 'USD' }, {}, 'wrong_currency'],
  [{ paidOn: '2026-05-30' }, {}, 'before_contract'],
  [{ paidOn: '2026-05-31' }, {}, null],
  [{}, { status: 'funded' as const }, 'already_funded'],
  [{}, { status: 'released' as const }, 'already_funded'],
  [{}, { contractStatus: 'terminated' as const }, 'contract_ended'],
  [{}, { contractStatus: 'completed' as const }, 'contract_ended'],
])('%j for %j waits because of %s', (given, of, reason) => {
  expect(suspenseReason({ transfer: { ...transfer, ...given }, due: { ...due, ...of } })).toBe(reason)
})

it('waits without a milestone of that reference', () => {
  expect(suspenseReason({ transfer, due: null })).toBe('unknown_reference')
})

it('covers a milestone from several payments, and leaves the rest', () => {
  const [one, two] = [
    { id: 'one', openCents: 10_000 },
    { id: 'two', openCents: 3000 },
  ]
  expect(coverFrom([one], 12_550)).toBeNull()
  expect(coverFrom([one, two], 12_550)).toEqual([
    { id: 'one', amountCents: 10_000 },
    { id: 'two', amountCents: 2550 },
  ])
  expect(coverFrom([one, two], 10_000)).toEqual([{ id: 'one', amountCents: 10_000 }])
  expect(coverFrom([], 1)).toBeNull()
})
