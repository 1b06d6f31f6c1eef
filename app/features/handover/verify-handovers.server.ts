import { asc, eq, isNotNull } from 'drizzle-orm'
import { sha256 } from '#app/features/contracts/contract-text.server.ts'
import { signatureRecord } from '#app/features/contracts/signing/signature-record.server.ts'
import type { Database } from '#db/client.server.ts'
import { contracts } from '#db/schema/contracts.ts'
import { handoverSignatures, handovers } from '#db/schema/handover.ts'
import { handoverName } from './handover.ts'
import { handoverText } from './handover-text.server.ts'

/** Compares every signed handover protocol with its frozen text, its hash and its signatures. Returns how many there are, and what differs. */
export function verifyHandovers(db: Database): { handovers: number; findings: string[] } {
  const findings: string[] = []
  const rows = db
    .select({ handover: handovers, contract: contracts })
    .from(handovers)
    .innerJoin(contracts, eq(contracts.id, handovers.contractId))
    .where(isNotNull(handovers.documentText))
    .orderBy(asc(handovers.id))
    .all()
  for (const { handover, contract } of rows) {
    const name = `${handoverName(handover.number)} of contract ${contract.number}`
    if (sha256(handover.documentText ?? '') !== handover.documentHash)
      findings.push(`the text of ${name} does not match its hash`)
    else if (handoverText(db, contract, handover).text !== handover.documentText)
      findings.push(`the rows of ${name} do not match its text`)
    const signatures = db.select().from(handoverSignatures).where(eq(handoverSignatures.handoverId, handover.id)).all()
    for (const signature of signatures)
      if (
        signature.documentHash !== handover.documentHash ||
        sha256(signatureRecord(signature)) !== signature.recordHash
      )
        findings.push(`a signature of ${name} does not match its record`)
  }
  return { handovers: rows.length, findings }
}
