import type { Statement } from 'better-sqlite3'
import { connectionOf, type Database, type Transaction } from './client.server.ts'

type Bindings = Record<string, string | number | null>

const statements = new WeakMap<object, Map<string, Statement<[Bindings]>>>()

/** The rows of a query with named parameters. The statement is prepared once per connection. */
export function allRows<Row>(db: Database | Transaction, query: string, bindings: Bindings): Row[] {
  return prepared(db, query).all(bindings) as Row[]
}

/** The first row of a query, or null. */
export function firstRow<Row>(db: Database | Transaction, query: string, bindings: Bindings): Row | null {
  return (prepared(db, query).get(bindings) as Row | undefined) ?? null
}

/** Runs a write; returns the number of changed rows. */
export function change(tx: Database | Transaction, statement: string, bindings: Bindings): number {
  return prepared(tx, statement).run(bindings).changes
}

function prepared(db: Database | Transaction, query: string): Statement<[Bindings]> {
  const client = connectionOf(db)
  let known = statements.get(client)
  if (!known) {
    known = new Map()
    statements.set(client, known)
  }
  let statement = known.get(query)
  if (!statement) {
    statement = client.prepare<[Bindings]>(query)
    known.set(query, statement)
  }
  return statement
}

/**
 * Drizzle prepared statements, created once per connection. A transaction shares its connection with the database
 * handle, so either may run a statement that the other prepared.
 */
export function oncePerConnection<Made>(
  make: (tx: Database | Transaction) => Made,
): (tx: Database | Transaction) => Made {
  const known = new WeakMap<object, Made>()
  return (tx) => {
    const connection = connectionOf(tx)
    let made = known.get(connection)
    if (!made) {
      made = make(tx)
      known.set(connection, made)
    }
    return made
  }
}
