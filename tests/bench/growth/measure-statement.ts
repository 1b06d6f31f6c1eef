import { rmSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { decideImport } from '#app/features/bank-statements/decide-import.server.ts'
import { workOnImports } from '#app/features/bank-statements/work-on-imports.server.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { env } from '#app/platform/env.server.ts'
import { closeDatabase, migrateDatabase, openDatabase } from '#db/client.server.ts'
import { uploadedStatement } from '#tests/factories/imported-statement.ts'
import { createAdmin } from '#tests/factories/people.ts'
import { camt } from '#tests/factories/statement.ts'

/**
 * Reads and books a statement (camt.053) of so many entries by the job. Returns how long each took, and the 99th percentile of the delays of the event
 * loop meanwhile, in ms, and by how many megabytes the process grew.
 * @throws Error if it is not booked to the end
 */
export async function measureStatement(entries: number) {
  const file = '.cache/growth-statement.db'
  const remove = () => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
  }
  remove()
  const db = openDatabase(file)
  migrateDatabase(db, 'db/migrations')
  const admin = createAdmin(db)
  const rows = Array.from({ length: entries }, (_, at) => ({
    ...{ cents: 100 + at, archiveId: `A${at}`, name: `Payer ${at}`, message: `Invoice ${at}` },
  }))
  const text = camt({ iban: env.ESCROW_IBAN, entries: rows })
  const before = process.memoryUsage.rss()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 10)
  const delays = monitorEventLoopDelay({ resolution: 1 })
  delays.enable()
  const began = performance.now()
  const importId = await uploadedStatement(admin, text)
  const read = performance.now()
  decideImport(admin, { importId, decision: 'confirm' })
  await workOnImports(systemContext(db, admin.now))
  const booked = performance.now()
  delays.disable()
  clearInterval(watch)
  const status = db.$client.prepare<[], string>('SELECT status FROM statement_imports').pluck().get()
  closeDatabase(db)
  remove()
  if (status !== 'done') throw new Error(`The statement is ${status}`)
  return {
    ...{ readMs: read - began, bookMs: booked - read, p99: delays.percentile(99) / 1e6, max: delays.max / 1e6 },
    megabytes: (most - before) / 1e6,
  }
}
