import { expect, it } from 'vitest'
import { addressKey } from './address-key.server.ts'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2'],
  ['2001:DB8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  [`fe80::1%${'x'.repeat(1000)}`, 'fe80:0:0:0'],
  ['x'.repeat(1000), 'unknown'],
  [null, 'unknown'],
])('counts %s as %s', (address, key) => expect(addressKey(address)).toBe(key))
