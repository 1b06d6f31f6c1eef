import fc from 'fast-check'
import { expect, it } from 'vitest'
import { percentageOf } from '#app/platform/money.ts'
import { reducedMilestone } from './change-order-totals.ts'

it('keeps the VAT of a milestone at its net times its rate, however many deductions it gets', () => {
  const cents = fc.integer({ min: 1, max: 1_000_000 })
  const signed = fc.record({
    net: cents,
    offByOne: fc.constantFrom(-1, 0, 1),
    rate: fc.constantFrom(0, 1000, 1350, 2550),
  })
  fc.assert(
    fc.property(signed, fc.array(cents, { minLength: 1, maxLength: 40 }), ({ net, offByOne, rate }, deductions) => {
      const netCents = net + deductions.reduce((sum, each) => sum + each, 0)
      // The VAT of a signed milestone is a share of the contract's: exact to within a cent.
      const vatCents = percentageOf(netCents, rate) + (rate === 0 ? 0 : offByOne)
      const none = { agreedNetCents: 0, agreedVatCents: 0 }
      let milestone = { netCents, vatCents, amountCents: netCents + vatCents, vatRateBp: rate, ...none }
      let agreed = 0
      for (const deduction of deductions) {
        agreed -= deduction
        milestone = { ...milestone, ...reducedMilestone(milestone, agreed) }
        expect(milestone.vatCents).toBe(percentageOf(milestone.netCents, rate))
        expect(milestone.amountCents).toBe(milestone.netCents + milestone.vatCents)
        // What was signed can still be read from the row.
        expect([milestone.netCents - milestone.agreedNetCents, milestone.vatCents - milestone.agreedVatCents]).toEqual([
          netCents,
          vatCents,
        ])
      }
      expect(milestone.netCents).toBe(net)
    }),
  )
})
