import { expect, it } from 'vitest'
import { refusalOfVatCountry, vatNumberOf } from './vat-number.server.ts'

it.each([
  ['fi 1234567-1', 'FI12345671'],
  ['FI12345672', null],
  ['FI00000000', null],
  ['DK00000000', null],
  ['SE556703748501', 'SE556703748501'],
  ['SE123', null],
  ['DE 136 695 976', 'DE136695976'],
  ['DE136695977', null],
  ['ATU13585627', 'ATU13585627'],
  ['EL123456783', 'EL123456783'],
  ['NL004495445B01', 'NL004495445B01'],
  ['NO974760673MVA', 'NO974760673MVA'],
  ['CHE-116.281.710 MWST', 'CHE116281710MWST'],
  ['NO974760674MVA', null],
  // Sopharma AD, and what Belgium issues since its numbers with 0 ran out in 2023.
  ['BG831902088', 'BG831902088'],
  ['BE 1006.023.325', 'BE1006023325'],
  ['BE1006023326', null],
  // What countries issue since 2013 (Ireland), 2020 (the Netherlands) and 2021 (Northern Ireland, with the digits of GB).
  ['IE6433435OA', 'IE6433435OA'],
  ['NL000099998B57', 'NL000099998B57'],
  ['XI 980 7806 84', 'XI980780684'],
  ['XI980780685', null],
  // Some others are checked for their form only.
  ['MD1234567', 'MD1234567'],
  ['XI12', null],
  ['12345671', null],
  ['DE', null],
  ['DEABCDEF', null],
])('%j is the VAT number %j', (text, number) => {
  expect(vatNumberOf(text)).toBe(number)
})

it.each([
  ['FI', 'FI12345671'],
  ['AX', 'FI12345671'],
  ['SE', 'SE556703748501'],
  // A foreign builder or client that is registered for VAT in Finland.
  ['SE', 'FI12345671'],
  ['GR', 'EL123456783'],
  ['GB', 'XI980780684'],
  ['MC', 'FR40303265045'],
  ['CH', 'CHE116281710MWST'],
])('an address in %s goes with %s', (country, number) => {
  expect(refusalOfVatCountry(number, country)).toBeNull()
})

it.each([
  ['FI', 'SE556703748501', 'FI'],
  ['SE', 'DE136695976', 'SE%20%2F%20FI'],
  ['GR', 'GR123456783', 'EL%20%2F%20FI'],
  ['IE', 'XI980780684', 'IE%20%2F%20FI'],
])('an address in %s does not go with %s', (country, number, prefixes) => {
  expect(refusalOfVatCountry(number, country)).toBe(`validation:vatNumberCountry?prefixes=${prefixes}`)
})
