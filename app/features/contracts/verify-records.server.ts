import { and, asc, gt, isNotNull, ne } from 'drizzle-orm'
import { isSealIntact, listBidLines, listSeals } from '#app/features/bids/bid-document.server.ts'
import type { Database } from '#db/client.server.ts'
import { bids } from '#db/schema/bids.ts'
import { contracts } from '#db/schema/contracts.ts'
import { rowsMatchText, sha256 } from './contract-text.server.ts'

const pageSize = 200

/**
 * Compares every bid that was submitted with its seal, and every contract that was sent with its frozen text and hash. Returns
 * how many there are, and what differs.
 */
export function verifyRecords(db: Database): { bids: number; contracts: number; findings: string[] } {
  const findings: string[] = []
  let bidCount = 0
  for (const bid of paged((after) => {
    const page = db
      .select()
      .from(bids)
      .where(and(gt(bids.id, after), ne(bids.status, 'draft')))
    return page.orderBy(asc(bids.id)).limit(pageSize).all()
  })) {
    bidCount += 1
    const seals = listSeals(db, bid.id)
    const neverSubmitted = bid.status === 'withdrawn' && bid.submittedAt === null
    if (!neverSubmitted && !isSealIntact(bid, listBidLines(db, bid.id), seals))
      findings.push(`bid ${bid.id} does not match its seal`)
  }
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
  }
  return { bids: bidCount, contracts: contractCount, findings }
}

/** All rows, a page at a time. */
function* paged<Row extends { id: string }>(pageAfter: (id: string) => Row[]): Generator<Row> {
  for (let page = pageAfter(''); page.length > 0; page = pageAfter(page.at(-1)?.id ?? '')) yield* page
}
