import { expect, it } from 'vitest'
import { reactionEmoji } from '#app/features/messages/limits.ts'
import { composerEmoji } from './emoji.ts'
import { gridMove } from './emoji-grid.tsx'

it('has 32 emoji to write with and 16 to react with', () => {
  expect([new Set(composerEmoji).size, new Set(reactionEmoji).size]).toEqual([32, 16])
})

it.each([
  ['ArrowRight', 0, 1, 1],
  ['ArrowRight', 7, 1, 8],
  ['ArrowRight', 31, 1, 31],
  ['ArrowLeft', 0, 1, 0],
  ['ArrowLeft', 3, -1, 4],
  ['ArrowDown', 3, 1, 11],
  ['ArrowDown', 28, 1, 28],
  ['ArrowUp', 11, 1, 3],
  ['Home', 20, 1, 0],
  ['End', 20, 1, 31],
  ['a', 20, 1, null],
] as const)('%s leads from %i (%i) to %s', (key, index, rightward, to) => {
  expect(gridMove(key, { index, count: 32, columns: 8, rightward })).toBe(to)
})
