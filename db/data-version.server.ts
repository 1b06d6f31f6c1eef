// data-version: this module raises it
import type { Database as Sqlite, Statement } from 'better-sqlite3'

type Statements = { totalChanges: Statement<[], number>; raise: Statement; read: Statement<[], number> }
const statements = new WeakMap<Sqlite, Statements>()

/** Prepared once per connection, because every transaction runs them. */
function statementsOf(sqlite: Sqlite): Statements {
  let known = statements.get(sqlite)
  if (!known) {
    known = {
      totalChanges: sqlite.prepare<[], number>('SELECT total_changes()').pluck(),
      raise: sqlite.prepare(
        'INSERT INTO data_version (id, version) VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET version = version + 1',
      ),
      read: sqlite.prepare<[], number>('SELECT version FROM data_version WHERE id = 1').pluck(),
    }
    statements.set(sqlite, known)
  }
  return known
}

/** Runs `work` inside the current transaction, and raises the data version in the same transaction if a row changed. */
export function withVersionIncrement<T>(sqlite: Sqlite, work: () => T): T {
  const { totalChanges, raise } = statementsOf(sqlite)
  const before = totalChanges.get()
  const result = work()
  if (totalChanges.get() !== before) raise.run()
  return result
}

/**
 * The number of transactions (`transact`) so far that changed something. It is stored with their changes, so that it
 * means the same in every process and on every replica. Data written outside `transact` (sessions, rate limit counters,
 * last-seen times) must not appear on versioned pages; `npm run lint` enforces that.
 */
export function dataVersion(sqlite: Sqlite): number {
  return statementsOf(sqlite).read.get() ?? 0
}
