import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { fileStorage } from '#app/platform/files/file-storage.server.ts'
import type { Database } from '#db/client.server.ts'
import { createCertificate } from '#tests/factories/certificate.ts'
import { provenDeal } from '#tests/factories/chain.ts'
import type { Deal } from '#tests/factories/deal.ts'
import { createDocument } from '#tests/factories/document.ts'
import { createDraft } from '#tests/factories/project.ts'
import { testDatabase } from '#tests/setup/database.ts'
import { verifyDatabase, verifyFiles } from './verify-database.server.ts'

let db: Database
let deal: Deal
beforeAll(async () => {
  db = testDatabase()
  deal = await provenDeal(db)
})
beforeEach(() => void db.$client.exec('BEGIN'))
afterEach(() => void db.$client.exec('ROLLBACK'))

const findings = () => [...verifyDatabase(db)].flatMap((one) => one.findings)

it('counts every kind of record, and finds nothing wrong', () => {
  const counts = Object.assign({}, ...[...verifyDatabase(db)].map((one) => one.counts))
  expect(counts).toEqual({
    ...{
      'estimates of projects': 0,
      'tender sets': 1,
      bids: 1,
      contracts: 1,
      signatures: 2,
      'decisions on awards': 1,
      'letters about awards': 1,
    },
    ...{
      'revoked awards': 0,
      'change orders': 1,
      'payment certificates': 0,
      'decisions of disputes': 0,
      'handover protocols': 0,
      'final accounts': 0,
      securities: 0,
      invoices: 2,
      'versions of quotes': 0,
      postings: 5,
      'rows of the audit trail': expect.any(Number),
    },
  })
  expect(findings()).toEqual([])
})

it.each([
  [
    "UPDATE audit_log SET ip = '192.0.2.1' WHERE seq = 3",
    /^row 3 of the audit trail does not match its hash; the 2 rows before it do$/,
  ],
  [
    "INSERT INTO project_estimates SELECT id, 'x', 'f', created_by, created_at FROM projects LIMIT 1",
    /^the estimate of project .* does not match its hash$/,
  ],
  ["UPDATE tender_sets SET text = text || 'x'", /^tender set .* does not match its hash$/],
  ["UPDATE projects SET description = 'Less'", /^project .* does not match its tender set$/],
  ['UPDATE bids SET timeline_weeks = 9', /^bid .* does not match its seal/],
  [
    "UPDATE bid_seals SET text = replace(text, 'Monday', 'Friday')",
    /^bid .* has a text of revision 1 that does not match its hash$/,
  ],
  ['UPDATE contracts SET retention_bp = 900', /^the rows of contract C-\d+-\d+ do not match its text$/],
  [
    "UPDATE contract_signatures SET typed_name = 'Nobody'",
    /^a signature of contract C-\d+-\d+ does not match its record$/,
  ],
  [
    "UPDATE contract_signatures SET document_hash = 'f' WHERE party = 'client'",
    /^signature .* is of another text than its contract$/,
  ],
  [
    "DELETE FROM contract_signatures WHERE party = 'client'",
    /^contract C-\d+-\d+ is in force without the signatures of both parties$/,
  ],
  ["UPDATE award_decisions SET text = 'x'", /^decision .* about an award does not match its hash$/],
  ["UPDATE award_letters SET text = 'x'", /^letter .* about an award does not match its hash$/],
  ['UPDATE change_orders SET extension_days = 70', /^the rows of CO-1 of contract C-\d+-\d+ do not match its text$/],
  ["UPDATE invoices SET note = 'Paid' WHERE kind = 'invoice'", /^invoice 2026-0001 \(.*\) does not match its hash$/],
  [
    'UPDATE ledger_entries SET amount_cents = amount_cents + 1 WHERE rowid = 1',
    /^the ledger is wrong: postingUnbalanced \(.*\)$/,
  ],
])('names what was changed past the triggers: %s', (statement, finding) => {
  const triggers = db.$client.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").pluck().all()
  for (const name of triggers) db.$client.exec(`DROP TRIGGER "${name}"`)
  db.$client.exec(statement)
  expect(findings()).toContainEqual(expect.stringMatching(finding))
})

it('reads the files that are evidence, and names what is gone or changed', async () => {
  const { id } = createDraft(deal.client)
  createDocument(deal.client, id, { name: 'plan.txt', content: 'Two doors' })
  const { fileId } = createCertificate(deal.provider)
  const delivered = db.$client.prepare("SELECT stored_as FROM files WHERE name = 'plan.pdf'").pluck().get()
  expect(await verifyFiles(db)).toEqual({ counts: { files: 3 }, findings: [`file ${delivered} is not there`] })
  db.$client.exec("UPDATE files SET sha256 = 'abc' WHERE name = 'plan.txt'")
  expect((await verifyFiles(db)).findings).toContainEqual(expect.stringMatching(/^file .* does not match its hash$/))
  const certificate = db.$client.prepare('SELECT stored_as FROM files WHERE id = ?').pluck().get(fileId)
  await fileStorage.remove(String(certificate))
  expect((await verifyFiles(db)).findings).toContain(`file ${certificate} is not there`)
})
