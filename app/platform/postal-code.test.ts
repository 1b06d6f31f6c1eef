import { expect, it } from 'vitest'
import { isPostalCode } from './postal-code.server.ts'

it.each([
  ['00100', 'FI', true],
  ['FI-00100', 'FI', true],
  ['ABCDE', 'FI', false],
  ['114 55', 'SE', true],
  ['1145', 'SE', false],
  ['SW1A 1AA', 'GB', true],
  ['00100', 'GB', false],
  ['MD-2001', 'MD', true],
  ['DK-1000', 'DK', true],
  ['D02 X285', 'IE', true],
  ['10000', 'XK', true],
  ['00000', 'FI', false],
  ['00000', 'US', false],
  ['0000 AA', 'NL', false],
  ['1; DROP TABLE', 'XK', false],
])('%j in %s: %s', (code, country, isRight) => {
  expect(isPostalCode(code, country)).toBe(isRight)
})
