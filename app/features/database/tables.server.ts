import type { UserContext } from '#app/features/accounts/context.ts'
import { can, requireRight } from '#app/features/accounts/require-right.server.ts'
import type { Database } from '#db/client.server.ts'
import { boolean, integer, nullable, text } from '#db/fields.server.ts'
import { sql } from '#db/sql.server.ts'

/** More rows of a table are not counted, because that would take longer the more there are. */
export const mostCounted = 1000

/** Tables of the product and of its full-text indexes, without those that SQLite keeps for itself and views. */
const ours = `t.schema = 'main' AND t.type IN ('table', 'virtual') AND t.name NOT LIKE 'sqlite!_%' ESCAPE '!'`

const listed = sql(
  { row: { name: text, columns: integer, isRowless: boolean } },
  `SELECT t.name, t.ncol AS columns, t.wr AS isRowless FROM pragma_table_list t WHERE ${ours} ORDER BY t.name`,
)

const found = sql(
  { params: { name: text }, row: { name: text, columns: integer, isRowless: boolean } },
  `SELECT t.name, t.ncol AS columns, t.wr AS isRowless FROM pragma_table_list t WHERE ${ours} AND t.name = :name`,
)

const column = {
  tableName: text,
  name: text,
  type: text,
  isNullable: boolean,
  defaultValue: nullable(text),
  isKey: boolean,
  refersTo: nullable(text),
}
const columnsOf = (from: string) =>
  `SELECT t.name AS tableName, c.name, c.type, (c."notnull" = 0 AND c.pk = 0) AS isNullable, c.dflt_value AS defaultValue, (c.pk > 0) AS isKey,
          (SELECT f."table" FROM pragma_foreign_key_list(t.name) f WHERE f."from" = c.name LIMIT 1) AS refersTo
   FROM pragma_table_list t JOIN pragma_table_info(t.name) c WHERE ${from} ORDER BY t.name, c.cid`
const allColumns = sql({ row: column }, columnsOf(ours))
const columnsOfOne = sql({ params: { name: text }, row: column }, columnsOf(`${ours} AND t.name = :name`))

const pages = sql(
  { row: { bytes: integer, freeBytes: integer } },
  `SELECT p.page_count * s.page_size AS bytes, f.freelist_count * s.page_size AS freeBytes
   FROM pragma_page_count p, pragma_page_size s, pragma_freelist_count f`,
)

type Table = { name: string; columns: number; isRowless: boolean }

/** How many rows a table has: counted, or, where there are many, what is known without counting. */
export type RowCount = { kind: 'exact' | 'upTo' | 'over'; count: number }

/**
 * The rows of a table, at a cost that does not grow with them: they are counted up to a thousand. Beyond, the highest row number is said, which
 * rows that were deleted are in; a table without row numbers says only that there are more.
 */
function countRows(db: Database, { name, isRowless }: Table): RowCount {
  const quoted = `"${name.replaceAll('"', '""')}"`
  const read = (text: string) => db.$client.prepare<[], number>(text).pluck().get() ?? 0
  const count = read(`SELECT count(*) FROM (SELECT 1 FROM ${quoted} LIMIT ${mostCounted + 1})`)
  if (count <= mostCounted) return { kind: 'exact', count }
  if (isRowless) return { kind: 'over', count: mostCounted }
  return { kind: 'upTo', count: read(`SELECT rowid FROM ${quoted} ORDER BY rowid DESC LIMIT 1`) }
}

/** Every table whose name has `part` in it, with how much is in it, for super admins; empty for everybody else. */
export function listTables(ctx: UserContext, part = '') {
  if (!can(ctx, 'database.read')) return []
  const wanted = part.trim().toLowerCase().replace(/\s+/g, '_')
  const found = listed.all(ctx.db).filter(({ name }) => name.includes(wanted))
  return found.map((table) => ({ ...table, rows: countRows(ctx.db, table) }))
}

/** The structure of one table, without its rows; null where there is none, and for everybody but super admins. */
export function getTable(ctx: UserContext, name: string) {
  const table = can(ctx, 'database.read') ? found.first(ctx.db, { name }) : null
  if (!table) return null
  return { name, rows: countRows(ctx.db, table), columns: columnsOfOne.all(ctx.db, { name }) }
}

export type TableDetail = NonNullable<ReturnType<typeof getTable>>

/**
 * Every table with its columns, as programs read them (the names are those of SQL's information schema).
 * @throws AppError forbidden
 */
export function describeTables(ctx: UserContext) {
  requireRight(ctx, 'database.read')
  const tables = new Map<string, Record<string, unknown>[]>()
  for (const { tableName, name, type, isNullable, defaultValue } of allColumns.all(ctx.db)) {
    const columns = tables.get(tableName) ?? []
    columns.push({
      column_name: name,
      data_type: type,
      is_nullable: isNullable ? 'YES' : 'NO',
      column_default: defaultValue,
    })
    tables.set(tableName, columns)
  }
  return [...tables].map(([table_name, columns]) => ({ table_name, columns }))
}

/**
 * The size of the database file, and of what is free inside it.
 * @throws AppError forbidden
 */
export function databaseSize(ctx: UserContext): { tables: number; bytes: number; freeBytes: number } {
  requireRight(ctx, 'database.read')
  return { tables: listed.all(ctx.db).length, ...pages.one(ctx.db) }
}
