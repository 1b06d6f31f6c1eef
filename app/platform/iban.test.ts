import { expect, test } from 'vitest'
import { mod97CheckDigits } from '#tests/setup/check-digits.ts'
import { compactIban, formatIban, hasMod97CheckDigits, isIban } from './iban.ts'

test.each([
  'FI79 4405 2020 0360 82',
  'fi7944052020036082',
  'DE89370400440532013000',
  'GB29NWBK60161331926819',
  'NO9386011117947',
  'FR1420041010050500013M02606',
  'SE4550000000058398257466',
  'AL47212110090000000235698741',
])('%s is valid', (text) => {
  expect(isIban(text)).toBe(true)
})

test.each([
  '',
  'FI79',
  'FI7944052020036083',
  'FI794405202003608',
  'FI79440520200360820',
  'XX7944052020036082',
  'FI79-4405-2020-0360-82',
  'F17944052020036082',
  'DE89370400440532013001',
])('%j is not', (text) => {
  expect(isIban(text)).toBe(false)
})

test('right check digits do not make up for a wrong length or country', () => {
  for (const [country, body] of [
    ['FI', '4405202003608'],
    ['FI', '440520200360821'],
    ['ZZ', '44052020036082'],
  ] as const) {
    expect(isIban(country + mod97CheckDigits(country, body) + body)).toBe(false)
  }
})

test('stored without spaces, printed in fours', () => {
  expect(compactIban(' fi79 4405 2020 0360 82')).toBe('FI7944052020036082')
  expect(formatIban('FI7944052020036082')).toBe('FI79 4405 2020 0360 82')
})

test('check digits', () => {
  expect(mod97CheckDigits('FI', '44052020036082')).toBe('79')
  expect(mod97CheckDigits('RF', '1234561')).toBe('34')
  expect(hasMod97CheckDigits('RF18539007547034')).toBe(true)
  expect(hasMod97CheckDigits('RF19539007547034')).toBe(false)
})
