// `npm run audit:verify`: verifies the database in DATA_DIR and the files that are evidence in it, also while the server runs: it opens the
// database for reading only. Prints what there is of each kind and what is wrong, with its number or id, and exits with 1 when something is.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Verification, verifyDatabase, verifyFiles } from '#app/features/chain/verify-database.server.ts'
import { openReader } from './client.server.ts'

/** Findings of one kind that are printed. */
const maxFindings = 100

const path = join(resolve(process.env.DATA_DIR || './data'), 'groundwork.db')
if (existsSync(path)) {
  const db = openReader(path, () => {
    throw new Error('audit:verify only reads')
  })
  for (const verification of verifyDatabase(db)) report(verification)
  report(await verifyFiles(db))
  db.$client.close()
} else fail(`There is no database at ${path}.`)

function report({ counts, findings }: Verification): void {
  const said = Object.entries(counts).map(([kind, count]) => `${count} ${kind}`)
  if (findings.length === 0) console.log(`✓ ${said.join(', ')}`)
  for (const finding of findings.slice(0, maxFindings)) fail(`Changed: ${finding}.`)
  if (findings.length > maxFindings) fail(`… and ${findings.length - maxFindings} more.`)
}

function fail(message: string): void {
  console.error(`✗ ${message}`)
  process.exitCode = 1
}
