import { expect, it } from 'vitest'
import { clockOf, fileSizeOf, fitInto } from './media-file.ts'

it.each([
  [0, 'b', 0],
  [1023, 'b', 1023],
  [1024, 'kb', 1],
  [1536, 'kb', 1.5],
  [10_239, 'kb', 10],
  [250_000, 'kb', 244],
  [1_048_000, 'kb', 1023],
  [1_048_570, 'mb', 1],
  [5_767_168, 'mb', 5.5],
  [100_000_000, 'mb', 95],
] as const)('says %i bytes as people do', (bytes, unit, value) => {
  expect(fileSizeOf(bytes)).toEqual({ unit, value })
})

it.each([
  [0, '0:00'],
  [999, '0:00'],
  [61_000, '1:01'],
  [600_000, '10:00'],
  [Number.POSITIVE_INFINITY, '0:00'],
  [-5, '0:00'],
])('says %d ms on the clock', (ms, expected) => {
  expect(clockOf(ms)).toBe(expected)
})

it('fits a picture into its box, and never enlarges it', () => {
  const box = { width: 320, height: 320 }
  expect(fitInto({ width: 4000, height: 3000 }, box)).toEqual({ width: 320, height: 240 })
  expect(fitInto({ width: 100, height: 50 }, box)).toEqual({ width: 100, height: 50 })
  expect(fitInto({ width: 9000, height: 2 }, box)).toEqual({ width: 320, height: 1 })
})
