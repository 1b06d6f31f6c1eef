import { expect, test } from 'vitest'
import { isBusinessId, isVatNumber, reverseChargeRefusal } from './vat-rates.ts'

test('reverse charge requires the VAT numbers of both parties', () => {
  const good = { sellerVatNumber: 'FI01120389', buyerVatNumber: 'FI20774740' }
  expect(reverseChargeRefusal(good)).toBeNull()
  expect(reverseChargeRefusal({ ...good, sellerVatNumber: null })).toBe('invoicing:refused.sellerVatNumberNeeded')
  expect(reverseChargeRefusal({ ...good, buyerVatNumber: 'FI20774741' })).toBe('invoicing:refused.buyerVatNumberNeeded')
})

test('VAT numbers and business ids', () => {
  // Nokia, and the example of a Finnish VAT number in python-stdnum.
  for (const good of ['FI01120389', 'FI 2077474-0', 'fi20774740', 'SE556012579001', 'DE136695976']) {
    expect([good, isVatNumber(good)]).toEqual([good, true])
  }
  for (const bad of ['', '01120389', 'FI0112038', 'FI01120388', 'FI011203899', 'XX123456', 'US123456789']) {
    expect([bad, isVatNumber(bad)]).toEqual([bad, false])
  }
  expect(isBusinessId('0112038-9')).toBe(true)
  expect(isBusinessId('2077474-0')).toBe(true)
  expect(isBusinessId('0112038-8')).toBe(false)
  expect(isBusinessId('01120389')).toBe(false)
  expect(isBusinessId('0000000-0')).toBe(false)
  expect(isBusinessId('0000001-0')).toBe(false)
})
