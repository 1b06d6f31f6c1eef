import { connectionOf, type Database, type Transaction } from './client.server.ts'

/**
 * Queries of Drizzle's builder that are prepared once per connection. For those that every write runs: a small query takes
 * 34 µs when it is built anew and 2.8 µs when it is prepared (Node 20, 2 cores). A transaction shares its connection with
 * the database handle, so either may run a query that the other prepared.
 */
export function preparedQuery<Made>(make: (tx: Database | Transaction) => Made): (tx: Database | Transaction) => Made {
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
