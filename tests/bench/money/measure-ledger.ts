import { rmSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { checkLedgerInSlices } from '#app/features/escrow/check-ledger.server.ts'
import { closeDatabase, migrateDatabase, openDatabase, type Sqlite } from '#db/client.server.ts'

/**
 * Proves a ledger of `postings` deposits of a thousand companies in slices. Returns how long it took, and the 99th percentile and the
 * maximum of the delays of the event loop meanwhile, in ms.
 * @throws Error if the ledger does not prove
 */
export async function measureLedger(postings: number): Promise<{ ms: number; p99: number; max: number }> {
  const file = '.cache/bench-ledger.db'
  const remove = () => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  }
  remove()
  const db = openDatabase(file)
  migrateDatabase(db, 'db/migrations')
  insertDeposits(db.$client, postings)
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  const began = performance.now()
  const check = await checkLedgerInSlices(db)
  const ms = performance.now() - began
  delays.disable()
  closeDatabase(db)
  remove()
  if (!check?.sound || check.postings !== postings)
    throw new Error(`The ledger does not prove: ${JSON.stringify(check)}`)
  return { ms, p99: delays.percentile(99) / 1e6, max: delays.max / 1e6 }
}

function insertDeposits(sqlite: Sqlite, postings: number): void {
  sqlite.pragma('synchronous = OFF')
  // The row of the statement that brought all of it is recorded by nobody.
  sqlite.pragma('foreign_keys = OFF')
  const numbers = (last: number) =>
    `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${last - 1})`
  sqlite.exec(`BEGIN;
    INSERT INTO bank_transfers (id, archive_id, reference, payer_name, amount_cents, currency, paid_on, subject_type, subject_id, recorded_by, recorded_at)
      VALUES ('all', 'all', '', 'All', ${100 * postings}, 'EUR', '2026-06-01', 'suspense', 'all', 'nobody', 1);
    INSERT INTO ledger_accounts VALUES ('bank', 'bank', '', 'EUR', 1);
    ${numbers(1000)} INSERT INTO ledger_accounts SELECT 'funds ' || i, 'client_funds', 'company ' || i, 'EUR', 1 FROM n;
    ${numbers(postings)} INSERT INTO ledger_entries SELECT 'debit ' || i, 'posting ' || i, 'bank', 100 FROM n;
    ${numbers(postings)} INSERT INTO ledger_entries SELECT 'credit ' || i, 'posting ' || i, 'funds ' || (i % 1000), -100 FROM n;
    ${numbers(postings)} INSERT INTO ledger_postings (id, kind, idempotency_key, currency, at)
      SELECT 'posting ' || i, 'deposit', 'key ' || i, 'EUR', 1 FROM n;
    COMMIT`)
}
