import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { percentageOf } from '#app/platform/money.ts'
import {
  checkBalanced,
  contractPosition,
  depositPosting,
  fundPosting,
  isConsistent,
  type LedgerPosting,
  refundPosting,
  releasePosting,
  resolutionPosting,
  retentionReleasePosting,
} from './ledger.ts'
import { retentionOf } from './milestone.ts'

const parties = { contractId: 'contract', clientCompanyId: 'client', providerCompanyId: 'provider' }
const rates = { retentionBp: 1000, feeCents: 2250 }

/** Entries as readable `kind owner amount`. */
const rows = (posting: LedgerPosting) =>
  posting.entries.map((entry) => `${entry.kind} ${entry.ownerId} ${entry.amountCents}`)

describe('postings are exact to the cent', () => {
  test.each([
    ['deposit', depositPosting('client', 100), ['bank  100', 'client_funds client -100']],
    ['fund', fundPosting(parties, 100), ['client_funds client 100', 'escrow_held contract -100']],
    [
      'release',
      releasePosting(parties, 100_000, rates),
      [
        'escrow_held contract 100000',
        'retention_held contract -10000',
        'platform_fee  -2250',
        'provider_payable provider -87750',
      ],
    ],
    [
      'release',
      releasePosting(parties, 100, { retentionBp: 0, feeCents: 0 }),
      ['escrow_held contract 100', 'provider_payable provider -100'],
    ],
    [
      'retention_release',
      retentionReleasePosting(parties, 10_000, 250),
      ['retention_held contract 10000', 'platform_fee  -250', 'provider_payable provider -9750'],
    ],
    ['refund', refundPosting(parties, 100), ['escrow_held contract 100', 'client_funds client -100']],
    [
      'resolution',
      resolutionPosting(parties, 1000, { clientCents: 400, providerCents: 600 }, 60),
      ['escrow_held contract 1000', 'client_funds client -400', 'platform_fee  -60', 'provider_payable provider -540'],
    ],
    [
      'resolution',
      resolutionPosting(parties, 1000, { clientCents: 1000, providerCents: 0 }, 0),
      ['escrow_held contract 1000', 'client_funds client -1000'],
    ],
  ] as const)('%s', (kind, posting, expected) => {
    expect(posting.kind).toBe(kind)
    expect(rows(posting)).toEqual(expected)
  })
})

describe('invalid postings are refused', () => {
  test.each([0, -1, 0.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1])('an amount of %d', (amount) => {
    expect(() => depositPosting('client', amount)).toThrow(RangeError)
    expect(() => fundPosting(parties, amount)).toThrow(RangeError)
    expect(() => releasePosting(parties, amount, { ...rates, feeCents: 0 })).toThrow(RangeError)
    expect(() => retentionReleasePosting(parties, amount, 0)).toThrow(RangeError)
    expect(() => refundPosting(parties, amount)).toThrow(RangeError)
  })

  test('rates outside 0 to 100 %, and fees below zero or above what the provider gets', () => {
    expect(() => releasePosting(parties, 100, { retentionBp: 10_001, feeCents: 0 })).toThrow(RangeError)
    for (const feeCents of [-1, 0.5, 91])
      expect(() => releasePosting(parties, 100, { retentionBp: 1000, feeCents })).toThrow(RangeError)
    for (const feeCents of [-1, 0.5, 101]) {
      expect(() => retentionReleasePosting(parties, 100, feeCents)).toThrow(RangeError)
      const split = { clientCents: 10, providerCents: 100 }
      expect(() => resolutionPosting(parties, 110, split, feeCents)).toThrow(RangeError)
    }
  })

  test('a split that does not add up to the whole', () => {
    for (const [clientCents, providerCents] of [
      [400, 599],
      [1001, -1],
      [400, 601],
    ] as const) {
      expect(() => resolutionPosting(parties, 1000, { clientCents, providerCents }, 0)).toThrow(RangeError)
    }
  })

  test('entries that are unbalanced, single, zero or fractional', () => {
    const entry = (amountCents: number) => ({ kind: 'bank', ownerId: '', amountCents }) as const
    for (const amounts of [[], [0, 0], [1], [1, -2], [1, -1, 0], [0.5, -0.5]]) {
      expect(() => checkBalanced(amounts.map(entry))).toThrow(RangeError)
    }
    expect(() => checkBalanced([3, -1, -2].map(entry))).not.toThrow()
  })
})

/** The life of one contract: milestones, each funded and then released, refunded, resolved or still held. */
const life = fc
  .record({
    rates: fc.record({ retentionBp: fc.nat(10_000), feeBp: fc.nat(10_000) }),
    milestones: fc.array(
      fc.record({
        amount: fc.integer({ min: 1, max: 10 ** 12 }),
        end: fc.constantFrom('held', 'released', 'refunded', 'resolved'),
        share: fc.nat(10_000),
      }),
      { maxLength: 8 },
    ),
    completed: fc.boolean(),
  })
  .map(({ rates: lifeRates, milestones, completed }) => {
    const postings: LedgerPosting[] = []
    const feeOfPayout = (payoutCents: number) => percentageOf(payoutCents, lifeRates.feeBp)
    const expected = { funded: 0, refunded: 0, held: 0 }
    for (const { amount, end, share } of milestones) {
      postings.push(depositPosting('client', amount), fundPosting(parties, amount))
      expected.funded += amount
      if (end === 'held') expected.held += amount
      if (end === 'released') {
        const feeCents = feeOfPayout(amount - retentionOf(amount, lifeRates))
        postings.push(releasePosting(parties, amount, { ...lifeRates, feeCents }))
      }
      if (end === 'refunded') postings.push(refundPosting(parties, amount))
      if (end === 'refunded') expected.refunded += amount
      if (end === 'resolved') {
        const clientCents = Math.floor((amount / 10_000) * share)
        const split = { clientCents, providerCents: amount - clientCents }
        postings.push(resolutionPosting(parties, amount, split, feeOfPayout(split.providerCents)))
        expected.refunded += clientCents
      }
    }
    const retained = contractPosition(postings).retentionCents
    if (completed && retained > 0) postings.push(retentionReleasePosting(parties, retained, feeOfPayout(retained)))
    return { postings, expected, retained: completed ? 0 : retained }
  })

describe('any history of a contract', () => {
  test('each posting sums to zero', () => {
    fc.assert(
      fc.property(life, ({ postings }) => {
        for (const { entries } of postings) expect(entries.reduce((sum, entry) => sum + entry.amountCents, 0)).toBe(0)
      }),
    )
  })

  test('held equals funded less released less refunded, computed independently', () => {
    fc.assert(
      fc.property(life, ({ postings, expected, retained }) => {
        const position = contractPosition(postings)
        expect(isConsistent(position)).toBe(true)
        expect(position).toEqual({
          fundedCents: expected.funded,
          refundedCents: expected.refunded,
          heldCents: expected.held + retained,
          retentionCents: retained,
          releasedCents: expected.funded - expected.refunded - expected.held - retained,
        })
      }),
    )
  })

  test('a lost, duplicated or changed posting is detected', () => {
    const sound = [fundPosting(parties, 1000), releasePosting(parties, 1000, { ...rates, feeCents: 22 })]
    const [fund, release] = sound as [LedgerPosting, LedgerPosting]
    expect(isConsistent(contractPosition(sound))).toBe(true)
    expect(isConsistent(contractPosition([release]))).toBe(false)
    expect(isConsistent(contractPosition([fund, release, release]))).toBe(false)
    const changed = {
      ...release,
      entries: release.entries.map((one, at) => (at === 1 ? { ...one, amountCents: -1 } : one)),
    }
    expect(isConsistent(contractPosition([fund, changed]))).toBe(false)
  })

  test('a new contract holds nothing', () => {
    expect(contractPosition([])).toEqual({
      fundedCents: 0,
      releasedCents: 0,
      refundedCents: 0,
      heldCents: 0,
      retentionCents: 0,
    })
  })
})
