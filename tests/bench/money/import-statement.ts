// A program of its own, so that what it grows by is the import's alone: reads and books the statement (camt.053) at the path given, on a database of its own, and prints
// what it took as JSON. Before that it imports the small one at the second path, which loads the code.
import '#tests/setup/environment.ts'
import { copyFileSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { decideImport } from '#app/features/bank-statements/decide-import.server.ts'
import { uploadStatement } from '#app/features/bank-statements/upload-statement.server.ts'
import { workOnImports } from '#app/features/bank-statements/work-on-imports.server.ts'
import { systemContext } from '#app/features/escrow/system-context.server.ts'
import { fileStorage } from '#app/platform/files/file-storage.server.ts'
import { database } from '#db/handle.server.ts'
import { newId } from '#db/ids.ts'
import { createAdmin } from '#tests/factories/people.ts'

export type ImportFigures = {
  readMs: number
  bookMs: number
  p99: number
  max: number
  /** By how much the process grew at most, in MB. */
  megabytes: number
  /** How many states of progress a page would have shown while it was read, and while it was booked. */
  readSteps: number
  bookSteps: number
}

const [path = '', small = ''] = process.argv.slice(2)
const db = database()
const admin = createAdmin(db)
const work = () => workOnImports(systemContext(db, admin.now))

async function upload(from: string): Promise<string> {
  const storedAs = newId()
  const incoming = fileStorage.incomingPath(storedAs)
  mkdirSync(dirname(incoming), { recursive: true })
  copyFileSync(from, incoming)
  await fileStorage.put(storedAs)
  const stored = { field: 'files', name: 'statement.xml', mime: 'application/xml', sha256: storedAs, storedAs }
  return uploadStatement(admin, { file: { ...stored, size: statSync(from).size, keep: () => {} } }).importId
}

const first = await upload(small)
await work()
decideImport(admin, { importId: first, decision: 'confirm' })
await work()

const importId = await upload(path)
globalThis.gc?.()
const before = process.memoryUsage.rss()
let most = before
const state = db.$client.prepare<[string], { readBytes: number; booked: number; status: string }>(
  'SELECT read_bytes AS readBytes, booked_count AS booked, status FROM statement_imports WHERE id = ?',
)
const reads = new Set<number>()
const bookings = new Set<number>()
const watch = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss())
  const { readBytes = 0, booked = 0, status } = state.get(importId) ?? {}
  if (status === 'reading') reads.add(readBytes)
  if (status === 'booking') bookings.add(booked)
}, 10)
const delays = monitorEventLoopDelay({ resolution: 1 })
delays.enable()
const began = performance.now()
await work()
const read = performance.now()
decideImport(admin, { importId, decision: 'confirm' })
await work()
const booked = performance.now()
delays.disable()
clearInterval(watch)
const { status } = state.get(importId) ?? {}
if (status !== 'done') throw new Error(`The statement is ${status}`)
const figures: ImportFigures = {
  ...{ readMs: read - began, bookMs: booked - read, p99: delays.percentile(99) / 1e6, max: delays.max / 1e6 },
  ...{ megabytes: (most - before) / 1e6, readSteps: reads.size, bookSteps: bookings.size },
}
console.log(JSON.stringify(figures))
