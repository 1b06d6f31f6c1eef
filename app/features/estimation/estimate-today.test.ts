import { expect, it } from 'vitest'
import type { EstimateInput } from './estimate.ts'
import { estimateToday } from './estimate-today.server.ts'

const input: EstimateInput = {
  ...{ projectTypes: ['roofing'], areaCenti: 10_000, quality: 'standard', urgency: 'normal' },
  additionalFeatures: [],
}

it.each([
  // Finland's standard rate, by the day in Finland (Finnish VAT Act, section 84): €17,000 at 24 % and at 25.5 %.
  ['2024-08-31T20:59:59Z', 2400, 2_108_000, null],
  ['2024-08-31T21:00:00Z', 2550, 2_133_500, 2400],
  ['2026-11-27T12:00:00Z', 2550, 2_133_500, 2400],
])('at %s has VAT at %i basis points', (at, vatRateBp, totalCents, guideBp) => {
  const made = estimateToday(input, Date.parse(at))
  expect(made).toMatchObject({ vatRateBp, totalCents, subtotalCents: 1_700_000 })
  expect(made.guide?.vatRateBp ?? null).toBe(guideBp)
  if (made.guide) expect(made.guide.totalCents).toBe(2_108_000)
})
