import { expect, it } from 'vitest'
import { buyerKindOf } from './buyer-kind.ts'

const ids = { businessId: '1234567-1', vatNumber: null }

it.each([
  ['Rakennus Oy', 'business'],
  ['Kiinteistö Oy Torni', 'business'],
  ['Helsingin kaupunki', 'business'],
  ['Aurea', 'business'],
  ['Basra Oyj', 'business'],
  ['Asunto Oy Koivukuja', 'other'],
  ['As. Oy Helsingin Hilla', 'other'],
  ['As Oy Turun Aura', 'other'],
  ['Tampereen Asunto-osakeyhtiö Mäntylä', 'other'],
  ['Bostads Ab Ekgården', 'other'],
  ['Pihlajan asukasyhdistys ry', 'other'],
  ['Partiolippukunta R.Y.', 'other'],
  ['Hembygdsföreningen rf', 'other'],
  ['Kotien puolesta -säätiö sr', 'other'],
  ['Harry', 'business'],
])('%s with a business id buys as: %s', (name, kind) => {
  expect(buyerKindOf(null, { ...ids, name })).toBe(kind)
})

it('is a consumer without ids, and whatever the record of the client says', () => {
  const name = 'Asunto Oy Koivukuja'
  expect(buyerKindOf(null, { name: 'Matti Meikäläinen', businessId: null, vatNumber: null })).toBe('consumer')
  expect(buyerKindOf('business', { ...ids, name })).toBe('business')
  expect(buyerKindOf('consumer', { ...ids, name: 'Toiminimi Virtanen' })).toBe('consumer')
})
