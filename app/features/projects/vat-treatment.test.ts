import { describe, expect, test } from 'vitest'
import { euServicesReason } from '#app/platform/finnish-vat.ts'
import { lineVatOf, rankedCents, rankingOf, taxesOther, vatRatesOf } from './vat-treatment.ts'

const now = Date.UTC(2026, 5, 1)
const stated = { vatGround: null, buyerDeductsVat: true, bidDeadline: now }
const standard = { ...stated, vatTreatment: 'standard' as const }
const reverse = { ...stated, vatTreatment: 'reverse_charge' as const }
const exempt = { ...stated, vatTreatment: 'exempt' as const, vatGround: 'AVL 37 §' }
const zeroRated = { ...stated, vatTreatment: 'zero_rated' as const, vatGround: 'AVL 58 §' }
const outside = { ...stated, vatTreatment: 'outside_scope' as const, vatGround: 'AVL 67 §' }
const unstated = { ...stated, vatTreatment: 'unstated' as const }

describe('the rates that a bidder can choose', () => {
  test.each([
    ['2024-08-31', [2400, 1400, 1000]],
    ['2024-09-01', [2550, 1400, 1000]],
    ['2026-01-01', [2550, 1350, 1000]],
  ])('on %s', (day, rates) => {
    const at = Date.parse(`${day}T12:00:00Z`)
    expect(vatRatesOf(standard, at)).toEqual(rates)
    expect(vatRatesOf(unstated, at)).toEqual([...rates, 0])
    for (const untaxed of [reverse, exempt, zeroRated, outside]) expect(vatRatesOf(untaxed, at)).toEqual([0])
  })
})

test.each([
  ['a rate of the day', standard, 1350, { vatRateBp: 1350, vatCategory: 'S', vatGround: null }],
  ['no rate', standard, undefined, { vatRateBp: 2550, vatCategory: 'S', vatGround: null }],
  ['no VAT', standard, 0, null],
  ['an old rate', standard, 2400, null],
  ['any rate under reverse charge', reverse, 2550, { vatRateBp: 0, vatCategory: 'AE', vatGround: null }],
  [
    'any rate of services to another EU country',
    { ...stated, vatTreatment: 'eu_services' as const },
    2550,
    { vatRateBp: 0, vatCategory: 'AE', vatGround: euServicesReason.text },
  ],
  ['any rate of exempt work', exempt, 2550, { vatRateBp: 0, vatCategory: 'E', vatGround: 'AVL 37 §' }],
  ['any rate of zero-rated work', zeroRated, 2550, { vatRateBp: 0, vatCategory: 'Z', vatGround: 'AVL 58 §' }],
  ['any rate outside Finnish VAT', outside, 1350, { vatRateBp: 0, vatCategory: 'O', vatGround: 'AVL 67 §' }],
  ['no VAT where nothing is stated', unstated, 0, { vatRateBp: 0, vatCategory: null, vatGround: null }],
])('a line with %s', (_, project, rate, vat) => {
  expect(lineVatOf(project, rate, now)).toEqual(vat)
})

describe('ranking', () => {
  const totals = { netCents: 10_000, vatCents: 1350 }
  test.each([
    ['net, if the client deducts VAT', standard, 10_000],
    ['the cost, if not', { ...standard, buyerDeductsVat: false }, 11_350],
    ['net under reverse charge', reverse, 10_000],
    ['net where nothing is stated, whatever a bidder chose', { ...unstated, buyerDeductsVat: false }, 10_000],
  ])('on %s', (_, project, cents) => {
    expect(rankedCents(totals, rankingOf(project))).toBe(cents)
  })

  test('on the VAT that a client pays itself under reverse charge and cannot deduct', () => {
    const ranking = rankingOf({ ...reverse, buyerDeductsVat: false })
    expect(rankedCents({ netCents: 10_000, vatCents: 0 }, ranking)).toBe(12_550)
  })
})

test('another treatment or ground taxes lines otherwise, deducting does not', () => {
  expect(taxesOther(standard, reverse)).toBe(true)
  expect(taxesOther(exempt, { ...exempt, vatGround: 'AVL 27 §' })).toBe(true)
  expect(taxesOther(standard, { ...standard, buyerDeductsVat: false })).toBe(false)
})
