import { expect, it } from 'vitest'
import { barChart } from './bar-chart.server.ts'

it('draws what came in upwards from zero and what went out downwards, on one scale', () => {
  const { bars, zero, ticks, path } = barChart(
    [
      { label: '2026-01', inCents: 100_000, outCents: -50_000 },
      { label: '2026-02', inCents: 0, outCents: 0 },
    ],
    'wide',
  )
  const [first, second] = bars
  expect(first?.in.y).toBeLessThan(zero)
  expect((first?.in.y ?? 0) + (first?.in.height ?? 0)).toBeCloseTo(zero, 0)
  expect(first?.out.y).toBe(zero)
  expect(first?.in.height).toBeCloseTo(2 * (first?.out.height ?? 0), 0)
  expect([second?.in.height, second?.out.height]).toEqual([0, 0])
  expect(ticks.map(({ cents }) => cents)).toEqual([-100_000, -50_000, 0, 50_000, 100_000])
  expect(path).toMatch(/^M[\d.,]+L[\d.,]+$/)
})

it('draws a year without anything as a line at zero, on a scale of whole amounts', () => {
  const { bars, ticks } = barChart([{ label: '2026-01', inCents: 0, outCents: 0 }], 'narrow')
  expect(bars).toMatchObject([{ in: { height: 0 }, out: { height: 0 } }])
  expect(ticks.map(({ cents }) => cents)).toEqual([0, 100, 200, 300, 400, 500])
})
