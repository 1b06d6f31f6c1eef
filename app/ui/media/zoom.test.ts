import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keepInside, nearestZoom, pinch, stepZoom, wholeImage, zoomAt } from './zoom.ts'

const fitted = { width: 400, height: 300 }
const stage = { width: 500, height: 500 }

describe('looking at an image', () => {
  it('zooms from 0.5 to 4 in steps of 0.5, and no further', () => {
    const steps = [1]
    for (let index = 0; index < 9; index += 1) steps.push(stepZoom(steps.at(-1) ?? 1, 1))
    expect(steps).toEqual([1, 1.5, 2, 2.5, 3, 3.5, 4, 4, 4, 4])
    expect([stepZoom(1, -1), stepZoom(0.5, -1)]).toEqual([0.5, 0.5])
  })

  it('snaps to a step after a pinch', () => {
    expect([nearestZoom(1.2), nearestZoom(1.3), nearestZoom(9), nearestZoom(0.1)]).toEqual([1, 1.5, 4, 0.5])
  })

  it('keeps the point under the pointer in place', () => {
    const at = { x: 120, y: -80 }
    const before = { zoom: 1.5, x: 10, y: 20 }
    const after = zoomAt(before, 3, at)
    const placeOf = (view: typeof before) => [(at.x - view.x) / view.zoom, (at.y - view.y) / view.zoom]
    expect(placeOf(after)).toEqual(placeOf(before))
  })

  it('never leaves a gap beside an image that is larger than the stage, and centres a smaller one', () => {
    expect(keepInside({ zoom: 1, x: 70, y: 70 }, fitted, stage)).toEqual(wholeImage)
    expect(keepInside({ zoom: 2, x: 900, y: -900 }, fitted, stage)).toEqual({ zoom: 2, x: 150, y: -50 })
    const number = fc.integer({ min: -5000, max: 5000 })
    const zooms = fc.double({ min: 0.5, max: 4, noNaN: true })
    fc.assert(
      fc.property(number, number, zooms, (x, y, zoom) => {
        const view = keepInside({ zoom, x, y }, fitted, stage)
        const reach = Math.max(0, (fitted.width * zoom - stage.width) / 2)
        return Math.abs(view.x) <= reach && (view.x === x || Math.abs(view.x) === reach || reach === 0)
      }),
    )
  })

  it('zooms by the distance of two fingers and follows their midpoint', () => {
    const from = [
      { x: -50, y: 0 },
      { x: 50, y: 0 },
    ] as [{ x: number; y: number }, { x: number; y: number }]
    const apart = pinch(wholeImage, from, [
      { x: -100, y: 0 },
      { x: 100, y: 0 },
    ])
    expect(apart).toEqual({ zoom: 2, x: 0, y: 0 })
    const moved = pinch(wholeImage, from, [
      { x: -30, y: 40 },
      { x: 70, y: 40 },
    ])
    expect(moved).toEqual({ zoom: 1, x: 20, y: 40 })
  })
})
