import { describe, expect, it } from 'vitest'
import { certificateKinds } from '#db/vocabulary/qualifications.ts'
import { type CertificateState, certificateState, monthsAfter, youngUntil } from './certificate.ts'

it.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-11-30', 3, '2029-02-28'],
  ['2027-11-30', 3, '2028-02-29'],
  ['2026-08-22', 3, '2026-11-22'],
  ['2026-12-31', 12, '2027-12-31'],
])('%s and %i months are %s', (day, months, later) => expect(monthsAfter(day, months)).toBe(later))

it('the Act limits the age of its own certificates alone', () => {
  const issuedOn = '2026-08-22'
  const limited = certificateKinds.filter((kind) => youngUntil({ kind, issuedOn }) !== null)
  expect(limited).toEqual([
    ...['trade_register', 'tax_registers', 'tax_debt', 'pension_insurance', 'accident_insurance'],
    ...['collective_agreement', 'occupational_health'],
  ])
})

describe('a certificate is relied on', () => {
  const insurance = { kind: 'liability_insurance', issuedOn: '2026-01-01', validUntil: '2026-12-31' } as const
  const extract = { kind: 'trade_register', issuedOn: '2026-08-22', validUntil: null } as const
  it.each<[Parameters<typeof certificateState>[0], string, CertificateState]>([
    [insurance, '2025-12-31', 'notYet'],
    [insurance, '2026-01-01', 'valid'],
    [insurance, '2026-11-30', 'valid'],
    [insurance, '2026-12-01', 'ending'],
    [insurance, '2026-12-31', 'ending'],
    [insurance, '2027-01-01', 'expired'],
    [extract, '2026-11-22', 'valid'],
    [extract, '2026-11-23', 'tooOld'],
    [{ ...extract, validUntil: '2026-09-01' }, '2026-09-02', 'expired'],
    [{ ...insurance, validUntil: null }, '2026-06-30', 'valid'],
    [{ ...insurance, validUntil: null }, '2027-01-01', 'ending'],
    [{ ...insurance, validUntil: null }, '2027-01-02', 'expired'],
    [{ ...insurance, kind: 'works_insurance', validUntil: null }, '2027-01-02', 'expired'],
    [{ ...insurance, kind: 'tax_numbers', validUntil: null }, '2036-01-01', 'valid'],
  ])('%o on %s: %s', (certificate, day, state) => expect(certificateState(certificate, day)).toBe(state))
})
