import { expect, it } from 'vitest'
import { businessIdOf, finnishBusinessId } from './business-id.server.ts'

it.each([
  ['1234567-1', '1234567-1'],
  ['12345671', '1234567-1'],
  [' 3184207-5 ', '3184207-5'],
  ['1234567-2', null],
  ['1234567', null],
  ['12345678-1', null],
  ['123456a-1', null],
  // Its check digit would be 10; such numbers are not issued.
  ['1000003-1', null],
  ['0000000-0', null],
  ['', null],
])('%j is the business id %j', (text, id) => {
  expect(finnishBusinessId(text)).toBe(id)
})

it.each([
  ['AX', '12345671', '1234567-1'],
  ['AX', '1234567-2', null],
  ['SE', '556677-8899', '556677-8899'],
  ['SE', '556677 8899', '556677-8899'],
  ['SE', '556677-8898', null],
  ['SE', '5566778', null],
  ['NO', '923 609 016', '923609016'],
  ['NO', '923609017', null],
  ['DK', '13585628', '13585628'],
  ['DK', '13585629', null],
  ['BE', '0403.170.701', '0403170701'],
  ['BE', '0403.170.702', null],
  ['DE', ' hrb  12345 b ', 'HRB 12345 B'],
  ['DE', 'none', null],
])('in %s %j is the business id %j', (country, text, id) => {
  expect(businessIdOf(text, country)).toBe(id)
})
