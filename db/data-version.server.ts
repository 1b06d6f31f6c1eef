// data-version: this is what raises it
import type { Database as Sqlite, Statement } from 'better-sqlite3'

type Statements = { totalChanges: Statement<[], number>; raise: Statement; read: Statement<[], number> }
const statements = new WeakMap<Sqlite, Statements>()

/** Prepared once per connection, because every transaction asks. */
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

/** Does `work`, inside a transaction, and raises the data's version in the same one if any row was changed. */
export function raisingVersion<T>(sqlite: Sqlite, work: () => T): T {
  const { totalChanges, raise } = statementsOf(sqlite)
  const before = totalChanges.get()
  const result = work()
  if (totalChanges.get() !== before) raise.run()
  return result
}

/**
 * The number of transactions (`transact`) so far that changed something. It is stored with what they changed, so that it means the
 * same to every process and on every replica. What is written outside `transact` (sessions, counters of limits, when somebody
 * was last seen) does not show on pages that go by it; `npm run lint` holds that.
 */
export function dataVersion(sqlite: Sqlite): number {
  return statementsOf(sqlite).read.get() ?? 0
}
