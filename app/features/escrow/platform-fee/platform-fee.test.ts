import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { releasePosting } from '#app/features/escrow/ledger.ts'
import { retentionOf, splitRelease } from '#app/features/escrow/milestone.ts'
import { percentageOf } from '#app/platform/money.ts'
import { feeVatOf } from './platform-fee.server.ts'
import { feeOf, netOfShare } from './platform-fee.ts'

const payout = { grossCents: 596_125, netCents: 475_000 }

describe('the fee of a payout', () => {
  it.each([
    ['of the net, with VAT added', 'net', 2550, { netCents: 11_875, feeCents: 14_903 }],
    ['of the net, without VAT', 'net', 0, { netCents: 11_875, feeCents: 11_875 }],
    ['of the gross, with VAT in it, as it was signed', 'gross', 2550, { netCents: 11_875, feeCents: 14_903 }],
    ['of the gross, without VAT', 'gross', 0, { netCents: 14_903, feeCents: 14_903 }],
  ] as const)('is a share %s', (_name, platformFeeBasis, vatRateBp, expected) => {
    expect(feeOf(payout, { platformFeeBp: 250, platformFeeBasis }, vatRateBp)).toEqual(expected)
  })

  /** A milestone with any VAT, and the highest fee that can be set (`PLATFORM_FEE_BP`). */
  const release = fc.record({
    netCents: fc.integer({ min: 1, max: 10 ** 12 }),
    vatRateBp: fc.constantFrom(0, 1000, 1350, 2550),
    retentionBp: fc.nat(10_000),
    platformFeeBp: fc.nat(5000),
    platformFeeBasis: fc.constantFrom('net' as const, 'gross' as const),
    feeVatBp: fc.constantFrom(0, 2550),
  })

  it('splits any release into parts that add up, none of them negative', () => {
    fc.assert(
      fc.property(release, ({ netCents, vatRateBp, feeVatBp, ...terms }) => {
        const vatCents = percentageOf(netCents, vatRateBp)
        const amountCents = netCents + vatCents
        const grossCents = amountCents - retentionOf(amountCents, terms)
        const paid = { grossCents, netCents: netOfShare(grossCents, { netCents, vatCents }) }
        const fee = feeOf(paid, terms, feeVatBp)
        const parts = splitRelease(amountCents, { ...terms, feeCents: fee.feeCents })
        expect(Math.min(...Object.values(parts), fee.netCents)).toBeGreaterThanOrEqual(0)
        expect(parts.retentionCents + parts.feeCents + parts.providerCents).toBe(amountCents)
        // The VAT of the fee is its rate of the net, to the cent that the rounding amount of a gross one takes.
        const off = fee.feeCents - fee.netCents - percentageOf(fee.netCents, feeVatBp)
        expect(Math.abs(off)).toBeLessThanOrEqual(terms.platformFeeBasis === 'net' ? 0 : 1)
        const parties = { contractId: 'c', clientCompanyId: 'a', providerCompanyId: 'b' }
        const { entries } = releasePosting(parties, amountCents, { ...terms, feeCents: fee.feeCents })
        expect(entries.reduce((sum, entry) => sum + entry.amountCents, 0)).toBe(0)
      }),
      { numRuns: 2000 },
    )
  })
})

it.each([
  ['FI', 'FI12345671', 'S', 2550],
  ['FI', null, 'S', 2550],
  ['AX', null, 'S', 2550],
  ['DE', 'DE136695976', 'AE', 0],
  ['DE', null, 'S', 2550],
  ['DE', 'FI12345671', 'S', 2550],
  ['DE', 'DE136695977', 'S', 2550],
  ['MC', null, 'S', 2550],
  ['NO', 'NO923609016MVA', 'O', 0],
  ['GB', 'XI123456782', 'O', 0],
  ['US', null, 'O', 0],
] as const)('VAT of the fee of a provider in %s with number %s: %s', (country, vatNumber, vatCategory, vatRateBp) => {
  expect(feeVatOf({ country, vatNumber }, '2026-11-23')).toEqual({ vatCategory, vatRateBp })
})
