import { createHash } from 'node:crypto'
import { and, asc, eq, gt, isNotNull } from 'drizzle-orm'
import { verifyChangeOrders } from '#app/features/change-orders/verify-change-orders.server.ts'
import { sha256 } from '#app/features/contracts/contract-text.server.ts'
import { verifyRecords } from '#app/features/contracts/verify-records.server.ts'
import { verifyDecisions } from '#app/features/decisions/verify-decisions.server.ts'
import { verifyDisputeDecisions } from '#app/features/disputes/verify-decisions.server.ts'
import { checkLedger } from '#app/features/escrow/check-ledger.server.ts'
import { verifyFinalAccounts } from '#app/features/final-accounts/verify-final-accounts.server.ts'
import { verifyHandovers } from '#app/features/handover/verify-handovers.server.ts'
import { invoiceText } from '#app/features/invoicing/assign-invoice-number.server.ts'
import { getInvoiceContent } from '#app/features/invoicing/content/content-rows.server.ts'
import { verifyEstimates } from '#app/features/projects/project-estimate.server.ts'
import { verifyQuotes } from '#app/features/quotes/verify-quotes.server.ts'
import { verifySecurities } from '#app/features/securities/verify-securities.server.ts'
import { verifyCertificates } from '#app/features/valuations/verify-certificates.server.ts'
import { fileStorage } from '#app/platform/files/file-storage.server.ts'
import { verifyAudit } from '#db/audit.server.ts'
import type { Database } from '#db/client.server.ts'
import { columns, integer, text } from '#db/fields.server.ts'
import { contractSignatures, contracts } from '#db/schema/contracts.ts'
import { invoices } from '#db/schema/invoices/invoicing.ts'
import { sealedDocuments } from '#db/schema/seals.ts'
import { sql } from '#db/sql.server.ts'

/** How many records of each name there are, and what is wrong with them, with their numbers or ids. */
export type Verification = { counts: Readonly<Record<string, number>>; findings: readonly string[] }

const pageSize = 200

/** Signatures of another text than that of their contract. */
const straySignatures = sql(
  { params: {}, row: columns(contractSignatures, 'id') },
  `SELECT s.id FROM contract_signatures s JOIN contracts c ON c.id = s.contract_id WHERE s.document_hash IS NOT c.document_hash`,
)
/** Contracts in force or ended without a signature of each party. */
const unsigned = sql(
  { params: {}, row: columns(contracts, 'number') },
  `SELECT c.number FROM contracts c WHERE c.activated_at IS NOT NULL AND (
     SELECT count(DISTINCT s.party) FROM contract_signatures s WHERE s.contract_id = c.id) <> 2`,
)
const countSignatures = sql(
  { params: {}, row: { count: integer } },
  'SELECT count(*) AS count FROM contract_signatures',
)

/** Whatever is verified, in the order of the report. A new kind of frozen record is one more entry. */
const verifiers: readonly ((db: Database) => Verification)[] = [
  (db) => {
    const { rows, brokenAt } = verifyAudit(db)
    const broken = `row ${brokenAt} of the audit trail does not match its hash; the ${rows} rows before it do`
    return { counts: { 'rows of the audit trail': rows }, findings: brokenAt === null ? [] : [broken] }
  },
  (db) => {
    const { estimates, findings } = verifyEstimates(db)
    return { counts: { 'estimates of projects': estimates }, findings }
  },
  (db) => {
    const { bids, contracts, tenderSets, findings } = verifyRecords(db)
    return { counts: { 'tender sets': tenderSets, bids, contracts }, findings }
  },
  (db) => ({
    counts: { signatures: countSignatures.one(db).count },
    findings: [
      ...straySignatures.all(db).map(({ id }) => `signature ${id} is of another text than its contract`),
      ...unsigned.all(db).map(({ number }) => `contract ${number} is in force without the signatures of both parties`),
    ],
  }),
  (db) => {
    const { decisions, letters, revocations, findings } = verifyDecisions(db)
    const counts = { 'decisions on awards': decisions, 'letters about awards': letters, 'revoked awards': revocations }
    return { counts, findings }
  },
  (db) => {
    const { changeOrders, findings } = verifyChangeOrders(db)
    return { counts: { 'change orders': changeOrders }, findings }
  },
  (db) => {
    const { handovers, findings } = verifyHandovers(db)
    return { counts: { 'handover protocols': handovers }, findings }
  },
  (db) => {
    const { finalAccounts, findings } = verifyFinalAccounts(db)
    return { counts: { 'final accounts': finalAccounts }, findings }
  },
  (db) => {
    const { certificates, findings } = verifyCertificates(db)
    return { counts: { 'payment certificates': certificates }, findings }
  },
  (db) => {
    const { disputeDecisions, findings } = verifyDisputeDecisions(db)
    return { counts: { 'decisions of disputes': disputeDecisions }, findings }
  },
  (db) => {
    const { securities, findings } = verifySecurities(db)
    return { counts: { securities }, findings }
  },
  verifyInvoices,
  (db) => {
    const { count, findings } = verifyQuotes(db)
    return { counts: { 'versions of quotes': count }, findings }
  },
  (db) => {
    const { postings, findings } = checkLedger(db)
    return {
      counts: { postings },
      findings: findings.map(({ what, which }) => `the ledger is wrong: ${what} (${which})`),
    }
  },
]

/**
 * Verifies the whole database, a kind of record after the other: rows against frozen texts, texts against hashes, hashes against what
 * names them, and the ledger. Each kind is read in one snapshot, so that a write meanwhile looks like no fault, and keeps no writer waiting. No more than
 * a page of a kind is held in memory at a time.
 */
export function* verifyDatabase(db: Database): Generator<Verification> {
  for (const verify of verifiers) yield db.transaction(() => verify(db), { behavior: 'deferred' })
}

function verifyInvoices(db: Database): Verification {
  const findings: string[] = []
  let count = 0
  for (let after = ''; ; ) {
    const issued = and(gt(invoices.id, after), isNotNull(invoices.number))
    const page = db.select().from(invoices).where(issued).orderBy(asc(invoices.id)).limit(pageSize).all()
    for (const invoice of page) {
      count += 1
      const credited = numberOf(db, invoice.creditedInvoiceId)
      if (sha256(invoiceText(invoice, getInvoiceContent(db, invoice.id), credited)) !== invoice.hash)
        findings.push(`invoice ${invoice.number} (${invoice.id}) does not match its hash`)
    }
    after = page.at(-1)?.id ?? ''
    if (page.length < pageSize) return { counts: { invoices: count }, findings }
  }
}

const numberOf = (db: Database, id: string | null): string | null =>
  id === null
    ? null
    : (db.select({ number: invoices.number }).from(invoices).where(eq(invoices.id, id)).get()?.number ?? null)

/** The files that frozen texts name by their SHA-256, and the sealed PDFs. */
const namedFiles = sql(
  { params: { after: text, limit: integer }, row: columns(sealedDocuments, 'storedAs', 'sha256') },
  `SELECT stored_as AS storedAs, sha256 FROM (
     SELECT f.stored_as, f.sha256 FROM files f WHERE f.id IN (
       SELECT file_id FROM tender_documents UNION SELECT file_id FROM bid_attachments
       UNION SELECT file_id FROM milestone_deliverables UNION SELECT file_id FROM company_certificates
       UNION SELECT file_id FROM contract_securities UNION SELECT file_id FROM change_order_files
       UNION SELECT file_id FROM handover_defect_files)
     UNION SELECT stored_as, sha256 FROM sealed_documents)
   WHERE stored_as > :after ORDER BY stored_as LIMIT :limit`,
)

/** Reads every file that is evidence, and compares it with the SHA-256 that was recorded. */
export async function verifyFiles(db: Database): Promise<Verification> {
  const findings: string[] = []
  let count = 0
  for (let after = ''; ; ) {
    const page = namedFiles.all(db, { after, limit: pageSize })
    for (const { storedAs, sha256: recorded } of page) {
      count += 1
      const found = await hashOfFile(storedAs)
      if (found !== recorded)
        findings.push(`file ${storedAs} ${found === null ? 'is not there' : 'does not match its hash'}`)
    }
    after = page.at(-1)?.storedAs ?? ''
    if (page.length < pageSize) return { counts: { files: count }, findings }
  }
}

/** Null where there is no such file. */
async function hashOfFile(storedAs: string): Promise<string | null> {
  const stat = await fileStorage.stat(storedAs)
  if (!stat) return null
  const hash = createHash('sha256')
  if (stat.size > 0)
    for await (const part of fileStorage.read(storedAs, { start: 0, end: stat.size - 1 })) hash.update(part)
  return hash.digest('hex')
}
