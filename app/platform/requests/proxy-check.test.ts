import { expect, it } from 'vitest'
import { contradictionOf, hourlyWarning } from './proxy-check.server.ts'

const forwarded = (addresses: string) => ({ 'x-forwarded-for': addresses })

it.each([
  ['no proxy', {}, 0, null],
  ['a proxy that was forgotten', forwarded('203.0.113.7'), 0, 'TRUST_PROXY is 0'],
  ['Fly, forgotten', { 'fly-client-ip': '203.0.113.7' }, 0, 'TRUST_PROXY is 0'],
  ['one proxy', forwarded('203.0.113.7'), 1, null],
  ['one proxy, and an address that the client made up', forwarded('198.51.100.1, 203.0.113.7'), 1, null],
  ['no proxy where one is trusted', {}, 1, 'TRUST_PROXY is 1'],
  ['an empty header where one is trusted', forwarded(''), 1, 'TRUST_PROXY is 1'],
  ['one proxy where two are trusted', forwarded('203.0.113.7'), 2, 'TRUST_PROXY is 2'],
  ['two proxies', forwarded('203.0.113.7, 10.0.0.2'), 2, null],
])('%s', (_case, headers, proxies, warning) => {
  if (warning === null) expect(contradictionOf(headers, proxies)).toBeNull()
  else expect(contradictionOf(headers, proxies)).toContain(warning)
})

it('warns of the first contradiction, and then once an hour with the number since', () => {
  const due = hourlyWarning()
  const minute = 60_000
  const warnings = [0, 1, 59, 60, 61, 119, 120, 400].map((at) => due(at * minute)?.since ?? null)
  expect(warnings).toEqual([1, null, null, 3, null, null, 3, 1])
})
