import { mkdirSync, writeFileSync } from 'node:fs'

type Line = { what: string; figure: string; goal: string; met: boolean }

const round = (value: number) => (value >= 100 ? Math.round(value) : Math.round(value * 100) / 100)

/**
 * Collects measurements. `print` shows the table, writes `.cache/<name>.json` and fails the process when a goal is
 * missed.
 */
export function startReport(name: string) {
  const lines: Line[] = []
  const figures: Record<string, number> = {}
  return {
    compare(what: string, value: number, goal: number, better: 'more' | 'less', unit = ''): void {
      figures[what] = value
      const met = better === 'more' ? value >= goal : value <= goal
      lines.push({
        what,
        figure: `${round(value)}${unit}`,
        goal: `${better === 'more' ? '≥' : '≤'} ${goal}${unit}`,
        met,
      })
    },
    note(what: string, value: number, unit: string): void {
      figures[what] = value
      lines.push({ what, figure: `${round(value)} ${unit}`, goal: '', met: true })
    },
    print(): void {
      const width = Math.max(...lines.map(({ what }) => what.length))
      for (const { what, figure, goal, met } of lines)
        console.log(`${met ? (goal ? '✓' : ' ') : '✗'} ${what.padEnd(width)}  ${figure.padStart(12)}  ${goal}`)
      mkdirSync('.cache', { recursive: true })
      writeFileSync(
        `.cache/${name}.json`,
        `${JSON.stringify({ at: new Date().toISOString(), node: process.version, figures, lines }, null, 2)}\n`,
      )
      process.exitCode = lines.every(({ met }) => met) ? 0 : 1
    },
  }
}
