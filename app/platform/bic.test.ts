import { expect, it } from 'vitest'
import { isBic } from './bic.ts'

it.each([
  ['NDEAFIHH', true],
  ['NDEAFIHHXXX', true],
  ['NDEAFIH', false],
  ['NDEAFIHHXX', false],
  ['NDEA1IHH', false],
])('%s as a BIC: %s', (text, right) => {
  expect(isBic(text)).toBe(right)
})
