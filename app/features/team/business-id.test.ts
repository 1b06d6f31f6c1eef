import { expect, it } from 'vitest'
import { finnishBusinessId } from './business-id.ts'

it.each([
  ['1234567-1', '1234567-1'],
  ['12345671', '1234567-1'],
  [' 3184207-5 ', '3184207-5'],
  ['0000000-0', '0000000-0'],
  ['1234567-2', null],
  ['1234567', null],
  ['12345678-1', null],
  ['123456a-1', null],
  // Its check digit would be 10; such numbers are not issued.
  ['1000003-1', null],
  ['', null],
])('%j is the business id %j', (text, id) => {
  expect(finnishBusinessId(text)).toBe(id)
})
