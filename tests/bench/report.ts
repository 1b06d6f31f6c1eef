import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { middle, type Round } from './measure.ts'

type Line = { what: string; figure: string; goal: string; met: boolean; detail: string }
type Better = 'more' | 'less'

const round = (value: number) => (value >= 100 ? Math.round(value) : Math.round(value * 100) / 100)

/** The columns of the history in docs/performance.md, and the figures that they show. */
const history: Array<[column: string, figures: string[]]> = [
  ['list, gzip', ['list of 50, of stock', 'list of 50 with gzip, of stock with compression']],
  [
    '304, while written',
    ['the same list again, of its first rendering', 'the same list again while others write, of its first rendering'],
  ],
  ['landing, login', ['/, of finished HTML from memory', '/login, of finished HTML from memory']],
  ['thread', ['thread of 50 messages: processor', 'thread of 50 messages: HTML']],
  ['comparison, 30 × 40', ['comparison of 8 × 10: processor', 'comparison of 30 × 40: processor']],
  ['project, message', ['a project by form, of a bare insert', 'a message by form, of a bare insert']],
  [
    'slowest list: p50, p99',
    ['the slowest list at half its top rate: p50', 'the slowest list at half its top rate: p99'],
  ],
  [
    'chat in rooms of 10, 100',
    ['chat in rooms of 10, of the bare broadcast', 'chat in rooms of 100, of the bare broadcast'],
  ],
  ['chat p99 at 25, 50, 100, 150 pages/s', [25, 50, 100, 150].map((rate) => `chat with ${rate} pages/s: delivery p99`)],
  ['memory, socket', ['memory after load', 'memory of an idle socket']],
]

/**
 * Collects measurements. `print` shows the table and a row for the history in docs/performance.md, writes `.cache/<name>.json`, and
 * fails the process when a goal is missed.
 */
export function startReport(name: string) {
  const lines: Line[] = []
  const figures: Record<string, number> = {}
  const began = Date.now()

  function compare(what: string, value: number, goal: number, better: Better, unit = '', detail = ''): void {
    figures[what] = value
    const met = better === 'more' ? value >= goal : value <= goal
    const figure = `${round(value)}${unit}`
    lines.push({ what, figure, goal: `${better === 'more' ? '≥' : '≤'} ${goal}${unit}`, met, detail })
  }

  function note(what: string, value: number, unit: string, detail = ''): void {
    figures[what] = value
    lines.push({ what, figure: `${round(value)} ${unit}`, goal: '', met: true, detail })
  }

  return {
    compare,
    note,
    /** The rate of rounds as a multiple of another's in the same rounds, with their spread and both processor times. */
    compareRounds(what: string, ours: Round[], floor: Round[], goal: number): void {
      const ratio = middle(ours.map(({ rate }, index) => rate / (floor[index]?.rate ?? 0)))
      const processor = (rounds: Round[]) => middle(rounds.map(({ processor }) => processor)).median.toFixed(2)
      const detail = `${round(ratio.least)} to ${round(ratio.most)}; processor ${processor(ours)} and ${processor(floor)} ms`
      compare(what, ratio.median, goal, 'more', ' ×', detail)
    },
    print(): void {
      const width = Math.max(...lines.map(({ what }) => what.length))
      for (const { what, figure, goal, met, detail } of lines)
        console.log(
          `${met ? (goal ? '✓' : ' ') : '✗'} ${what.padEnd(width)}  ${figure.padStart(14)}  ${goal.padEnd(10)}  ${detail}`.trimEnd(),
        )
      console.log(`\n${Math.round((Date.now() - began) / 1000)} s`)
      if (name === 'bench') console.log(`\n${rowOf(figures)}`)
      mkdirSync('.cache', { recursive: true })
      writeFileSync(
        `.cache/${name}.json`,
        `${JSON.stringify({ at: new Date().toISOString(), node: process.version, figures, lines }, null, 2)}\n`,
      )
      process.exitCode = lines.every(({ met }) => met) ? 0 : 1
    },
  }
}

export type Report = ReturnType<typeof startReport>

/** A row of the history; a dash was not measured. */
function rowOf(figures: Record<string, number>): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const value = (what: string) => (figures[what] === undefined ? '–' : String(round(figures[what])))
  const cells = history.map(([, names]) => names.map(value).join(', '))
  const header = ['date', 'commit', ...history.map(([column]) => column)]
  const row = [new Date().toISOString().slice(0, 10), commit, ...cells]
  return [header, header.map(() => '---'), row].map((line) => `| ${line.join(' | ')} |`).join('\n')
}
