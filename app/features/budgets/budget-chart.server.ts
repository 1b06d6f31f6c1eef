import { scaleLinear } from 'd3-scale'
import { type BudgetRow, forecastOf } from './budget.ts'

type Bar = { x: number; width: number }

/** The geometry of a chart of budget and forecast by category, in the units of its view box. Computed on the server: a browser gets numbers. */
export type BudgetChart = {
  width: number
  height: number
  ticks: { x: number; cents: number }[]
  rows: (Pick<BudgetRow, 'category' | 'ownCategoryId'> & { y: number; budget: Bar; actual: Bar; committed: Bar })[]
}

const frame = { row: 52, top: 8, bottom: 28, right: 40 }
const sizes = { wide: { width: 640, ticks: 4 }, narrow: { width: 340, ticks: 2 } }

/** The chart for wide screens and for phones, in whose width the other one could not be read. */
export const budgetCharts = (rows: readonly BudgetRow[]): Record<keyof typeof sizes, BudgetChart> => ({
  wide: budgetChart(rows, 'wide'),
  narrow: budgetChart(rows, 'narrow'),
})

/** For each category a bar of its budget, and below it one of what was paid with what is agreed behind it. */
export function budgetChart(rows: readonly BudgetRow[], size: keyof typeof sizes): BudgetChart {
  const { row, top, bottom, right } = frame
  const { width, ticks } = sizes[size]
  const ends = rows.flatMap((of) => [of.budgetCents, of.actualCents, forecastOf(of)])
  const x = scaleLinear([Math.min(0, ...ends), Math.max(1, ...ends)], [0, width - right]).nice(ticks)
  const round = (value: number) => Math.round(value * 10) / 10
  const bar = (from: number, to: number): Bar => {
    const [start, end] = [x(Math.min(from, to)), x(Math.max(from, to))]
    return { x: round(start), width: round(end - start) }
  }
  return {
    width,
    height: top + rows.length * row + bottom,
    ticks: x.ticks(ticks).map((cents) => ({ x: round(x(cents)), cents })),
    rows: rows.map((of, index) => ({
      ...{ category: of.category, ownCategoryId: of.ownCategoryId, y: top + index * row },
      budget: bar(0, of.budgetCents),
      actual: bar(0, of.actualCents),
      committed: bar(of.actualCents, forecastOf(of)),
    })),
  }
}
