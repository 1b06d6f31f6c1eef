import { expect, it } from 'vitest'
import type { ComparisonRow } from '#app/features/bids/comparison.ts'
import { formatFor } from '#app/i18n/format.ts'
import { askedOf } from './comparison-asked.ts'

it.each([
  ['m2', 120_000, 'unit', 'asked 120 m2'],
  ['m2', 120_000, 'target', 'asked 120 m2 · target'],
  ['LS', 1000, 'fixed', 'fixed'],
  ['LS', 2000, 'fixed', 'asked 2 LS · fixed'],
  ['LS', 1000, 'unit', 'asked 1 LS'],
] as const)('of %s, %i thousandths and a %s price it says "%s"', (unit, quantityMilli, priceForm, said) => {
  const row = { requested: { unit, quantityMilli, priceForm } } as ComparisonRow
  const t = (_key: string, values: { quantity: string; unit: string }) => `asked ${values.quantity} ${values.unit}`
  const format = formatFor('en', 'UTC')
  expect(askedOf(row, { t: t as never, formName: (form) => form, format })).toBe(said)
})
