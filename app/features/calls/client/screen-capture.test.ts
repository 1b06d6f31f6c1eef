import { expect, it } from 'vitest'
import { looksLikeOwnWindow } from './screen-capture.ts'

const own = { innerWidth: 1280, innerHeight: 720, outerWidth: 1296, outerHeight: 839, devicePixelRatio: 1.5 }

it.each([
  [1280, 720, true],
  [1281, 719, true],
  [1920, 1080, true],
  [1296, 839, true],
  [1944, 1258, true],
  [1280, 839, false],
  [2560, 1440, false],
  [1280, undefined, false],
])('%i × %s is this window: %s', (width, height, same) => {
  expect(looksLikeOwnWindow({ width, ...(height !== undefined && { height }) }, own)).toBe(same)
})
