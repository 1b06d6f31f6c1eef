import { describe, expect, test } from 'vitest'
import { parseVatChoice } from './vat-choice.ts'
import { refusalOfVat } from './vat-grounds.server.ts'

/** VAT numbers that their holders publish: Nokia, Kone, Ericsson, Siemens, Equinor. */
const nokia = { country: 'FI', businessId: '0112038-9', vatNumber: 'FI01120389' }
const kone = { country: 'FI', businessId: '1927400-1', vatNumber: 'FI19274001' }
const ericsson = { country: 'SE', businessId: '556016-0680', vatNumber: 'SE556016068001' }
const siemens = { country: 'DE', businessId: 'HRB 6684', vatNumber: 'DE129274202' }
const siemensInFinland = { ...siemens, vatNumber: 'FI20774740' }
const equinor = { country: 'NO', businessId: '923609016', vatNumber: 'NO923609016MVA' }
const unregistered = { country: 'FI', businessId: '0112038-9', vatNumber: null }
const nobody = { country: 'FI', businessId: null, vatNumber: null }
const forged = (vatNumber: string) => ({ country: 'DE', businessId: null, vatNumber })

describe('the ground of VAT', () => {
  test.each([
    ['2550', nokia, kone, null],
    ['2550', nokia, ericsson, null],
    ['2550', unregistered, kone, 'sellerVatNumberNeeded'],
    ['2550', nobody, kone, 'sellerVatNumberNeeded'],
    // A German company's own domestic VAT is not Finland's; it may be registered here.
    ['2550', siemens, siemens, 'sellerNotInFinnishVat'],
    ['2550', siemens, kone, 'sellerNotInFinnishVat'],
    ['2550', siemensInFinland, kone, null],
    ['Z', siemens, kone, 'sellerNotInFinnishVat'],
    ['Z', unregistered, kone, 'sellerVatNumberNeeded'],
    ['Z', nokia, kone, null],
    // Section 8 c is for buyers that are registered in Finland.
    ['AE', nokia, kone, null],
    ['AE', nokia, siemens, 'buyerNotInFinnishVat'],
    ['AE', nokia, siemensInFinland, null],
    ['AE', nokia, unregistered, 'buyerVatNumberNeeded'],
    ['AE', unregistered, kone, 'sellerVatNumberNeeded'],
    ['AE', nokia, forged('DEXX'), 'buyerVatNumberNeeded'],
    // Articles 44 and 196: two registered businesses in two countries of the Union.
    ['AE_services', nokia, siemens, null],
    ['AE_services', siemens, kone, null],
    ['AE_services', nokia, kone, 'buyerNotInOtherCountry'],
    ['AE_services', nokia, equinor, 'buyerNotInOtherCountry'],
    ['AE_services', nokia, forged('DE129274203'), 'buyerVatNumberNeeded'],
    ['AE_services', nokia, { ...equinor, country: 'GB', vatNumber: 'XI110305878' }, 'buyerNotInOtherCountry'],
    // Section 9: whoever is established abroad and not registered here leaves the tax to the buyer.
    ['AE_foreign', siemens, kone, null],
    ['AE_foreign', equinor, kone, null],
    ['AE_foreign', siemensInFinland, kone, 'sellerInFinnishVat'],
    ['AE_foreign', nokia, kone, 'sellerInFinnishVat'],
    ['AE_foreign', siemens, ericsson, 'buyerNotInFinnishVat'],
    ['K', nokia, ericsson, null],
    ['K', nokia, { ...equinor, country: 'GB', vatNumber: 'XI110305878' }, null],
    ['K', nokia, kone, 'buyerNotInOtherCountry'],
    ['K', nokia, equinor, 'buyerNotInOtherCountry'],
    ['K', siemens, ericsson, 'sellerNotInFinnishVat'],
    ['G', nokia, equinor, null],
    ['G', nokia, ericsson, 'buyerInUnion'],
    ['G', unregistered, equinor, 'sellerVatNumberNeeded'],
    ['E_small', unregistered, kone, null],
    ['E_small', nokia, kone, 'sellerInVat'],
    ['E_small', nobody, kone, 'sellerIdNeeded'],
    ['E', unregistered, kone, null],
    ['E', nobody, kone, 'sellerIdNeeded'],
    ['O', unregistered, equinor, null],
  ])('%s from %j to %j: %s', (choice, seller, buyer, refusal) => {
    const line = parseVatChoice(choice)
    if (!line) throw new Error(choice)
    expect(refusalOfVat(line, { seller, buyer })).toBe(refusal && `invoicing:refused.${refusal}`)
  })

  test('belongs to its category', () => {
    const parties = { seller: nokia, buyer: kone }
    for (const line of [
      { vatCategory: 'AE' as const, vatRateBp: 0, vatGround: null },
      { vatCategory: 'S' as const, vatRateBp: 2550, vatGround: 'export' as const },
      { vatCategory: 'K' as const, vatRateBp: 0, vatGround: 'construction' as const },
    ])
      expect(refusalOfVat(line, parties)).toBe('invoicing:refused.vatGround')
  })
})
