import { expect, it } from 'vitest'
import { formatFor } from './format.ts'

it('leaves the decimals out of whole amounts only: no amount is rounded', () => {
  const { money } = formatFor('en', 'Europe/Helsinki')
  expect(money(1_200_000, 'EUR', { decimals: false })).toBe('€12,000')
  expect(money(1_200_050, 'EUR', { decimals: false })).toBe('€12,000.50')
  expect(money(1_200_000, 'EUR')).toBe('€12,000.00')
})
