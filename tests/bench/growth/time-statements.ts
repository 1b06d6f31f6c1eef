import BetterSqlite from 'better-sqlite3'

export type Statement = { sql: string; params: unknown[]; runs: number; ms: number; rows: number }

/** While a page loads: its statements by text. */
let measured: Map<string, Statement> | null = null

/** From now on every statement of this process is timed, by wrapping what better-sqlite3 runs. */
export function timeStatements(): void {
  const sqlite = new BetterSqlite(':memory:')
  const prototype = Object.getPrototypeOf(sqlite.prepare('SELECT 1')) as Record<
    string,
    (...given: unknown[]) => unknown
  >
  sqlite.close()
  for (const name of ['all', 'get', 'run']) {
    const original = prototype[name] as (...given: unknown[]) => unknown
    prototype[name] = function (this: { source: string }, ...params: unknown[]) {
      const began = process.hrtime.bigint()
      const result = original.apply(this, params)
      const ms = Number(process.hrtime.bigint() - began) / 1e6
      note(this.source, params, ms, Array.isArray(result) ? result.length : 1)
      return result
    }
  }
}

function note(sql: string, params: unknown[], ms: number, rows: number): void {
  if (!measured) return
  const known = measured.get(sql) ?? { sql, params, runs: 0, ms: 0, rows: 0 }
  measured.set(sql, { sql, params, runs: known.runs + 1, ms: known.ms + ms, rows: known.rows + rows })
}

/** Runs `load`; returns the statements that it ran, with their time. */
export async function statementsOf(load: () => Promise<void>): Promise<Statement[]> {
  const own = new Map<string, Statement>()
  measured = own
  try {
    await load()
  } finally {
    measured = null
  }
  return [...own.values()]
}
