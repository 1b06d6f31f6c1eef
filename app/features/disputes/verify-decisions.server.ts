import { and, asc, eq, gt, isNotNull } from 'drizzle-orm'
import { sha256 } from '#app/features/contracts/contract-text.server.ts'
import { decisionText } from '#app/features/escrow/dispute/decision-text.server.ts'
import type { Database } from '#db/client.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { disputeDecisions } from '#db/schema/disputes.ts'

const pageSize = 200

/** Compares how disputes ended with the frozen text and its hash, where there is one. Returns how many there are, and what differs. */
export function verifyDisputeDecisions(db: Database): { disputeDecisions: number; findings: string[] } {
  const findings: string[] = []
  let found = 0
  for (let after = ''; ; ) {
    const page = db
      .select({ decision: disputeDecisions, contract: contracts })
      .from(disputeDecisions)
      .innerJoin(contracts, eq(contracts.id, disputeDecisions.contractId))
      .where(and(gt(disputeDecisions.id, after), isNotNull(disputeDecisions.documentHash)))
      .orderBy(asc(disputeDecisions.id))
      .limit(pageSize)
      .all()
    for (const { decision, contract } of page) {
      found += 1
      const name = `decision ${decision.id} of a dispute about contract ${contract.number}`
      const { documentText, documentHash } = decision
      if (documentText === null || sha256(documentText) !== documentHash)
        findings.push(`the text of the ${name} does not match its hash`)
      else if (decisionText(db, contract, decision) !== documentText)
        findings.push(`the rows of the ${name} do not match its text`)
    }
    after = page.at(-1)?.decision.id ?? ''
    if (page.length < pageSize) return { disputeDecisions: found, findings }
  }
}
