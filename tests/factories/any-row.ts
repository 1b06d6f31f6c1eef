import type { Database } from '#db/client.server.ts'
import { newId } from '#db/ids.ts'

type Value = string | number | null
export type Row = Record<string, Value>
type Column = { name: string; type: string; notnull: number; dflt_value: string | null; pk: number }

let count = 0

/**
 * Inserts a row into any table, to test the database's own rules. Required columns are filled in and referenced rows
 * are created first. `values` are by column name.
 */
export function anyRow(db: Database, table: string, values: Row = {}): Row {
  const sqlite = db.$client
  const columns = sqlite.pragma(`table_info(${table})`) as Column[]
  const parents = sqlite.pragma(`foreign_key_list(${table})`) as Array<{ from: string; to: string; table: string }>
  const row: Row = { ...values }
  for (const { name, type, notnull, dflt_value, pk } of columns) {
    if (name in row || (!notnull && !pk) || dflt_value !== null || (pk && type === 'INTEGER')) continue
    const parent = parents.find(({ from }) => from === name)
    if (parent) row[name] = anyRow(db, parent.table)[parent.to] ?? null
    else row[name] = filled(name, type)
  }
  const names = Object.keys(row)
  const made = sqlite
    .prepare<Value[], Row>(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) RETURNING *`,
    )
    .get(...names.map((name) => row[name] ?? null))
  if (!made) throw new Error(`no row came back from ${table}`)
  return made
}

function filled(name: string, type: string): Value {
  count += 1
  if (name === 'currency') return 'EUR'
  if (/^(data|params|detail|result|terms|buyer|seller)$/.test(name)) return '{}'
  if (type === 'INTEGER') return count
  return name === 'id' ? newId() : `${name} ${count}`
}

/** Changes `column` of a row to another valid value, so that only a guard of the database can refuse it. */
export function changeRow(db: Database, table: string, id: unknown, column: string): void {
  const parents = db.$client.pragma(`foreign_key_list(${table})`) as Array<{ from: string; to: string; table: string }>
  const { type } = (db.$client.pragma(`table_info(${table})`) as Array<{ name: string; type: string }>).find(
    ({ name }) => name === column,
  ) ?? { type: 'TEXT' }
  const parent = parents.find(({ from }) => from === column)
  const value = parent ? (anyRow(db, parent.table)[parent.to] ?? null) : type === 'INTEGER' ? 987_654_321 : 'forged'
  db.$client.prepare(`UPDATE ${table} SET ${column} = ? WHERE id = ?`).run(value, String(id))
}
