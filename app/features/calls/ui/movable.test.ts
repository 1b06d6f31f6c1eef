import { expect, it } from 'vitest'
import { moved } from './movable.ts'

const window = { width: 400, height: 600 }
const box = { left: 160, top: 400, width: 224, height: 160 }

it('moves by what is asked for', () => {
  expect(moved({ x: -10, y: 0 }, { x: -24, y: -24 }, box, window)).toEqual({ x: -34, y: -24 })
})

it('stays inside the window', () => {
  expect(moved({ x: 0, y: 0 }, { x: 500, y: 500 }, box, window)).toEqual({ x: 8, y: 32 })
  expect(moved({ x: 0, y: 0 }, { x: -500, y: -500 }, box, window)).toEqual({ x: -152, y: -392 })
})

it('comes back inside when the window got smaller', () => {
  expect(moved({ x: 0, y: 0 }, { x: 0, y: 0 }, box, { width: 320, height: 500 })).toEqual({ x: -72, y: -68 })
})
