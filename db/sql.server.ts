import type { Statement } from 'better-sqlite3'
import { connectionOf, type Database, type Sqlite, type Transaction } from './client.server.ts'
import { accepting, type Bindings, type Codec, codecOf, type Fields, type Values } from './fields.server.ts'

type Handle = Database | Transaction
type None = Record<never, never>
type Given<P extends Fields> = keyof P extends never ? [] : [params: Bindings<P>]

/** A statement that gives rows. */
export type Query<P extends Fields, R extends Fields> = {
  readonly text: string
  all(db: Handle, ...given: Given<P>): Values<R>[]
  /** The first row, or null. */
  first(db: Handle, ...given: Given<P>): Values<R> | null
  /** The row of a statement that always has one, such as a count. */
  one(db: Handle, ...given: Given<P>): Values<R>
}

/** A statement that changes rows and gives none. */
export type Change<P extends Fields> = {
  readonly text: string
  /** Returns the number of changed rows. */
  run(tx: Handle, ...given: Given<P>): number
}

/** A row as a query gives it. */
export type RowOf<Q> = Q extends Query<infer _, infer R> ? Values<R> : never

export type DeclaredStatement = { text: string; params: Fields; row: Fields | null }

/** Set by the tests (tests/setup/environment.ts). */
const isChecked = process.env.CHECK_STATEMENTS === 'true'
/** In tests: every statement so far; `sql.test.ts` prepares each against the schema. */
export const declaredStatements: DeclaredStatement[] = []

/**
 * Declares a statement that Drizzle's builder cannot say, or not plainly: its `:parameters`, the columns of its rows, and
 * its text. Their types follow from the fields. It belongs at module level, where `sql.test.ts` finds it.
 *
 * It is prepared once per connection. Rows are used as SQLite gives them, and only JSON and booleans are decoded: 50 rows
 * take 49 µs by better-sqlite3 alone, 50 µs here, and 59 µs with two booleans and a JSON list in each. In tests every value
 * is checked against its declaration.
 */
export function sql<R extends Fields, P extends Fields = None>(
  declared: { params?: P; row: R },
  text: string,
): Query<P, R>
export function sql<P extends Fields = None>(declared: { params?: P }, text: string): Change<P>
export function sql(declared: { params?: Fields; row?: Fields }, text: string): Query<None, Fields> & Change<None> {
  const { params = {}, row = null } = declared
  if (isChecked) declaredStatements.push({ text, params, row })
  const statements = new WeakMap<Sqlite, Statement<[object]>>()
  const on = (db: Handle) => {
    const connection = connectionOf(db)
    let statement = statements.get(connection)
    if (!statement) {
      statement = connection.prepare<[object]>(text)
      statements.set(connection, statement)
    }
    return statement
  }
  const bind = encoder(params)
  const read = decoder(row ?? {}, text)
  const first = (db: Handle, given = {}) => (read(on(db).get(bind(given))) ?? null) as Values<Fields> | null
  return {
    text,
    all: (db: Handle, given = {}) => {
      const rows = on(db).all(bind(given))
      for (const found of rows) read(found)
      return rows as Values<Fields>[]
    },
    first,
    one: (db: Handle, given = {}) => {
      const found = first(db, given)
      if (!found) throw new Error(`There is no row: ${text}`)
      return found
    },
    run: (tx: Handle, given = {}) => on(tx).run(bind(given)).changes,
  }
}

type Named = Record<string, unknown>

function encoder(params: Fields): (given: Named) => Named {
  const encoded = Object.entries(codecs(params)).filter(([, { encode }]) => encode)
  if (encoded.length === 0) return (given) => given
  return (given) => {
    const stored = { ...given }
    for (const [name, { encode }] of encoded) {
      if (stored[name] !== null) stored[name] = encode?.(stored[name] as never)
    }
    return stored
  }
}

/** Decodes a row in place; in tests it checks it before. */
function decoder(row: Fields, text: string): (found: unknown) => unknown {
  const decoded = Object.entries(codecs(row)).flatMap(([name, { decode }]) => (decode ? [{ name, decode }] : []))
  const decodeRow = (found: unknown) => {
    if (!found) return found
    const values = found as Named
    for (let at = 0; at < decoded.length; at += 1) {
      const { name, decode } = decoded[at] as (typeof decoded)[number]
      const stored = values[name]
      if (stored !== null) values[name] = decode(stored as never)
    }
    return values
  }
  if (!isChecked) return decoded.length === 0 ? (found) => found : decodeRow
  const tests = Object.entries(row).map(([name, field]) => [name, accepting(field)] as const)
  return (found) => {
    const wrong = found ? tests.find(([name, test]) => !test((found as Named)[name])) : undefined
    if (wrong) {
      const [name] = wrong
      const value = JSON.stringify((found as Named)[name])
      throw new TypeError(`${name} is ${value}, which is not as declared: ${text}`)
    }
    return decodeRow(found)
  }
}

function codecs(fields: Fields): Record<string, Codec<unknown>> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, codecOf(field)]))
}
