import { expect, test } from 'vitest'
import { epcPayment } from './epc-payment.ts'

const payment = {
  name: 'Groundwork',
  iban: 'FI79 4405 2020 0360 82',
  bic: 'HELSFIHH',
  amountCents: 488_315,
  currency: 'EUR',
  reference: '868516259619897',
}

test('has the lines of EPC069-12, with the viitenumero as its RF reference', () => {
  const lines = ['BCD', '002', '1', 'SCT', 'HELSFIHH', 'Groundwork', 'FI7944052020036082', 'EUR4883.15', '']
  expect(epcPayment(payment)?.split('\n')).toEqual([...lines, expect.stringMatching(/^RF\d\d868516259619897$/)])
  expect(
    epcPayment({ ...payment, reference: 'RF34 1234 561' })
      ?.split('\n')
      .at(-1),
  ).toBe('RF341234561')
})

test('keeps within the guideline: 331 bytes, a name of 70 characters on one line', () => {
  const long = epcPayment({ ...payment, name: `Ä\n${'ö'.repeat(100)}`, reference: '12345678901234567894' }) ?? ''
  expect(long.split('\n')).toHaveLength(10)
  expect([...(long.split('\n')[5] ?? '')]).toHaveLength(70)
  expect(Buffer.byteLength(long)).toBeLessThanOrEqual(331)
})

test.each([
  ['another currency', { currency: 'SEK' }],
  ['a wrong account', { iban: 'FI7944052020036083' }],
  ['a wrong reference', { reference: '123' }],
  ['nothing to pay', { amountCents: 0 }],
  ['a billion', { amountCents: 100_000_000_000 }],
])('is null for %s', (_, change) => {
  expect(epcPayment({ ...payment, ...change })).toBeNull()
})
