import { expect, test } from 'vitest'
import { virtualBarcode } from './virtual-barcode.ts'

const invoice = {
  iban: 'FI79 4405 2020 0360 82',
  amountCents: 488_315,
  currency: 'EUR',
  reference: '868516259619897',
  dueDate: '2010-06-12',
}

test('version 4, the example published by Finance Finland', () => {
  expect(virtualBarcode(invoice)).toBe('479440520200360820048831500000000868516259619897100612')
})

test('version 5 contains an RF reference', () => {
  expect(virtualBarcode({ ...invoice, reference: 'RF341234561' })).toBe(
    `5${'7944052020036082'}${'00488315'}${'34'}${'000000000000001234561'}${'100612'}`,
  )
})

test('without a due date the date is zeros', () => {
  expect(virtualBarcode({ ...invoice, dueDate: null })?.slice(-6)).toBe('000000')
})

test('always 54 digits, up to a cent below a million', () => {
  for (const reference of ['1232', 'RF341234561', '86851 62596 19897']) {
    for (const amountCents of [1, 99_999_999]) {
      expect(virtualBarcode({ ...invoice, reference, amountCents })).toMatch(/^\d{54}$/)
    }
  }
})

test.each([
  ['a million', { amountCents: 100_000_000 }],
  ['nothing to pay', { amountCents: 0 }],
  ['another currency', { currency: 'USD' }],
  ['an account abroad', { iban: 'DE89370400440532013000' }],
  ['a wrong account', { iban: 'FI7944052020036083' }],
  ['a wrong reference', { reference: '123' }],
])('is null for %s', (_, change) => {
  expect(virtualBarcode({ ...invoice, ...change })).toBeNull()
})
