import { expect, it } from 'vitest'
import { businessIdOfNumber } from '#tests/setup/check-digits.ts'
import { missingSellerDetails } from './invoice-party.server.ts'

const seller = {
  ...{ country: 'FI', businessId: businessIdOfNumber(7), vatNumber: null, street: 'Myyjänkatu 1', postalCode: '00100' },
  ...{ city: 'Helsinki', iban: 'FI2112345600000785' },
}
const standard = { vatCategory: 'S', vatGround: null, vatRateBp: 2550, vatNote: null } as const

it.each([
  ['a line with Finnish VAT', seller, [standard], ['vatNumber']],
  ['no line that needs it', seller, [], []],
  ['a seller with one', { ...seller, vatNumber: `FI${businessIdOfNumber(7).replace('-', '')}` }, [standard], []],
  [
    'an empty company',
    { country: 'FI' },
    [standard],
    ['businessId', 'vatNumber', 'street', 'postalCode', 'city', 'iban'],
  ],
])('names everything at once that an invoice lacks of its seller: %s', (_case, details, lines, missing) => {
  expect(missingSellerDetails(details, lines)).toEqual(missing)
})
