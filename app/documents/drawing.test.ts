import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countPoints, drawingFault, drawingGrid, maxDrawingPoints } from './drawing.ts'

const { width, height } = drawingGrid
const point = fc.tuple(fc.nat(width - 1), fc.nat(height - 1))
const stroke = fc.array(point, { minLength: 2, maxLength: 12 })
const pathOf = (strokes: readonly (readonly (readonly [number, number])[])[]) =>
  strokes.map((points) => points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('')).join('')

it('accepts whatever is drawn on the grid, unless it is no larger than a touch', () => {
  fc.assert(
    fc.property(fc.array(stroke, { minLength: 1, maxLength: 10 }), (strokes) => {
      const [xs, ys] = [strokes.flat().map(([x]) => x), strokes.flat().map(([, y]) => y)]
      const extent = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys))
      expect(drawingFault(pathOf(strokes))).toBe(extent < 30 ? 'tooSmall' : null)
      expect(countPoints(pathOf(strokes))).toBe(strokes.flat().length)
    }),
  )
})

it('refuses everything else that SVG could draw, and other ways to write the same drawing', () => {
  const well = 'M10 20L400 200'
  expect(drawingFault(well)).toBeNull()
  const wrong = [
    '',
    'M10 20',
    'L10 20L400 200',
    `${well}Z`,
    `${well}M40 40`,
    'm10 20l400 200',
    'M10 20C1 1 2 2 400 200',
    'M10,20L400,200',
    'M10 20 L400 200',
    ` ${well}`,
    `${well}\n`,
    'M010 20L400 200',
    'M-1 20L400 200',
    'M1.5 20L400 200',
    'M1e2 20L400 200',
    `M${width} 20L400 200`,
    `M10 ${height}L400 200`,
    'M10 20L1000 200',
    '<script>',
    '"/><script>alert(1)</script>',
    '[[10,20],[400,200]]',
  ]
  for (const path of wrong) expect([path, drawingFault(path)]).toEqual([path, 'unreadable'])
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (text) => {
      const fault = drawingFault(text)
      expect(fault === null || fault === 'tooSmall').toBe(
        /^(M\d+ \d+(L\d+ \d+)+)+$/.test(text) && fault !== 'unreadable',
      )
    }),
  )
})

it('has a bound of points, and so of characters', () => {
  const zigzag = (points: number) => pathOf([Array.from({ length: points }, (_, at) => [899 - (at % 2), 299] as const)])
  const wide = `${zigzag(maxDrawingPoints - 2)}M0 0L899 299`
  expect([countPoints(wide), drawingFault(wide)]).toEqual([maxDrawingPoints, null])
  expect(wide.length).toBeLessThanOrEqual(16_000)
  expect(drawingFault(`${wide}L0 0`)).toBe('tooLong')
  // Refused before it is read: a posted form may have a megabyte.
  expect(drawingFault('M'.repeat(1_000_000))).toBe('tooLong')
})
