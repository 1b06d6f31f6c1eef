import { expect, it } from 'vitest'
import { validityOf, warnDays } from './seal-certificate.server.ts'

it('is valid from its first to its last second, and ends soon for the days before', () => {
  const [from, to] = [Date.UTC(2026, 0, 1, 12), Date.UTC(2027, 0, 1, 12)]
  const certificate = { validFrom: 'Jan  1 12:00:00 2026 GMT', validTo: 'Jan  1 12:00:00 2027 GMT' }
  const stateAt = (at: number) => validityOf(certificate, at).state
  const warned = to - warnDays * 86_400_000
  expect([from - 1, from, warned, warned + 1, to, to + 999, to + 1000].map(stateAt)).toEqual([
    ...['not_yet', 'valid', 'valid'],
    ...['ending', 'ending', 'ending', 'ended'],
  ])
  expect(validityOf(certificate, from)).toEqual({ state: 'valid', from, to })
})
