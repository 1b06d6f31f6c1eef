import { expect, it } from 'vitest'
import { endOf } from './captions.ts'

it('keeps the end of a long caption, from the beginning of a word on', () => {
  expect(endOf('  The slab is poured. ')).toBe('The slab is poured.')
  expect(endOf('The slab is poured', 9)).toBe('is poured')
  expect(endOf('The slab is poured', 8)).toBe('poured')
  expect(endOf('Vesikattorakenne', 4)).toBe('enne')
})
