// `npm run audit:verify`: checks the database in DATA_DIR: the hash of every row of the audit trail, every submitted bid against
// its seal, every award against what its bidders were told, and every sent contract and proposed change order against its text. Exits with 1
// when one is wrong.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { verifyChangeOrders } from '#app/features/change-orders/verify-change-orders.server.ts'
import { verifyRecords } from '#app/features/contracts/verify-records.server.ts'
import { verifyDecisions } from '#app/features/decisions/verify-decisions.server.ts'
import { verifyAudit } from './audit.server.ts'
import { openDatabase } from './client.server.ts'

const path = join(resolve(process.env.DATA_DIR || './data'), 'groundwork.db')
if (existsSync(path)) {
  const db = openDatabase(path)
  const { rows, brokenAt } = verifyAudit(db)
  const { bids, contracts, tenderSets, ...records } = verifyRecords(db)
  const { letters, ...decided } = verifyDecisions(db)
  const { changeOrders, ...changes } = verifyChangeOrders(db)
  const findings = [...records.findings, ...decided.findings, ...changes.findings]
  db.$client.close()
  if (brokenAt === null) console.log(`✓ The audit trail is whole: ${rows} rows.`)
  else fail(`Row ${brokenAt} of the audit trail does not match its hash; the ${rows} rows before it do.`)
  if (findings.length === 0)
    console.log(
      `✓ ${bids} bids match their seals, ${contracts} contracts and ${changeOrders} change orders their texts, and ${tenderSets} tender sets and ${letters} letters about awards their hashes.`,
    )
  for (const finding of findings) fail(`Changed: ${finding}.`)
} else fail(`There is no database at ${path}.`)

function fail(message: string): void {
  console.error(`✗ ${message}`)
  process.exitCode = 1
}
