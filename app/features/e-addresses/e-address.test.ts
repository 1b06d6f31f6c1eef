import { expect, test } from 'vitest'
import { eAddressOf, eOperatorOf, refusalsOfEAddress } from './e-address.server.ts'

test.each([
  ['0216', '003712345671', '003712345671'],
  ['0216', '0037 1234567 1 AB1', '003712345671AB1'],
  ['0216', '003712345672', null],
  ['0216', '12345671', null],
  ['0212', '1234567-1', '1234567-1'],
  ['0212', '1234567-2', null],
  ['0212', '12345671', null],
  ['0213', 'fi12345671', 'FI12345671'],
  ['0213', 'DE136695976', null],
  ['0088', '7300010000001', '7300010000001'],
  ['0088', '7300010000002', null],
  ['9930', 'DE136695976', 'DE136695976'],
  ['9930', 'DE136695975', null],
  ['0007', '5567321707', '5567321707'],
  ['0007', '5567321708', null],
  ['0192', '974760673', '974760673'],
  ['0192', '974760674', null],
  ['0208', '0202239951', '0202239951'],
  ['0208', '0202239952', null],
  ['0009', '732 829 320 00074', '73282932000074'],
  ['0009', '12345678901234', null],
  ['0009', '35600000000048', '35600000000048'],
  ['0009', '35600000009075', '35600000009075'],
  ['0009', '35600000009076', null],
  ['0184', 'DK30715063', 'DK30715063'],
  ['0184', '35408002', '35408002'],
  ['0184', '12345678', null],
  ['0204', '04011000-1234512345-06', '04011000-1234512345-06'],
  ['0204', '04011000-1234512345-99', null],
  ['0204', '04011000-abc12-83', '04011000-ABC12-83'],
  ['0204', '04011000-ABC21-83', null],
  ['0204', '11-65', '11-65'],
  ['0204', '11-66', null],
  ['0191', '12345678', '12345678'],
  ['0191', '12345679', null],
  ['IBAN', 'FI21 1234 5600 0007 85', 'FI2112345600000785'],
  ['IBAN', 'FI2112345600000786', null],
  ['9999', '1', null],
])('scheme %s, address %s', (scheme, typed, address) => {
  expect(eAddressOf(scheme, typed)).toBe(address)
})

test('an operator is a BIC or an OVT code', () => {
  expect(['dabafihh', '003721291126', 'x', 'a b'].map(eOperatorOf)).toEqual(['DABAFIHH', '003721291126', null, null])
})

test.each([
  [null, null, null, {}],
  ['0216', '003712345671', 'DABAFIHH', {}],
  [null, '003712345671', null, { eScheme: 'validation:choice' }],
  ['9999', '003712345671', null, { eAddress: 'eaddress:refused.eAddress' }],
  ['0216', '003712345672', 'x', { eAddress: 'eaddress:refused.eAddress', eOperator: 'eaddress:refused.eOperator' }],
  ['0216', null, null, { eAddress: 'validation:required' }],
  ['IBAN', 'FI2112345600000785', null, { eOperator: 'validation:required' }],
])('kind %s, address %s and operator %s are refused for %j', (eScheme, eAddress, eOperator, refused) => {
  const found = refusalsOfEAddress({ eScheme, eAddress, eOperator })
  expect(Object.fromEntries(found.map(({ field, message }) => [field, message]))).toEqual(refused)
})
