import { expect, test } from 'vitest'
import { unitCodeOf } from './unit-codes.ts'

test.each([
  ['m²', 'MTK'],
  ['m2', 'MTK'],
  ['M^2', 'MTK'],
  ['m³', 'MTQ'],
  ['m', 'MTR'],
  ['jm', 'MTR'],
  ['h', 'HUR'],
  ['tim.', 'HUR'],
  ['Stunden', 'HUR'],
  ['Std.', 'HUR'],
  ['d', 'DAY'],
  ['kk', 'MON'],
  ['pcs', 'H87'],
  ['kpl', 'H87'],
  ['Stück', 'H87'],
  ['copë', 'H87'],
  ['l', 'LTR'],
  ['kg', 'KGM'],
  ['t', 'TNE'],
  ['kWh', 'KWH'],
  ['erä', 'LS'],
  ['', 'C62'],
  ['lorry load', 'C62'],
  ['constructor', 'C62'],
])('the unit %s has the code %s', (unit, code) => {
  expect(unitCodeOf(unit)).toBe(code)
})
