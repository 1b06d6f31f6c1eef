import { scaleBand, scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'

export type ChartPoint = { label: string; inCents: number; outCents: number }

/** The geometry of a chart of what came in and went out, in the units of its view box. Computed on the server: a browser gets numbers. */
export type BarChart = {
  width: number
  height: number
  /** Where the bars begin; the amounts of the scale are before it. */
  left: number
  zero: number
  ticks: { y: number; cents: number }[]
  bars: { x: number; width: number; label: string; in: Bar; out: Bar }[]
  /** The path of the differences. */
  path: string
}
type Bar = { y: number; height: number }

const frame = { height: 240, bottom: 28, top: 12 }
/** The least that the scale reaches to (cents), so that each of its amounts is whole. */
const leastScale = 500
const sizes = { wide: { width: 640, left: 96 }, narrow: { width: 340, left: 84 } }

/** The chart for wide screens and for phones, in whose width the other one could not be read. */
export const barCharts = (points: readonly ChartPoint[]): Record<keyof typeof sizes, BarChart> => ({
  wide: barChart(points, 'wide'),
  narrow: barChart(points, 'narrow'),
})

/** Bars above zero for what came in and below it for what went out, and a line for the difference. `outCents` is not above zero. */
export function barChart(points: readonly ChartPoint[], size: keyof typeof sizes): BarChart {
  const { height, bottom, top } = frame
  const { width, left } = sizes[size]
  const most = Math.max(leastScale, ...points.map(({ inCents }) => inCents))
  const least = Math.min(0, ...points.map(({ outCents }) => outCents))
  const y = scaleLinear([least, most], [height - bottom, top]).nice(5)
  const x = scaleBand(
    points.map(({ label }) => label),
    [left, width],
  ).padding(0.3)
  const round = (value: number) => Math.round(value * 10) / 10
  const zero = y(0)
  const bars = points.map(({ label, inCents, outCents }) => ({
    x: round(x(label) ?? left),
    width: round(x.bandwidth()),
    label,
    in: { y: round(y(inCents)), height: round(zero - y(inCents)) },
    out: { y: round(zero), height: round(y(outCents) - zero) },
  }))
  const path = line<ChartPoint>(
    ({ label }) => round((x(label) ?? left) + x.bandwidth() / 2),
    ({ inCents, outCents }) => round(y(inCents + outCents)),
  )(points)
  const ticks = y.ticks(5).map((cents) => ({ y: round(y(cents)), cents }))
  return { width, height, left, zero: round(zero), ticks, bars, path: path ?? '' }
}
