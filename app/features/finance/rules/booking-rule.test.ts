import { describe, expect, it } from 'vitest'
import {
  completeParts,
  firstFit,
  fitsRule,
  type RuleConditions,
  type RulePart,
  type RuleRow,
  splitsByRule,
} from './booking-rule.ts'

const rule = (given: Partial<RuleConditions> = {}): RuleConditions => ({
  ...{ textContains: null, counterpartyContains: null, counterpartyIban: null, direction: null, currency: 'EUR' },
  ...{ minCents: null, maxCents: null },
  ...given,
})
const row: RuleRow = {
  ...{
    day: '2026-05-04',
    amountCents: -12_550,
    currency: 'EUR',
    counterparty: 'NESTE  Vantaa',
    text: 'Diesel Ääninen',
  },
  ...{ counterpartyIban: 'FI2112345600000785', reference: '1009' },
}
const part = (given: Partial<RulePart> = {}): RulePart => ({
  ...{ category: 'fuel', ownCategoryId: null, projectId: null, vat: 'none', shareBp: null },
  ...given,
})

it.each<[string, Partial<RuleConditions>, boolean]>([
  ['a text in other letters', { textContains: 'diesel ÄÄN' }, true],
  ['the reference', { textContains: '1009' }, true],
  ['another text', { textContains: 'petrol' }, false],
  ['a text that is only in the name', { textContains: 'neste' }, false],
  ['a name with other spaces', { counterpartyContains: 'neste vantaa' }, true],
  ['another name', { counterpartyContains: 'shell' }, false],
  ['the account', { counterpartyIban: 'FI2112345600000785' }, true],
  ['another account', { counterpartyIban: 'FI4250008120251360' }, false],
  ['money out', { direction: 'out' }, true],
  ['money in', { direction: 'in' }, false],
  ['exactly the lower amount', { minCents: 12_550 }, true],
  ['above the lower amount', { minCents: 12_551 }, false],
  ['exactly the upper amount', { maxCents: 12_550 }, true],
  ['below the upper amount', { maxCents: 12_549 }, false],
  ['another currency', { currency: 'USD' }, false],
  ['all of several', { textContains: 'diesel', direction: 'out', minCents: 1 }, true],
  ['one of several not', { textContains: 'diesel', direction: 'in', minCents: 1 }, false],
])('%s', (_, asked, fits) => {
  expect(fitsRule(rule(asked), row)).toBe(fits)
})

describe('parts', () => {
  it('add up to the row to the cent, each with its VAT', () => {
    const parts = [part({ shareBp: 3333 }), part({ category: 'rent', vat: 'standard' })]
    expect(splitsByRule(parts, { ...row, amountCents: -1001 })).toMatchObject([
      { category: 'fuel', amountCents: -334, vatCents: 0 },
      { category: 'rent', amountCents: -667, vatCents: -136, vatRateBp: 2550 },
    ])
  })

  it('are none where one of them would be nothing, or the day has no rate', () => {
    expect(splitsByRule([part({ shareBp: 1 }), part()], { ...row, amountCents: -100 })).toBeNull()
    expect(splitsByRule([part({ shareBp: 9999 }), part()], { ...row, amountCents: -1 })).toBeNull()
    expect(splitsByRule([part({ vat: 'standard' })], { ...row, day: '1990-01-01' })).toBeNull()
  })

  it.each<[string, Partial<RuleConditions>, RulePart[], object]>([
    ['nothing asked', { direction: 'out' }, [part()], { refused: 'noCondition' }],
    ['amounts reversed', { minCents: 2, maxCents: 1 }, [part()], { refused: 'amountsReversed' }],
    ['no part', { minCents: 1 }, [], { refused: 'noPart' }],
    ['two without a share', { minCents: 1 }, [part(), part()], { refused: 'sharesDoNotAddUp' }],
    [
      'all of it, and a rest',
      { minCents: 1 },
      [part({ shareBp: 6000 }), part({ shareBp: 4000 }), part()],
      { refused: 'sharesDoNotAddUp' },
    ],
    [
      'too little',
      { minCents: 1 },
      [part({ shareBp: 6000 }), part({ shareBp: 3000 })],
      { refused: 'sharesDoNotAddUp' },
    ],
    [
      'all of it',
      { minCents: 1 },
      [part({ shareBp: 6000 }), part({ shareBp: 4000 })],
      { parts: [part({ shareBp: 6000 }), part()] },
    ],
    ['one', { minCents: 1 }, [part()], { parts: [part()] }],
  ])('%s', (_, asked, parts, answer) => {
    expect(completeParts(rule(asked), parts)).toEqual(answer)
  })
})

it('the first rule that fits, and can say what a row is for, decides', () => {
  const of = (name: string, given: Partial<RuleConditions>, parts = [part()]) => ({ name, ...rule(given), parts })
  const rules = [
    of('other', { textContains: 'petrol' }),
    of('nothing', { textContains: 'diesel' }, [part({ shareBp: 1 }), part()]),
    of('first', { textContains: 'diesel' }),
    of('second', { counterpartyContains: 'neste' }),
  ]
  expect(firstFit(rules, { ...row, amountCents: -100 })?.rule.name).toBe('first')
  expect(firstFit(rules.slice(3), row)?.rule.name).toBe('second')
  expect(firstFit(rules.slice(0, 1), row)).toBeNull()
})
