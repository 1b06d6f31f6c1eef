import { expect, it } from 'vitest'
import { fitted, layoutOf } from './layout.ts'

it('puts people into a grid whose last row is in the middle, within the picture', () => {
  expect(layoutOf(1, false, 960, 540).tiles).toEqual([{ x: 0, y: 0, width: 960, height: 540 }])
  const three = layoutOf(3, false, 960, 540).tiles
  expect(three[2]).toEqual({ x: 240, y: 270, width: 480, height: 270 })
  for (let people = 1; people <= 8; people += 1) {
    for (const hasScreen of [false, true]) {
      const { tiles } = layoutOf(people, hasScreen, 960, 540)
      expect(tiles).toHaveLength(people)
      for (const { x, y, width, height } of tiles) {
        expect(x >= 0 && y >= 0 && x + width <= 960 && y + height <= 540).toBe(true)
      }
    }
  }
})

it('shows a screen large, with the people beside it', () => {
  const { screen, tiles } = layoutOf(2, true, 960, 540)
  expect(screen).toEqual({ x: 0, y: 0, width: 768, height: 540 })
  expect(tiles.map(({ x, y }) => [x, y])).toEqual([
    [768, 0],
    [768, 108],
  ])
})

it('cuts a picture to its box, or shows all of it', () => {
  const box = { x: 0, y: 0, width: 100, height: 100 }
  expect(fitted({ width: 200, height: 100 }, box, 'cover').from).toEqual({ x: 50, y: 0, width: 100, height: 100 })
  expect(fitted({ width: 200, height: 100 }, box, 'contain').to).toEqual({ x: 0, y: 25, width: 100, height: 50 })
})
