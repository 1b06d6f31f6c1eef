import { and, asc, eq, gt, isNotNull, ne } from 'drizzle-orm'
import { type BidFinding, checkBid } from '#app/features/bids/bid-check.server.ts'
import { bidParts } from '#app/features/bids/bid-document.server.ts'
import { signatureRecord } from '#app/features/contracts/signing/signature-record.server.ts'
import { isTenderSetIntact } from '#app/features/projects/tender-set.server.ts'
import type { Database } from '#db/client.server.ts'
import { columns } from '#db/fields.server.ts'
import { bidSeals, bids } from '#db/schema/bids.ts'
import { contractSignatures, contracts } from '#db/schema/contracts.ts'
import { projects } from '#db/schema/projects.ts'
import { tenderSets } from '#db/schema/tenders.ts'
import { sql } from '#db/sql.server.ts'
import { rowsMatchText, sha256 } from './contract-text.server.ts'

const pageSize = 200

/** Bids that name another tender set than one of their project and of the version that they were confirmed for. */
const strayBids = sql(
  { params: {}, row: columns(bids, 'id') },
  `SELECT b.id FROM bids b WHERE b.tender_set_digest IS NOT NULL AND NOT EXISTS (
     SELECT 1 FROM tender_sets s WHERE s.project_id = b.project_id AND s.digest = b.tender_set_digest
       AND s.project_version = b.project_version)`,
)

export type VerifiedRecords = { bids: number; contracts: number; tenderSets: number; findings: string[] }

/**
 * Compares every bid that was submitted with its seal, every kept text of a revision with its hash, and the bid with the tender set that it answers, every tender set with its hash and the
 * last one of a project with its rows, and every contract that was sent with its frozen text and hash. Returns how many there are,
 * and what differs.
 */
export function verifyRecords(db: Database): VerifiedRecords {
  const { tenderSets, findings } = verifyTenderSets(db)
  let bidCount = 0
  for (const bid of paged((after) => {
    const page = db
      .select()
      .from(bids)
      .where(and(gt(bids.id, after), ne(bids.status, 'draft')))
    return page.orderBy(asc(bids.id)).limit(pageSize).all()
  })) {
    bidCount += 1
    const seals = db.select().from(bidSeals).where(eq(bidSeals.bidId, bid.id)).all()
    const neverSubmitted = bid.status === 'withdrawn' && bid.submittedAt === null
    if (!neverSubmitted)
      for (const finding of checkBid(bid, bidParts(db, bid.id), seals))
        findings.push(`bid ${bid.id} ${whatDiffers(finding)}`)
  }
  for (const { id } of strayBids.all(db)) findings.push(`bid ${id} answers no tender set of its project`)
  let contractCount = 0
  for (const contract of paged((after) => {
    const page = db
      .select()
      .from(contracts)
      .where(and(gt(contracts.id, after), isNotNull(contracts.documentText)))
    return page.orderBy(asc(contracts.id)).limit(pageSize).all()
  })) {
    contractCount += 1
    if (sha256(contract.documentText ?? '') !== contract.documentHash)
      findings.push(`the text of contract ${contract.number} does not match its hash`)
    else if (!rowsMatchText(db, contract))
      findings.push(`the rows of contract ${contract.number} do not match its text`)
    for (const signature of listSigned(db, contract.id)) {
      if (signature.recordHash !== null && sha256(signatureRecord(signature)) !== signature.recordHash)
        findings.push(`a signature of contract ${contract.number} does not match its record`)
    }
  }
  return { bids: bidCount, contracts: contractCount, tenderSets, findings }
}

function whatDiffers(finding: BidFinding): string {
  if (finding.kind === 'text') return `has a text of revision ${finding.revision} that does not match its hash`
  return `does not match its seal${finding.fields.length > 0 ? ` (${finding.fields.join('; ')})` : ''}`
}

function verifyTenderSets(db: Database): Pick<VerifiedRecords, 'tenderSets' | 'findings'> {
  const findings: string[] = []
  let count = 0
  for (const set of paged((after) => {
    const page = db.select().from(tenderSets).where(gt(tenderSets.id, after))
    return page.orderBy(asc(tenderSets.id)).limit(pageSize).all()
  })) {
    count += 1
    if (sha256(set.text) !== set.digest) findings.push(`tender set ${set.id} does not match its hash`)
  }
  for (const project of paged((after) => {
    const page = db.select().from(projects).where(gt(projects.id, after))
    return page.orderBy(asc(projects.id)).limit(pageSize).all()
  })) {
    if (!isTenderSetIntact(db, project)) findings.push(`project ${project.id} does not match its tender set`)
  }
  return { tenderSets: count, findings }
}

const listSigned = (db: Database, contractId: string) =>
  db.select().from(contractSignatures).where(eq(contractSignatures.contractId, contractId)).all()

/** All rows, a page at a time. */
function* paged<Row extends { id: string }>(pageAfter: (id: string) => Row[]): Generator<Row> {
  for (let page = pageAfter(''); page.length > 0; page = pageAfter(page.at(-1)?.id ?? '')) yield* page
}
