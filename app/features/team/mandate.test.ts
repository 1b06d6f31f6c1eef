import { describe, expect, it } from 'vitest'
import { companyRoles } from '#db/vocabulary/accounts.ts'
import { mandateOf, mandateRefusal } from './mandate.ts'

describe('a mandate', () => {
  it('is without a limit for owners, and none for everybody else, unless set', () => {
    for (const role of companyRoles) {
      expect(mandateOf(role, null)).toBe(role === 'owner' ? null : 0)
      for (const limitCents of [null, 0, 1, 1_000_000]) expect(mandateOf(role, { limitCents })).toBe(limitCents)
    }
  })

  it('covers what it says: every limit, amount and currency', () => {
    const amounts = [0, 1, 999_999, 1_000_000, 1_000_001, 125_000_000, Number.MAX_SAFE_INTEGER]
    for (const currency of ['EUR', 'USD'])
      for (const amountCents of amounts)
        for (const limit of [null, 0, 1, 1_000_000, 125_000_000]) {
          const expected =
            limit === null
              ? null
              : limit === 0
                ? 'none'
                : currency !== 'EUR'
                  ? 'otherCurrency'
                  : amountCents > limit
                    ? 'aboveLimit'
                    : null
          expect(mandateRefusal(limit, { amountCents, currency }), `${limit} ${amountCents} ${currency}`).toBe(expected)
        }
  })
})
