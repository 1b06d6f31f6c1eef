// `npm run audit:verify`: walks the audit trail of the database in DATA_DIR and checks the hash of every row. Exits with 1 when one is wrong.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { verifyAudit } from './audit.server.ts'
import { openDatabase } from './client.server.ts'

const path = join(resolve(process.env.DATA_DIR || './data'), 'groundwork.db')
if (existsSync(path)) {
  const db = openDatabase(path)
  const { rows, brokenAt } = verifyAudit(db)
  db.$client.close()
  if (brokenAt === null) console.log(`✓ The audit trail is whole: ${rows} rows.`)
  else {
    console.error(`✗ Row ${brokenAt} of the audit trail does not match its hash; the ${rows} rows before it do.`)
    process.exitCode = 1
  }
} else {
  console.error(`✗ There is no database at ${path}.`)
  process.exitCode = 1
}
