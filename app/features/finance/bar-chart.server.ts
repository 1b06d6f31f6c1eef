import { scaleBand, scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'

export type ChartPoint = { label: string; inCents: number; outCents: number }

/** The geometry of a chart of what came in and went out, in the units of its view box. Computed on the server: a browser gets numbers. */
export type BarChart = {
  width: number
  height: number
  zero: number
  ticks: { y: number; cents: number }[]
  bars: { x: number; width: number; label: string; in: Bar; out: Bar }[]
  /** The path of the differences. */
  path: string
}
type Bar = { y: number; height: number }

const size = { width: 640, height: 240, left: 96, bottom: 28, top: 12 }

/** Bars above zero for what came in and below it for what went out, and a line for the difference. `outCents` is not above zero. */
export function barChart(points: readonly ChartPoint[]): BarChart {
  const { width, height, left, bottom, top } = size
  const most = Math.max(1, ...points.map(({ inCents }) => inCents))
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
  return { width, height, zero: round(zero), ticks, bars, path: path ?? '' }
}
